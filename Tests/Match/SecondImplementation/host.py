"""The host: the peripheral, which has one seat."""

import wire
from framing import Link0, Link0Sender, Packet
from player import MEETING_LIMIT, SEAT_LIMIT, Player, Talk
from wire import Envelope, Violation

REFUSED = 2_000
STRANGERS, RETURNS, EXCHANGES, MINUTE = 8, 4, 8, 60_000


class Stranger:
    """A peer without a seat."""

    def __init__(self, now):
        self.reader, self.limit, self.is_ignored = Link0(), now + 15_000, False


class Offer:
    """What was answered to a greeting: the same greeting gets it again."""

    def __init__(self, peer, size, greeting, nonce, answer, link, now, session=None):
        self.peer, self.size, self.greeting, self.nonce = peer, size, greeting, nonce
        self.answer, self.link, self.began, self.talk = answer, link, now, None
        self.session = session


class Host(Player):
    """A host; `receive`, `link_down` and `tick` are its inputs."""

    START = "empty"

    def __init__(self, *arguments, **others):
        super().__init__(*arguments, **others)
        self.sender, self.strangers, self.offer, self.returns = Link0Sender(), {}, None, {}
        self.last_link, self.begun = 0, {}
        # Whether a program before this one has accepted the guest, and nothing shows that the guest has accepted.
        self.is_tentative = self.session is not None and not self.journal

    # Packets

    def receive(self, peer, size, data, now):
        stranger = self.strangers.get(peer)
        if self.state == "over" or stranger and stranger.is_ignored:
            return
        try:
            piece = Packet(data)
        except Violation as error:
            self.garbage(peer, data, error, now)
            return
        if piece.link == 0:
            self.receive_greeting(peer, size, piece, data, now)
            return
        for back in list(self.returns.values()):
            if (back.peer, back.link) == (peer, piece.link):
                back.talk = back.talk or self.begin(back, now)
                self.hear(back.talk, piece, now)
                self.flush(now)
                return
        if self.state == "offered" and (self.offer.peer, self.offer.link) == (peer, piece.link):
            self.talk = self.begin(self.offer, now)
            self.become("meeting", now)
        if self.talk and (self.talk.peer, self.talk.link) == (peer, piece.link):
            self.hear(self.talk, piece, now)

    def begin(self, offer, now):
        """A link begins on which the one who has the seat may be, if anybody has it."""
        where = offer.peer, offer.link, offer.size, offer.greeting, offer.answer
        return Talk(self, False, *where, now, first=self.other_key)

    def garbage(self, peer, data, error, now):
        if self.talk and self.talk.peer == peer:
            if len(data) < 2 or data[0] >> 6 != 1 or data[1] != 0:
                self.broken(self.talk, error, now)
            return
        if self.state == "offered" and self.offer.peer == peer:
            self.become("empty", now)
        self.returns.pop(peer, None)
        self.reject(peer, f"garbage: {error}", now)

    def reject(self, peer, why, now):
        self.events.append(("stranger rejected", why))
        if self.talk and self.talk.peer == peer:
            return
        self.actions.append(("disconnect", peer))
        stranger = self.strangers.setdefault(peer, Stranger(now))
        stranger.is_ignored, stranger.limit = True, now + 15_000

    def others(self):
        return [back.talk for back in self.returns.values()]

    # Link 0

    def receive_greeting(self, peer, size, piece, data, now):
        if peer not in self.strangers and len(self.strangers) >= STRANGERS:
            self.actions.append(("disconnect", peer))
            return
        stranger = self.strangers.setdefault(peer, Stranger(now))
        try:
            for message in stranger.reader.receive(piece):
                greeting = wire.decoded(message)
                if greeting is None or greeting.kind not in ("hello", "resume"):
                    raise Violation("no greeting")
                stranger.limit = None
                answer = self.hello if greeting.kind == "hello" else self.resume
                answer(peer, size, greeting, message, now)
        except Violation as error:
            self.garbage(peer, data, error, now)

    def answer(self, message):
        self.actions += [("send", packet) for packet in self.sender.packets(message)]

    def refuse(self, peer, greeting, reason, now):
        versions = {"lowest": wire.VERSION, "highest": wire.VERSION} if reason == wire.PROTOCOL_VERSION else {}
        self.answer(Envelope("refuse", nonce=greeting["nonce"], reason=reason, **versions).encoded())
        if not self.talk or self.talk.peer != peer:
            self.strangers[peer].limit = now + REFUSED

    def hello(self, peer, size, greeting, message, now):
        is_seats = self.talk is not None and self.talk.peer == peer
        if not greeting["lowest"] <= wire.VERSION <= greeting["highest"]:
            self.refuse(peer, greeting, wire.PROTOCOL_VERSION, now)
        elif self.state in ("meeting", "asking", "talking") and is_seats and greeting["nonce"] == self.offer.nonce:
            pass
        elif self.state == "offered" and self.offer.peer == peer:
            if self.offer.nonce == greeting["nonce"]:
                self.answer(self.offer.answer)
            else:
                self.welcome(peer, size, greeting, message, now)
        elif self.state in ("meeting", "asking") and is_seats:
            self.events.append(("stranger rejected", "new"))
            self.welcome(peer, size, greeting, message, now)
        elif self.can_begin_anew and self.state in ("talking", "suspended"):
            self.admit(peer, size, greeting, message, now)
        elif self.state == "empty" and self.may_begin("seat", now):
            self.welcome(peer, size, greeting, message, now)
        else:
            self.refuse(peer, greeting, wire.SEAT_KEPT if self.state == "suspended" else wire.ROOM_FULL, now)

    def may_begin(self, who, now):
        """Whether one more exchange may begin; those of the last minute are counted."""
        begun = self.begun[who] = [time for time in self.begun.get(who, ()) if time > now - MINUTE]
        begun.append(now)
        return len(begun) <= EXCHANGES

    def new_link(self):
        self.last_link = self.last_link % 255 + 1
        return self.last_link

    def answered(self, peer, size, greeting, message, now):
        """What a Welcome offers; or, to a Resume, what a Resumed does."""
        nonce, link, session = greeting["nonce"], self.new_link(), None
        if greeting.kind == "resume":
            answer = Envelope("resumed", nonce=nonce, link=link)
        else:
            session = int.from_bytes(self.random.randbytes(16), "big")
            terms = {"version": wire.VERSION, "link": link, "name": self.name}
            answer = Envelope("welcome", nonce=nonce, **terms, **wire.halves(session))
        self.answer(answer.encoded())
        return Offer(peer, size, message, nonce, answer.encoded(), link, now, session)

    def welcome(self, peer, size, greeting, message, now):
        self.talk, self.other_key, self.acknowledged = None, None, 0
        self.offer = self.answered(peer, size, greeting, message, now)
        self.session = self.offer.session
        self.become("offered", now)

    def admit(self, peer, size, greeting, message, now):
        """Lets somebody show that it is the one who has the seat."""
        back = self.returns.get(peer)
        if back and back.nonce == greeting["nonce"]:
            self.answer(back.answer)
            return
        if not self.may_begin(peer, now):
            self.refuse(peer, greeting, wire.TOO_MANY_TRIES, now)
            return
        if len(self.returns) >= RETURNS and not back:
            del self.returns[next(iter(self.returns))]
        self.returns[peer] = self.answered(peer, size, greeting, message, now)

    def resume(self, peer, size, greeting, message, now):
        if self.state in ("talking", "suspended", "leaving"):
            self.admit(peer, size, greeting, message, now)
        else:
            self.refuse(peer, greeting, wire.UNKNOWN_MATCH, now)

    # The exchange

    def finished(self, talk, now):
        if talk is self.talk:
            self.introduce(talk, now)
            return
        is_right = talk.exchange.recognised is not None and talk.exchange.recognised.key == self.other_key
        begins_anew = self.returns[talk.peer].session is not None
        if not is_right and not (begins_anew and self.is_tentative):
            self.broken(talk, "another player", now)
        elif begins_anew:
            self.begin_anew(self.returns.pop(talk.peer), now)

    def opened(self, talk, text, now):
        if talk in self.others():
            self.let_in(talk, text, now)
        else:
            super().opened(talk, text, now)

    def let_in(self, talk, text, now):
        """The player of the seat says which match it means."""
        try:
            envelope = wire.decoded(text)
        except Violation as error:
            self.broken(talk, error, now)
            return
        if not envelope or envelope.kind != "confirm" or wire.session_of(envelope) != self.session:
            del self.returns[talk.peer]
            talk.say(Envelope("goodbye", reason=wire.OTHER_MATCH))
            self.actions += [("send", packet) for packet in talk.stream.send(now)]
            self.reject(talk.peer, wire.UNKNOWN_MATCH, now)
            return
        del self.returns[talk.peer]
        self.let_go(talk.peer, now)
        if self.state != "suspended":
            self.suspend("another link", now)
        if self.state == "over":
            self.actions.append(("disconnect", talk.peer))
            return
        self.talk, self.is_tentative = talk, False
        self.confirm(talk)
        self.go_on(talk, envelope, now)

    def let_go(self, peer, now):
        """Ends the links of all who had or wanted the seat, but that of `peer`."""
        if self.talk and self.talk.peer != peer:
            self.hang_up(self.talk, now)
        self.actions += [("disconnect", other) for other in self.returns]
        self.returns = {}

    def introduce(self, talk, now):
        self.become("asking", now)
        self.events.append(("introduced", talk.exchange.digits(), self.session))

    def begin_anew(self, back, now):
        """The guest's program was started anew, and nobody has played."""
        if not self.can_begin_anew or self.state == "leaving":
            self.hang_up(back.talk, now)
            return
        self.let_go(back.peer, now)
        self.journal, self.acknowledged, self.is_tentative = [], 0, False
        self.talk, self.session, self.offer = back.talk, back.session, back
        self.events.append(("vacated",))
        self.introduce(back.talk, now)

    def broken(self, talk, error, now):
        if talk in self.others():
            del self.returns[talk.peer]
            self.reject(talk.peer, f"impostor: {error}", now)
            return
        super().broken(talk, error, now)

    def end(self, how, now):
        if self.state in ("meeting", "asking") and how != "closed":
            self.events.append(("stranger rejected", how))
            self.become("empty", now)
            self.session = self.talk = self.offer = None
            return
        self.actions += [("disconnect", peer) for peer in [*self.strangers, *self.returns]]
        super().end(how, now)

    # Links and time

    def link_down(self, peer, now):
        self.strangers.pop(peer, None)
        self.returns.pop(peer, None)
        if self.talk and self.talk.peer == peer:
            self.lost("link lost", now)
        elif self.state == "offered" and self.offer.peer == peer:
            self.become("empty", now)

    def tick(self, now):
        for peer, stranger in list(self.strangers.items()):
            if stranger.limit is not None and stranger.limit <= now:
                del self.strangers[peer]
                if not stranger.is_ignored and not (self.talk and self.talk.peer == peer):
                    self.actions.append(("disconnect", peer))
        for back in list(self.returns.values()):
            if back.began + MEETING_LIMIT <= now:
                del self.returns[back.peer]
                self.actions.append(("disconnect", back.peer))
        if self.state == "offered" and self.since + MEETING_LIMIT <= now:
            self.actions.append(("disconnect", self.offer.peer))
            self.become("empty", now)
        if self.state == "suspended" and self.suspended_at + SEAT_LIMIT <= now:
            self.end(self.suspended_for, now)
        if self.talk:
            self.tick_talk(now)
        self.flush(now)

    def flush(self, now):
        super().flush(now)
        for talk in self.others():
            if talk:
                self.actions += [("send", packet) for packet in talk.stream.due(now)]

    def deadlines(self):
        yield from super().deadlines()
        yield from (stranger.limit for stranger in self.strangers.values())
        yield from (back.began + MEETING_LIMIT for back in self.returns.values())
        yield from (talk.stream.deadline() for talk in self.others() if talk)
        if self.state == "offered":
            yield self.since + MEETING_LIMIT
