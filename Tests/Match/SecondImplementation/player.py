"""What both sides have in common: section 6 of docs/reference/protocol.md, "Both, once there is a link id". Times are milliseconds."""

import wire
from framing import Stream
from noise import Exchange, KeyPair
from wire import Envelope, Violation

MEETING_LIMIT = 15_000
ASKING_LIMIT = 60_000
KEEP_ALIVE, QUIET, SILENT = 5_000, 8_000, 15_000
SEAT_LIMIT = 600_000
FAREWELL = 2_000
OUTBOX = 256


class Talk:
    """One link id: its streams, its exchange of keys, and what is sealed after it."""

    def __init__(self, player, is_guest, peer, link, size, greeting, answer, now, first=None):
        self.peer, self.link, self.began = peer, link, now
        self.stream = Stream(link, size, now)
        keys = [KeyPair(player.random.randbytes(32)) for _ in range(2)]
        randoms = player.random.randbytes(16), player.random.randbytes(128)
        self.exchange = Exchange(is_guest, greeting, answer, keys, randoms, player.known(first))
        self.is_guest = is_guest
        self.has_accepted = self.has_heard = self.is_quiet = False
        self.last_of_match = None
        self.beside_at = []
        self.first_count = 0
        if is_guest:
            self.stream.say(self.exchange.write())

    def take(self, message):
        """Takes a message of the exchange, and says the next one."""
        self.exchange.read(message)
        if self.exchange.is_my_turn:
            self.stream.say(self.exchange.write())

    def say(self, envelope):
        self.stream.say(self.exchange.seals.seal(envelope.encoded()))

    def deadlines(self):
        yield self.stream.deadline()
        yield self.stream.last_sent + KEEP_ALIVE
        yield self.stream.last_received + SILENT
        if not self.is_quiet:
            yield self.stream.last_received + QUIET


class Player:
    """One side. Inputs leave in `actions` and `events` what is to be done and told.

    `book` has whom the player knows, those first that were met last; it is on disk as the journal is.
    """

    def __init__(self, name, book, random, session=None, other_key=None, journal=()):
        self.name, self.book, self.random = name, book, random
        self.session, self.other_key = session, other_key
        self.journal = list(journal)
        self.talk = None
        self.introduction = None
        self.actions, self.events = [], []
        self.suspended_at, self.leaving_at, self.reason = 0, None, None
        self.acknowledged = 0
        # Who watches, as a guest is told.
        self.watchers, self.remarks = [], []
        self.beside = None
        self.state, self.since = ("suspended", 0) if session else (self.START, 0)

    @property
    def said(self):
        return [message for who, message in self.journal if who == "said"]

    @property
    def heard(self):
        return [message for who, message in self.journal if who == "heard"]

    @property
    def can_begin_anew(self):
        """In the words of the page: nothing heard; nothing but Start said, or nothing acknowledged."""
        has_played = any(wire.decoded(message).kind != "start" for message in self.said)
        return not self.heard and not (has_played and self.acknowledged)

    def known(self, first=None):
        """Whom this side may be talking to: the one whose key is `first`, and then all others, each once."""
        return sorted(self.book, key=lambda player: player.key != first)

    def remember(self, other):
        self.book[:] = [other, *(player for player in self.book if player.key != other.key)]

    # What the program does

    def accept(self, now):
        other = self.talk.exchange.other
        self.remember(other)
        self.other_key = other.key
        self.talk.say(Envelope("confirm", talk=self.state_of_talk(self.talk), **wire.halves(self.session)))
        self.talk.has_accepted = True
        self.join(self.talk, now)
        self.flush(now)

    def decline(self, now):
        self.talk.say(Envelope("goodbye", reason=wire.NOT_ACCEPTED))
        self.leave_for_good(now, "declined")

    def submit(self, envelope, now):
        self.journal.append(("said", envelope.encoded()))
        if len(self.said) - self.acknowledged > OUTBOX:
            if self.talk:
                self.talk.say(Envelope("goodbye", reason=wire.FAILED))
            self.leave_for_good(now, "outbox full")
        elif self.state == "talking":
            self.talk.say(envelope)
            self.flush(now)

    def close(self, now, reason=wire.LEFT):
        if self.state in ("over", "leaving"):
            return
        if self.state != "talking":
            if self.state == "asking":
                self.talk.say(Envelope("goodbye", reason=reason))
            self.leave_for_good(now, "closed")
            return
        self.reason, self.leaving_at = reason, now
        self.say_goodbye(self.talk, now)
        self.flush(now)

    def say_goodbye(self, talk, now):
        talk.last_of_match = talk.stream.said
        talk.say(Envelope("goodbye", reason=self.reason))
        self.become("leaving", now)
        self.farewell_at = None

    # What the link brings

    # Beside the match

    def state_of_talk(self, talk):
        return self.beside.state(talk.stream.offer()) if self.beside else b""

    def say_beside(self, envelopes, now):
        if self.state == "talking" and self.beside.is_understood:
            for envelope in envelopes:
                self.talk.beside_at.append(self.talk.stream.said)
                self.talk.say(envelope)
        self.flush(now)

    def hear_confirm(self, talk, envelope):
        if self.beside:
            fields = {field: value for field, _, value in wire.read_fields(envelope["talk"])}
            talk.stream.allow(fields.get(4, 0))
            self.again = self.beside.confirmed(fields)

    def hear(self, talk, piece, now):
        messages = talk.stream.receive(piece, now)
        if talk.is_quiet:
            talk.is_quiet = False
            self.events.append(("heard again",))
        while True:
            try:
                message = next(messages, None)
                if message is None:
                    break
                text = None
                if not talk.exchange.is_over:
                    talk.take(message)
                    if talk.exchange.is_over:
                        self.finished(talk, now)
                else:
                    text = talk.exchange.opens.open(message)
            except Violation as error:
                self.broken(talk, error, now)
                return
            if text is not None:
                try:
                    self.opened(talk, text, now)
                except Violation as error:
                    self.wrong(talk, error, now)
                    return
            if talk is not self.talk and talk not in self.others():
                return
        self.count_acknowledged(talk)
        self.flush(now)

    def others(self):
        return ()

    def opened(self, talk, text, now):
        envelope = wire.decoded(text)
        if envelope is None:
            raise Violation("no content that is known")
        kind = envelope.kind
        if kind == "confirm" and self.state == "asking" and not talk.has_heard:
            if envelope["received"] != 0 or wire.session_of(envelope) != self.session:
                raise Violation("a Confirm of something else")
            talk.has_heard = True
            self.hear_confirm(talk, envelope)
            self.join(talk, now)
        elif kind == "confirm" and self.state == "confirming" and wire.session_of(envelope) == self.session:
            self.go_on(talk, envelope, now)
        elif kind == "goodbye" and self.state in ("asking", "talking", "leaving"):
            if self.state == "talking":
                talk.say(Envelope("goodbye"))
            self.leave_for_good(now, "closed" if self.state == "leaving" else f"left {envelope['reason']}")
        elif kind in ("game_line", "go_back") and self.state in ("talking", "confirming"):
            talk.say(Envelope("goodbye", reason=wire.DIFFER))
            self.leave_for_good(now, "records differ")
        elif kind == "watchers" and talk.is_guest and self.state in ("talking", "leaving"):
            self.watchers = envelope["names"]
        elif kind == "remark" and envelope["name"] and talk.is_guest and self.state in ("talking", "leaving"):
            self.remarks.append((envelope["name"], envelope["text"]))
        elif kind in wire.OF_MATCH and self.state in ("talking", "leaving"):
            if kind == "start" and talk.is_guest is False:
                raise Violation("a guest's Start")
            self.journal.append(("heard", text))
            if self.state == "talking":
                self.events.append(("message", envelope))
        elif kind in wire.BESIDE and self.beside and self.state in ("talking", "leaving"):
            self.say_beside(self.beside.hear(envelope), now)
        else:
            raise Violation(f"{kind} out of place")

    def join(self, talk, now):
        if talk.has_accepted and talk.has_heard:
            talk.said_from, talk.first_count = 0, talk.stream.said
            self.become("talking", now)
            self.events.append(("joined",))

    def go_on(self, talk, confirm, now):
        count = confirm["received"]
        if count > len(self.said):
            raise Violation("an impossible count")
        self.acknowledged = count
        talk.said_from, talk.first_count = count, talk.stream.said
        self.become("talking", now)
        self.events.append(("resumed",))
        for message in self.said[count:]:
            talk.stream.say(talk.exchange.seals.seal(message))
        if self.beside:
            self.hear_confirm(talk, confirm)
            self.say_beside(self.again, now)
        if self.leaving_at is not None:
            self.say_goodbye(talk, now)

    def confirm(self, talk):
        """Says how much of the match has come."""
        state = self.state_of_talk(talk)
        talk.say(Envelope("confirm", received=len(self.heard), talk=state, **wire.halves(self.session)))

    def count_acknowledged(self, talk):
        if talk is self.talk and self.state in ("talking", "leaving"):
            count = talk.stream.acknowledged_messages
            new = count - talk.first_count - sum(at < count for at in talk.beside_at)
            self.acknowledged = max(self.acknowledged, min(len(self.said), talk.said_from + new))

    # Endings

    def become(self, state, now):
        self.state, self.since = state, now

    def hang_up(self, talk, now):
        self.actions += [("send", packet) for packet in talk.stream.send(now)]
        self.actions.append(("disconnect", talk.peer))

    def end(self, how, now):
        self.become("over", now)
        self.events.append(("over", how))
        self.talk = None

    def leave_for_good(self, now, how):
        if self.talk:
            self.hang_up(self.talk, now)
        self.end(how, now)

    def suspend(self, how, now):
        if self.state == "leaving" and self.is_heard_out(self.talk):
            self.end("closed", now)
            return
        if self.state in ("talking", "leaving"):
            self.suspended_at, self.suspended_for = now, how
            self.events.append(("suspended", how))
        self.become("suspended", now)
        self.talk = None

    def is_heard_out(self, talk):
        """Whether all that was said before the Goodbye was acknowledged."""
        return talk.stream.acknowledged_messages >= talk.last_of_match

    def lost(self, how, now):
        """The link is gone: lost, silent, stalled or broken."""
        if self.state in ("meeting", "asking"):
            self.end(how, now)
        else:
            self.suspend(how, now)

    def broken(self, talk, error, now):
        self.hang_up(talk, now)
        self.lost(f"broken: {error}", now)

    def wrong(self, talk, error, now):
        if self.state == "leaving":
            self.leave_for_good(now, "closed")
            return
        talk.say(Envelope("goodbye", reason=wire.PROTOCOL_VIOLATION))
        self.leave_for_good(now, f"protocol violation: {error}")

    # Time

    def tick_talk(self, now):
        talk, stream = self.talk, self.talk.stream
        if stream.last_received + SILENT <= now or stream.is_stalled:
            self.hang_up(talk, now)
            self.lost("stalled" if stream.is_stalled else "silent", now)
            return
        if stream.last_received + QUIET <= now and not talk.is_quiet:
            talk.is_quiet = True
            self.events.append(("quiet",))
        if self.state == "meeting" and self.since + MEETING_LIMIT <= now:
            self.leave_for_good(now, "no answer")
        elif self.state == "asking" and self.since + ASKING_LIMIT <= now:
            talk.say(Envelope("goodbye", reason=wire.NOT_ACCEPTED))
            self.leave_for_good(now, "not accepted")
        elif self.state == "leaving":
            if self.farewell_at is None and self.is_heard_out(talk):
                self.farewell_at = now + FAREWELL
            if (self.farewell_at or now + 1) <= now or self.leaving_at + SEAT_LIMIT <= now:
                self.leave_for_good(now, "closed")
        if self.talk and stream.last_sent + KEEP_ALIVE <= now:
            self.actions.append(("send", stream.report(now)))

    def flush(self, now):
        talk = self.talk
        if talk and self.beside and self.state == "talking" and len(talk.stream.waiting) < 8:
            for part in self.beside.parts(8, self.talk.stream.size):
                talk.beside_at.append(talk.stream.said)
                talk.say(part)
        if talk:
            if self.state == "leaving" and self.farewell_at is None and self.is_heard_out(talk):
                self.farewell_at = now + FAREWELL
            self.actions += [("send", packet) for packet in talk.stream.due(now)]

    def deadlines(self):
        if self.talk:
            yield from self.talk.deadlines()
        if self.state == "meeting":
            yield self.since + MEETING_LIMIT
        elif self.state == "asking":
            yield self.since + ASKING_LIMIT
        elif self.state == "suspended":
            yield self.suspended_at + SEAT_LIMIT
        elif self.state == "leaving":
            yield self.farewell_at
            yield self.leaving_at + SEAT_LIMIT

    def deadline(self):
        return min((time for time in self.deadlines() if time is not None), default=None)
