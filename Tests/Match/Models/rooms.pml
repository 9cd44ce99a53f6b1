/*
 * One room for those who type one word: docs/dev/decisions/0029-automatic-tables.md.
 *
 * PLAYERS programs begin at any time. Each listens, opens a room if it has heard none, and takes it down for a higher one. What
 * is abstracted, and what each mutation (-DNAME) breaks, is in docs/dev/models.md.
 */

#ifndef PLAYERS
#define PLAYERS 3
#endif
#ifndef FAULTS
#define FAULTS 2 /* advertisements lost, rooms believed gone that are not, players that leave their room for something else */
#endif
#ifndef AGES
#define AGES 1 /* steps of age that are reached in all */
#endif
#ifndef NUMBERS
#define NUMBERS 2 /* random numbers that are drawn for a new room */
#endif
#ifndef DRAWS
#define DRAWS 1 /* how often two that draw again may draw alike */
#endif

#define STEP 32 /* the numbers of one step of age */

mtype = { looking, open, following };

mtype state[PLAYERS] = looking;
byte rank[PLAYERS];            /* of the room; 0: there is none */
byte heard[PLAYERS * PLAYERS]; /* what one lists of another: its rank, or 0 */
byte air[PLAYERS * PLAYERS];   /* the same on its way, where it stays whatever becomes of the room */
byte faults = FAULTS;
byte ages = AGES;
byte draws = DRAWS;
bool left; /* somebody has left a room, and who gives way for that one is in none for a while */

/* What must never be. */
bool emptied; /* a room was taken down, and there is no higher one */
bool several;
bool none;
bool astray; /* somebody does not list the room */

#define at(who, from) ((who) * PLAYERS + (from))

/* `me` has a room, and hears of one that is `other`. */
inline compare(other) {
  if
#ifdef NO_RANK
  :: true ->
#else
  :: other > rank[me] ->
#endif
    old = rank[me];
    rank[me] = 0;
    state[me] = following;
    emptied = !left;
    for (n : 0 .. PLAYERS - 1) {
      if
      :: rank[n] > old -> emptied = false
      :: else
      fi
    }
    assert(!emptied)
#if !defined(NO_DRAW) && !defined(NO_RANK)
  :: other == rank[me] && draws > 0 -> draws--; rank[me] = rank[me] + 1
  :: other == rank[me] -> rank[me] = rank[me] + 1 + me
#endif
#ifndef NO_RANK
  :: else
#endif
  fi;
  n = 0;
  old = 0
}

/* `me` takes the room of `of` off its list. */
inline forget(from) {
  heard[at(me, from)] = 0;
  for (n : 0 .. PLAYERS - 1) {
    if
    :: heard[at(me, n)] > 0 -> old = 1
    :: else
    fi
  }
  if
#ifndef NO_SEARCH
  :: state[me] == following && old == 0 -> state[me] = looking
#endif
  :: else
  fi;
  n = 0;
  old = 0
}

/* All that `me` may do with another one. Only what says something new is sent: the rest changes nothing. */
#define with(from) \
  :: atomic { rank[from] > 0 && air[at(me, from)] == 0 && heard[at(me, from)] != rank[from] -> \
       air[at(me, from)] = rank[from] } \
  :: atomic { air[at(me, from)] > 0 && faults > 0 -> faults--; air[at(me, from)] = 0 } \
  :: atomic { air[at(me, from)] > 0 -> \
       heard[at(me, from)] = air[at(me, from)]; \
       air[at(me, from)] = 0; \
       if \
       :: state[me] == looking -> state[me] = following \
       :: state[me] == open -> compare(heard[at(me, from)]) \
       :: else \
       fi } \
  :: atomic { heard[at(me, from)] > 0 && rank[from] == 0 && air[at(me, from)] == 0 -> forget(from) } \
  :: atomic { heard[at(me, from)] > 0 && rank[from] > 0 && faults > 0 -> faults--; forget(from) }

proctype player(byte me) {
  byte n, old;
end:
  do
  /* It may have begun at any time. */
  :: atomic { state[me] == looking -> state[me] = open; rank[me] = 1 }
#if NUMBERS > 1
  :: atomic { state[me] == looking -> state[me] = open; rank[me] = 2 }
#endif
#if NUMBERS > 2
  :: atomic { state[me] == looking -> state[me] = open; rank[me] = 3 }
#endif
  :: atomic { state[me] == open && ages > 0 -> ages--; rank[me] = rank[me] + STEP }
  :: atomic { state[me] == open && faults > 0 ->
       faults--;
       left = true;
       rank[me] = 0;
       state[me] = looking;
       for (n : 0 .. PLAYERS - 1) {
         heard[at(me, n)] = 0;
         air[at(me, n)] = 0
       }
       n = 0 }
  with((me + 1) % PLAYERS)
#if PLAYERS > 2
  with((me + 2) % PLAYERS)
#endif
#if PLAYERS > 3
  with((me + 3) % PLAYERS)
#endif
  od
}

init {
  byte i, room, rooms;
  atomic {
    for (i : 0 .. PLAYERS - 1) { run player(i) }
  }
  /* Nothing is left to happen: all is heard, and no fault is made any more. */
  atomic {
    timeout ->
    for (i : 0 .. PLAYERS - 1) {
      if
      :: rank[i] > 0 -> rooms++; room = i
      :: else
      fi
    }
    several = rooms > 1;
    none = rooms == 0;
    assert(!several);
    assert(!none);
    for (i : 0 .. PLAYERS - 1) {
      if
      :: i != room -> astray = heard[at(i, room)] != rank[room] || state[i] != following
      :: else
      fi;
      assert(!astray)
    }
  }
}
