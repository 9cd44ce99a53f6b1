/*
 * How a match is resumed, and whose the seat is: docs/dev/decisions/0008-resuming.md.
 *
 * One host, its guest, the air between them, and a stranger. The match has begun, and both stand on link 1. What is
 * abstracted, and what each mutation (-DNAME) breaks, is in docs/dev/models.md. Since version 3 of the protocol key1 is messages
 * 1 to 3 of the exchange, key2 is message 4, and key3 with the guest's first confirm is its Confirm.
 */

#ifndef MESSAGES
#define MESSAGES 1 /* how many each side says */
#endif
#ifndef FAULTS
#define FAULTS 3 /* cuts, kills, and packets of link 0 that are lost, repeated or late */
#endif
#ifndef TRICKS
#define TRICKS 2 /* what the stranger does */
#endif
#ifndef RETURNS
#define RETURNS 2 /* links in their exchange, up to 3; the program has 4 */
#endif

#define IDS 6 /* those, the standing one, the guest's, and two that answers on the air have */
#define NOWHERE (IDS + 1) /* a link to somebody who only pretends to be the host */
#define ROOM (2 * MESSAGES + 3)

#define GUEST 0 /* the two sides, */
#define HOST 1
#define NOBODY 0 /* and who has begun an exchange */
#define FRIEND 1
#define STRANGER 2

mtype = { key1, key2, key3, confirm, message, ack };
/* The guest, by the names of docs/reference/protocol.md; while it returns, it has a link once its Resume was answered. The host is
 * suspended without a link, and confirming or talking with one. */
mtype = { suspended, returning, confirming, talking };

/* On disk. */
byte said[2];
byte heard[2];

/* In memory, and gone when the program is killed. */
byte acknowledged[2]; /* what the other side has for sure */
byte next[2];         /* the next message to say on this link */
bool confirmed[2];    /* the other side's Confirm has come on this link */
bool holds[2];        /* a message has come that is not on disk yet, */
byte held[2];         /* and which */
bool owes[2];         /* an acknowledgement */
bool unsaved[2];      /* SEND_FIRST: a message is on the air that is not on disk yet */

mtype guest = talking;
byte guestLink = 1;
byte guestNonce;
byte hostLink = 1; /* 0: suspended */
byte hostNonce;    /* of the Resume that led to this link */
byte owner[IDS + 2]; /* of each link in its exchange */
bool answered[IDS + 2]; /* the host has said key2 on it */
byte nonceOf[IDS + 2];
byte countOf[IDS + 2]; /* EARLY_COUNT only */
byte badLinks[2];

/* On the air. What is on its way to a host outlives the guest's end of the link; what nobody reads is not kept. */
chan resume = [2] of { byte };        /* link 0: nonce */
chan resumed = [2] of { byte, byte }; /* link 0: nonce, link id; Refuse has the id 0 */
chan up[IDS + 2] = [ROOM] of { mtype, byte };
chan down = [ROOM] of { mtype, byte };

byte faults = FAULTS;
byte tricks = TRICKS;

/* What must never be. */
bool doubledOrLost;
bool impossibleCount;
bool seatTaken;
bool hurtByStranger;
bool stuck;

byte i, id, n, nonce, slots; /* only within one step, and 0 after it */

/* Whether the program is not in the middle of what one input asks of it. */
#define isFree(side) (!holds[side] && !unsaved[side])
#define hasSaidAll(side) (said[side] == MESSAGES)
#define isAsking (guest == returning && guestLink == 0) /* Resume, and was not answered */
#define hasProof (guest == confirming || guest == talking)
#define canSay(side) (confirmed[side] && next[side] < said[side])
#define isDone \
  (hasSaidAll(GUEST) && hasSaidAll(HOST) && heard[GUEST] == MESSAGES && heard[HOST] == MESSAGES && \
   guest == talking && guestLink == hostLink && confirmed[GUEST] && confirmed[HOST])

inline flush(line) {
  do
  :: len(line) > 0 -> line?_,_
  :: len(line) == 0 -> break
  od
}

/* Memory of a link that begins or ends. */
inline forgetLink(side) {
  confirmed[side] = false;
  holds[side] = false;
  held[side] = 0;
  owes[side] = false;
  next[side] = 0;
  unsaved[side] = false
}

/* MARK: What is sent */

/* The host hears the guest only on links that it gave to the guest's peer. */
inline tellHost(kind, number) {
  if
  :: guestLink == hostLink || owner[guestLink] == FRIEND -> up[guestLink]!kind,number
  :: else
  fi
}

/* Everybody hears what the host says; a guest reads what has its link id. */
inline tellGuest(link, kind, number) {
  if
  :: guestLink == link && len(down) < ROOM -> down!kind,number
  :: else
  fi
}

inline tell(side, kind, number) {
  if
  :: side == GUEST -> tellHost(kind, number)
  :: else -> tellGuest(hostLink, kind, number)
  fi
}

/* MARK: Links */

inline guestLetsGo() {
  flush(down);
  guest = suspended;
  guestLink = 0;
  guestNonce = 0;
  forgetLink(GUEST)
}

inline hostLetsGo() {
  if
  :: hostLink != 0 -> flush(up[hostLink])
  :: else
  fi;
  hostLink = 0;
  forgetLink(HOST)
}

inline drop(link) {
  owner[link] = NOBODY;
  answered[link] = false;
  nonceOf[link] = 0;
  countOf[link] = 0;
  if
  :: link != hostLink -> flush(up[link])
  :: else
  fi
}

inline dropAll(whose) {
  i = 1;
  do
  :: i <= IDS ->
    if
    :: owner[i] != NOBODY && (whose == NOBODY || owner[i] == whose) -> drop(i)
    :: else
    fi;
    i++
  :: else -> break
  od;
  i = 0
}

/* Leaves a link id that nobody has in mind in `id`, or 0 where no exchange may begin. */
inline pickLink() {
  i = IDS;
  id = 0;
  slots = 0;
  do
  :: i > 0 ->
    if
    :: owner[i] != NOBODY -> slots++
    :: owner[i] == NOBODY && resumed??[_, eval(i)]
    :: owner[i] == NOBODY && !(resumed??[_, eval(i)]) ->
      if
      :: hostLink != i && guestLink != i -> id = i
      :: else
      fi
    fi;
    i--
  :: else -> break
  od;
  if
  :: slots >= RETURNS -> id = 0
  :: else
  fi;
  slots = 0
}

inline open(whose, itsNonce) {
  owner[id] = whose;
  nonceOf[id] = itsNonce;
#ifdef EARLY_COUNT
  countOf[id] = heard[HOST];
#endif
#ifdef LET_GO_AT_RESUME
  hostLetsGo();
#endif
  skip
}

inline answer(itsNonce, link) {
  if
  :: len(resumed) < 2 -> resumed!itsNonce,link
  :: else
  fi
}

/* The exchange on `link` has shown the right key: now the old link goes, and every other one that wants its place. */
inline goOn(link) {
  if
  :: hostLink != link -> hostLetsGo()
  :: else -> forgetLink(HOST)
  fi;
  if
  :: owner[link] != FRIEND -> seatTaken = true; assert(!seatTaken)
  :: else
  fi;
  hostLink = link;
  hostNonce = nonceOf[link];
#ifdef EARLY_COUNT
  n = countOf[link];
#else
  n = heard[HOST];
#endif
  drop(link);
#ifndef KEEP_OTHERS
  dropAll(NOBODY);
#endif
#ifndef WAIT_FOR_CONFIRM
  tellGuest(link, confirm, n);
#endif
  n = 0
}

/* MARK: The match */

inline hearConfirm(side) {
  if
  :: n < acknowledged[side] || n > said[side] -> impossibleCount = true; assert(!impossibleCount)
  :: else
  fi;
  confirmed[side] = true;
  if
  :: side == GUEST -> guest = talking
  :: else
  fi;
#ifdef WAIT_FOR_CONFIRM
  tell(side, confirm, heard[side]);
#endif
#ifdef SAY_FROM_OWN_COUNT
  next[side] = acknowledged[side];
#else
  acknowledged[side] = n;
  next[side] = n;
#endif
  n = 0
}

inline hearAck(side) {
  if
  :: n > acknowledged[side] -> acknowledged[side] = n
  :: else
  fi;
  n = 0
}

inline hearMessage(side) {
  holds[side] = true;
  held[side] = n;
#ifdef ACK_FIRST
  tell(side, ack, heard[side] + 1);
#endif
  n = 0
}

/* Both sides' part in the match. A program acts on one input before it takes the next; only a kill comes between. */
inline speaks(side) {
  atomic { isFree(side) && said[side] < MESSAGES ->
#ifdef SEND_FIRST
    if
    :: confirmed[side] && next[side] == said[side] ->
      tell(side, message, said[side]);
      next[side] = next[side] + 1;
      unsaved[side] = true
    :: else -> said[side] = said[side] + 1
    fi
#else
    said[side] = said[side] + 1
#endif
  }
}

inline writesDownOwn(side) {
  d_step { unsaved[side] -> unsaved[side] = false; said[side] = said[side] + 1 }
}

inline sends(side) {
  d_step { isFree(side) && canSay(side) ->
    tell(side, message, next[side]);
    next[side] = next[side] + 1
  }
}

inline writesDown(side) {
  d_step { holds[side] ->
    if
    :: held[side] != heard[side] -> doubledOrLost = true; assert(!doubledOrLost)
    :: else
    fi;
    heard[side] = heard[side] + 1;
    holds[side] = false;
    held[side] = 0;
#ifndef ACK_FIRST
    owes[side] = true
#endif
  }
}

inline acknowledges(side) {
  d_step { owes[side] -> owes[side] = false; tell(side, ack, heard[side]) }
}

/* MARK: The programs */

#define isInMind(nonce) \
  (resume??[eval(nonce)] || resumed??[eval(nonce), _] || hostNonce == nonce || nonceOf[i] == nonce)
#define hasMail \
  (len(up[1]) + len(up[2]) + len(up[3]) + len(up[4]) + len(up[5]) + len(up[6]) > 0)
#define isFriendReturning \
  (owner[1] == FRIEND || owner[2] == FRIEND || owner[3] == FRIEND || owner[4] == FRIEND || \
   owner[5] == FRIEND || owner[6] == FRIEND)

proctype Guest() {
end:
  do
  :: speaks(GUEST)
  :: writesDownOwn(GUEST)
  :: sends(GUEST)
  :: writesDown(GUEST)
  :: acknowledges(GUEST)
  :: d_step { guest == suspended ->
      nonce = 1;
      i = 1;
      do /* a nonce that nobody has in mind */
      :: i > IDS -> break
      :: i <= IDS && isInMind(nonce) -> nonce++; i = 1
      :: i <= IDS && !isInMind(nonce) -> i++
      od;
      guest = returning;
      guestNonce = nonce;
      if
      :: len(resume) < 2 -> resume!nonce
      :: else
      fi;
      nonce = 0;
      i = 0
    }
  :: d_step { isFree(GUEST) && nempty(resumed) ->
      resumed?nonce,id;
      if
      :: guest == returning && guestLink == 0 && nonce == guestNonce && id == 0 ->
#ifdef REFUSE_ENDS
        hurtByStranger = true;
        assert(!hurtByStranger);
#endif
        guestLetsGo()
      :: guest == returning && guestLink == 0 && nonce == guestNonce && id != 0 ->
        guestLink = id;
        tellHost(key1, 0)
      :: else
      fi;
      nonce = 0;
      id = 0
    }
  :: d_step { isFree(GUEST) && down?[key2, _] ->
      down?key2,n;
      if
      :: hasProof && n == STRANGER -> hurtByStranger = true; assert(!hurtByStranger)
      :: guest == returning && n == FRIEND ->
        guest = confirming;
        tellHost(key3, 0);
#ifndef WAIT_FOR_CONFIRM
        tellHost(confirm, heard[GUEST])
#endif
      :: else ->
#ifdef ANY_KEY
        seatTaken = guest == returning;
        assert(!seatTaken);
#endif
#ifdef COUNT_UNPROVEN
        badLinks[GUEST] = badLinks[GUEST] + 1;
        hurtByStranger = badLinks[GUEST] == 2;
        assert(!hurtByStranger);
#endif
        guestLetsGo()
      fi;
      n = 0
    }
  :: d_step { isFree(GUEST) && down?[confirm, _] -> down?confirm,n; hearConfirm(GUEST) }
  :: d_step { isFree(GUEST) && down?[message, _] -> down?message,n; hearMessage(GUEST) }
  :: d_step { isFree(GUEST) && down?[ack, _] -> down?ack,n; hearAck(GUEST) }
  od
}

/* Resume of the guest, as it is, or from another peer than before: the host keeps one returning link for each. */
inline hearResume(isSamePeer) {
  resume?nonce;
  i = 1;
  id = 0;
  do
  :: i <= IDS ->
    if
    :: owner[i] == FRIEND && nonceOf[i] == nonce -> id = i
    :: else
    fi;
    i++
  :: else -> break
  od;
  i = 0;
  if
  :: nonce == hostNonce /* a late copy of what led to this link */
  :: nonce != hostNonce && id != 0 -> answer(nonce, id)
  :: else ->
    if
    :: isSamePeer -> dropAll(FRIEND)
    :: else
    fi;
    pickLink();
    if
    :: id != 0 -> open(FRIEND, nonce); answer(nonce, id)
    :: else /* no room: the guest tries again later */
    fi
  fi;
  nonce = 0;
  id = 0
}

proctype Host() {
  byte link = 1;
end:
  do
  :: speaks(HOST)
  :: writesDownOwn(HOST)
  :: sends(HOST)
  :: writesDown(HOST)
  :: acknowledges(HOST)
  :: d_step { isFree(HOST) && nempty(resume) -> hearResume(true) }
  :: d_step { isFree(HOST) && nempty(resume) -> hearResume(false) }
  :: atomic { isFree(HOST) && hasMail ->
      if /* some link on which something has come */
      :: nempty(up[1]) -> link = 1
      :: nempty(up[2]) -> link = 2
      :: nempty(up[3]) -> link = 3
      :: nempty(up[4]) -> link = 4
      :: nempty(up[5]) -> link = 5
      :: nempty(up[6]) -> link = 6
      fi;
      d_step {
        if
        :: up[link]?[key1, _] ->
          up[link]?key1,n;
          answered[link] = true;
          n = 0;
          tellGuest(link, key2, FRIEND)
        :: up[link]?[key3, _] -> up[link]?key3,n; goOn(link)
        :: up[link]?[confirm, _] -> up[link]?confirm,n; hearConfirm(HOST)
        :: up[link]?[message, _] -> up[link]?message,n; hearMessage(HOST)
        :: up[link]?[ack, _] -> up[link]?ack,n; hearAck(HOST)
        fi;
        link = 1
      }
    }
  od
}

/* MARK: What disturbs them */

proctype Air() {
end:
  do
  :: d_step { faults > 0 && guest != suspended -> faults--; guestLetsGo() }
  :: d_step { faults > 0 && hostLink != 0 -> faults--; hostLetsGo() }
  :: d_step { faults > 0 -> faults--; guestLetsGo(); acknowledged[GUEST] = 0 } /* killed */
  :: d_step { faults > 0 -> /* killed */
      faults--;
      dropAll(NOBODY);
      hostLetsGo();
      acknowledged[HOST] = 0;
      hostNonce = 0
    }
  :: d_step { faults > 0 && nempty(resume) -> faults--; resume?_ }
  :: d_step { faults > 0 && nempty(resume) && nfull(resume) ->
      faults--;
      resume?<nonce>;
      resume!nonce;
      nonce = 0
    }
  :: d_step { faults > 0 && full(resume) -> faults--; resume?nonce; resume!nonce; nonce = 0 }
  :: d_step { faults > 0 && nempty(resumed) -> faults--; resumed?_,_ }
  :: d_step { faults > 0 && nempty(resumed) && nfull(resumed) ->
      faults--;
      resumed?<nonce,id>;
      resumed!nonce,id;
      nonce = 0;
      id = 0
    }
  :: atomic { faults > 0 && isFriendReturning ->
      if /* a returning link is lost, or too slow */
      :: owner[1] == FRIEND -> drop(1)
      :: owner[2] == FRIEND -> drop(2)
      :: owner[3] == FRIEND -> drop(3)
      :: owner[4] == FRIEND -> drop(4)
      :: owner[5] == FRIEND -> drop(5)
      :: owner[6] == FRIEND -> drop(6)
      fi;
      faults--
    }
  od
}

/* Whether a link of the stranger is in its exchange, and which. */
inline pickStrangersLink(wasAnswered) {
  i = 1;
  id = 0;
  do
  :: i <= IDS ->
    if
    :: owner[i] == STRANGER && answered[i] == wasAnswered -> id = i
    :: else
    fi;
    i++
  :: else -> break
  od;
  i = 0
}

/* Nothing of the match may be other than before. */
inline checkUnhurt() {
  if
  :: hostLink != n -> hurtByStranger = true; assert(!hurtByStranger)
  :: else
  fi;
  n = 0
}

/* Knows the session's id and all nonces, sends what it likes from as many peers as it likes, and has a key of its own. The second
 * player, who is honest and wants the seat, does nothing that this one does not. */
proctype Stranger() {
end:
  do
  :: d_step { tricks > 0 && isFree(HOST) -> /* Resume */
      tricks--;
      n = hostLink;
      pickLink();
#ifdef SHARED_ID
      if
      :: hostLink != 0 -> id = hostLink
      :: else
      fi;
#endif
      if
      :: id != 0 -> open(STRANGER, 0)
      :: else
      fi;
      id = 0;
      checkUnhurt()
    }
  :: d_step { tricks > 0 && isFree(HOST) && isAsking -> /* Resume with the nonce of another */
      tricks--;
      n = hostLink;
      pickLink();
      if
      :: id != 0 -> open(STRANGER, guestNonce); answer(guestNonce, id)
      :: else
      fi;
      id = 0;
      checkUnhurt()
    }
  :: d_step { tricks > 0 && isFree(HOST) -> /* the first part of an exchange: its own, or one recorded */
      tricks--;
      pickStrangersLink(false);
      if
      :: id != 0 -> answered[id] = true; tellGuest(id, key2, STRANGER)
      :: else
      fi;
      id = 0
    }
  :: d_step { tricks > 0 && isFree(HOST) -> /* the last part of an exchange */
      tricks--;
      n = hostLink;
      pickStrangersLink(true);
      if
      :: id != 0 ->
#ifdef ANY_KEY
        goOn(id);
#endif
        drop(id)
      :: else
      fi;
      id = 0;
      checkUnhurt()
    }
  :: d_step { tricks > 0 && isFree(HOST) -> /* garbage on its own link */
      tricks--;
      n = hostLink;
      pickStrangersLink(false);
      if
      :: id != 0 ->
#ifdef COUNT_UNPROVEN
        badLinks[HOST] = badLinks[HOST] + 1;
        hurtByStranger = badLinks[HOST] == 2;
        assert(!hurtByStranger);
#endif
        drop(id)
      :: else
      fi;
      id = 0;
      checkUnhurt()
    }
  :: d_step { tricks > 0 && isFree(HOST) && hostLink != 0 -> /* garbage on the guest's link */
      tricks--;
      n = hostLink;
#ifdef ANY_PEER
      hostLetsGo();
#endif
      checkUnhurt()
    }
  :: d_step { tricks > 0 && isFree(HOST) -> /* Hello for a seat, from any address, the guest's among them */
      tricks--;
#ifdef HELLO_ENDS
      hurtByStranger = true;
      assert(!hurtByStranger);
#endif
#ifdef SEAT_WHILE_AWAY
      if
      :: hostLink == 0 -> seatTaken = true; assert(!seatTaken)
      :: else
      fi;
#endif
#ifdef SEAT_BEFORE_MOVES
      if
      :: hostLink == 0 && said[HOST] + heard[HOST] == 0 && said[GUEST] > 0 ->
        seatTaken = true;
        assert(!seatTaken)
      :: else
      fi;
#endif
      skip
    }
  :: d_step { tricks > 0 && isAsking && nfull(resumed) -> /* Refuse, as if from the host */
      tricks--;
      resumed!guestNonce,0
    }
  :: d_step { tricks > 0 && isAsking && nfull(resumed) -> /* Resumed, as if from the host */
      tricks--;
      resumed!guestNonce,NOWHERE
    }
  :: d_step { tricks > 0 && guestLink == NOWHERE && nfull(down) -> /* a key of its own */
      tricks--;
      down!key2,STRANGER
    }
  od
}

/* MARK: Time */

#define isQuiet \
  (guest != suspended && empty(resume) && empty(resumed) && empty(down) && \
   !hasMail && \
   isFree(GUEST) && isFree(HOST) && !owes[GUEST] && !owes[HOST] && \
   !canSay(GUEST) && !canSay(HOST))
#define isReturning \
  (owner[1] != NOBODY || owner[2] != NOBODY || owner[3] != NOBODY || owner[4] != NOBODY || \
   owner[5] != NOBODY || owner[6] != NOBODY)
#define guestIsAlone (!hasProof || guestLink != hostLink)
#define hostIsAlone (hostLink != 0 && guestLink != hostLink)

/* Fifteen seconds in which nothing else comes. Exchanges are given up first, as they have begun before the guest's last try. What
 * is given up earlier is a fault of the air. */
proctype Time() {
end:
  do
#ifndef NO_TIME_LIMIT
  :: d_step { isQuiet && isReturning -> dropAll(NOBODY) }
  :: d_step { isQuiet && !isReturning && guestIsAlone -> guestLetsGo() }
#else
  :: d_step { isQuiet && guestIsAlone -> guestLetsGo() }
#endif
  :: d_step { isQuiet && hostIsAlone -> hostLetsGo() }
  :: d_step { isQuiet && !isReturning && !guestIsAlone && !hostIsAlone && hasSaidAll(GUEST) && hasSaidAll(HOST) && !isDone ->
      stuck = true;
      assert(!stuck)
    }
  od
}

init {
  atomic {
    confirmed[GUEST] = true;
    confirmed[HOST] = true;
    run Guest();
    run Host();
    run Air();
    run Stranger();
    run Time()
  }
}

/* When faults and tricks are at an end, the match is resumed, and all that was said is heard. */
ltl resumes { <> [] isDone }
