import MatchProtocol

// The rows of docs/reference/protocol.md, section 6: states, input, and the state that comes then.
// `scripts/check-states` compares them with the page, and no two rows of an enumeration can be the
// same.

/// The rows of the host's table.
enum HostRow: String, CaseIterable {
  case offer = "empty | Hello, common version, its turn | offered"
  case postpone = "empty | Hello, common version, not its turn | empty"
  case closeWhenEmpty = "empty | close | over"
  case refuseResume = "empty | Resume | empty"
  case begin = "offered | any packet on the offered id | meeting"
  case offerAgain = "offered | Hello again, same nonce | offered"
  case offerInstead = "offered | another nonce's Hello of the same peer | offered"
  case offerToAnother = """
    offered, meeting | Hello of another peer, its turn | as it was, and another is offered
    """
  case refuseResumeOfOffered = "offered | Resume of the same peer | empty"
  case withdraw = "offered | garbage, or 15 s | empty"
  case loseOffer = "offered | link lost | empty"
  case closeOffer = "offered | close | over"
  case introduce = "meeting | the exchange is finished | asking"
  case turnBack = """
    meeting | the exchange is finished, with a new player whose turn it is not | empty
    """
  case giveWay = """
    asking | a contact is introduced; this peer is none, and not accepted here | asking
    """
  case free = "meeting, asking | it would end, by section \"both\" | empty"
  case offerAnew = "meeting, asking | another nonce's Hello of the same peer | offered"
  case join = "asking | accepted here, and Confirm received | talking"
  case lateHello = "any with a link id | Hello of the seat's peer, same nonce | as it was"
  case welcomeAnew = """
    talking, suspended | another Hello, common version, nothing received; nothing but Start sent, \
    or nothing acknowledged | as it was, and returning
    """
  case refuseHello = "offered to leaving | another Hello, otherwise | as it was"
  case welcomeBack = """
    talking, suspended, leaving | Resume from anyone | as it was, and returning
    """
  case refuseOtherResume = "offered, meeting, asking | Resume from anyone, otherwise | as it was"
  case ignoreOnZero = """
    any with a link id | anything else on link 0 of the seat's peer, garbage too | as it was
    """
  case comeBack = """
    returning, after Resume | the right player on the new id, and Confirm of this match \
    | talking, or leaving
    """
  case refuseMatch = """
    returning, after Resume | the right player on the new id, and anything else | as it was
    """
  case beginAnew = """
    returning, after Hello | the right player on the new id, still nothing received; \
    nothing but Start sent, or nothing acknowledged | asking
    """
  case rejectReturn = "returning | another player, or broken | as it was"
  case answerAgain = "returning | Resume or Hello again, same nonce | returning"
  case loseReturn = "returning | link lost, or 15 s (then disconnect) | as it was"
}

/// The rows of the guest's table.
enum GuestRow: String, CaseIterable {
  case greet = "unlinked | link up | greeting"
  case greetAgain = "greeting | 1 s without an answer | greeting"
  case begin = "greeting | Welcome, own nonce | meeting"
  case waitForTurn = "greeting | Refuse(later), own nonce | greeting, for 180 s"
  case beRefused = "greeting | another Refuse, own nonce | over: refused"
  case hearGarbage = "greeting | an error on link 0 | over: protocol violation"
  case giveUp = "greeting | 15 s | over: no answer"
  case loseLink = "unlinked, greeting | link lost | over: link lost"
  case close = "unlinked, greeting | close | over: closed"
  case introduce = "meeting | the exchange is finished | asking"
  case beTurnedBack = "meeting | Refuse(later), own nonce | greeting, for 180 s"
  case findSeatTaken = """
    meeting | Refuse(seat taken) or Refuse(seat kept), own nonce | over: refused
    """
  case join = "asking | accepted here, and Confirm received | talking"
  case comeBack = "suspended | link up | returning"
  case askAgain = "returning | 1 s without an answer | returning"
  case exchange = "returning | Resumed, own nonce | returning"
  case confirm = "returning | the right player | confirming"
  case rejectHost = "returning | another player, or broken | suspended"
  case greetAnew = """
    returning | Refuse(unknown match), own nonce, from the peer that was its host; \
    nothing of the match was ever received or played \
    | greeting, for 600 s on one link after another
    """
  case giveUpSeat = """
    confirming | Goodbye(unknown match); nothing of the match was ever received or played \
    | unlinked, for 600 s
    """
  case learnUnknown = "confirming | Goodbye(unknown match), otherwise | suspended"
  case beRefusedAgain = """
    returning | another Refuse, own nonce, or an error on link 0 \
    | suspended
    """
  case loseReturn = "returning | link lost, or 15 s (then disconnect) | suspended"
  case ignoreOnZero = "any with a link id | anything else on link 0, garbage too | as it was"
  case closeReturn = "returning | close, or 600 s since it was suspended | over"
}

/// The rows of the table for both, once there is a link id.
enum BothRow: String, CaseIterable {
  case meetTooLong = "meeting | 15 s | over: no answer"
  case loseFirstLink = "meeting, asking | link lost, silent or stalled; broken | over"
  case closeMeeting = "meeting | close | over: closed"
  case closeAsking = "asking | close | over: closed"
  case accept = "asking | accepted here | asking; talking, if Confirm was received"
  case hearConfirm = "asking | Confirm(0) | asking; talking, if accepted here"
  case decline = "asking | not accepted here | over: closed"
  case beDeclined = "asking | Goodbye | over: the other left"
  case askTooLong = "asking | 60 s | over: not accepted"
  case resume = "confirming | Confirm | talking, or leaving"
  case remember = """
    confirming | Confirm of a peer that has more of what this one has sent \
    | confirming, until all of it is recalled and stored
    """
  case compare = "confirming | Confirm of another record | confirming, until both have sent GoBack"
  case hearLine = """
    confirming, talking | GameLine | confirming, until both have sent GoBack
    """
  case goBack = "confirming | both have sent GoBack, yes and the same | suspended"
  case keepApart = "confirming | GoBack, otherwise | over: records differ"
  case differ = """
    confirming | what was recalled does not fit; in talking too, Goodbye(records differ) \
    | over: records differ
    """
  case loseNewLink = """
    confirming | link lost, silent, stalled or broken | suspended, as before
    """
  case say = "talking | the program sends a message of the match | talking"
  case deliver = "talking | a message of the match | talking"
  case keepAlive = "any with a link id | nothing sent for 5 s | as it was"
  case growQuiet = "talking | nothing received for 8 s | talking"
  case hearAgain = "talking | a packet after *quiet* | talking"
  case growSilent = "talking | nothing received for 15 s | suspended"
  case stall = "talking | the link has stalled (section 3) | suspended"
  case breakLink = "talking | broken | suspended"
  case loseLink = "talking | link lost | suspended"
  case violate = "meeting to talking, confirming | wrong | over: protocol violation"
  case beLeft = "talking | Goodbye | over: the other left"
  case leave = "talking | close | leaving"
  case waitTooLong = "suspended | 600 s | over: for the reason it was suspended for"
  case closeAlone = "suspended, confirming | close | over: closed"
  case deliverLast = "leaving | a message of the match | leaving"
  case part = "leaving | Goodbye, wrong, or its time is up | over: closed"
  case breakLast = """
    leaving | nothing received for 15 s, the link has stalled, broken \
    | as if the link were lost
    """
  case loseLast = "leaving | link lost, all before the Goodbye acknowledged | over: closed"
  case loseLastWords = """
    leaving | link lost, otherwise | suspended, and leaving again on the next link
    """
}
