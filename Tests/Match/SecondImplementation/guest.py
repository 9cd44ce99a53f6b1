"""The guest: the central, which connects and asks for a seat."""

import wire
from framing import Link0, Link0Sender, Packet
from player import SEAT_LIMIT, Player, Talk
from wire import Envelope, Violation

AGAIN, PATIENCE = 1_000, 15_000
TURN_AGAIN, TURN_LIMIT = 5_000, 180_000


class Guest(Player):
    """A guest; `link_up`, `link_down`, `receive` and `tick` are its inputs."""

    START = "unlinked"

    def __init__(self, *arguments, versions=(wire.VERSION, wire.VERSION), **others):
        super().__init__(*arguments, **others)
        self.versions = versions
        self.nonce = int.from_bytes(self.random.randbytes(8), "big")
        self.sender, self.reader = Link0Sender(), Link0()
        self.is_up = False
        # With whom this guest had a seat that the host does not know, and until when it looks for another one.
        self.former = self.until = None
        # Since when the host has told this guest to come later.
        self.waits_since = None

    def link_up(self, size, now):
        self.size, self.is_up, self.reader = size, True, Link0()
        if self.state == "unlinked":
            self.greet(now)
        elif self.state == "suspended":
            self.ask(Envelope("resume", nonce=self.nonce), "returning", now)

    def greet(self, now):
        low, high = self.versions
        hello = Envelope(
            "hello", lowest=low, highest=high, nonce=self.nonce, name=self.name, program="second/1"
        )
        self.ask(hello, "greeting", now)

    def ask(self, greeting, state, now):
        self.nonce_asked = self.nonce
        self.nonce = (self.nonce + 1) % wire.HALF
        self.greeting = greeting.encoded()
        self.become(state, now)
        self.say_again(now)

    def say_again(self, now):
        self.again_at = now + AGAIN
        self.actions += [("send", packet) for packet in self.sender.packets(self.greeting)]

    def link_down(self, now):
        self.is_up = False
        if self.state in ("unlinked", "greeting"):
            self.fail("link lost", now)
        elif self.state == "returning":
            self.suspend("link lost", now)
        elif self.talk:
            self.lost("link lost", now)

    def receive(self, data, now):
        if not self.is_up or self.state == "over":
            return
        if len(data) >= 6 and data[0] >> 6 == 1 and data[0] & 15 == 3:
            return
        mine = self.talk.link if self.talk else None
        if len(data) > 1 and data[1] not in (0, mine):
            return
        if self.talk and self.state != "meeting" and len(data) > 1 and data[0] >> 6 == 1 and data[1] == 0:
            return
        try:
            piece = Packet(data)
            if piece.link == 0:
                for message in self.reader.receive(piece):
                    self.answered(message, now)
                return
        except Violation as error:
            self.out_of_order(error, now)
            return
        self.hear(self.talk, piece, now)

    def out_of_order(self, error, now):
        """Something on the link is no packet, or no message of link 0."""
        if self.talk:
            self.broken(self.talk, error, now)
            return
        self.actions.append(("disconnect", "host"))
        if self.state == "returning":
            self.refused(None, now)
        else:
            self.fail(f"protocol violation: {error}", now)

    def fail(self, how, now):
        """There is no seat on this link: who had one before tries the next."""
        if self.until is None:
            self.end(how, now)
        else:
            self.become("unlinked", now)
            self.talk = None

    def answered(self, message, now):
        answer = wire.decoded(message)
        if answer is None or answer.get("nonce") != self.nonce_asked:
            return
        if answer.kind == "refuse":
            if answer["reason"] not in wire.REFUSALS:
                return
            if self.state == "meeting" and answer["reason"] not in (wire.ROOM_FULL, wire.SEAT_KEPT, wire.LATER):
                return
            self.take_refusal(answer, now)
        elif answer.kind == {"greeting": "welcome", "returning": "resumed"}.get(self.state):
            if answer.kind == "welcome":
                self.session = wire.session_of(answer)
                self.become("meeting", now)
            first = self.former if answer.kind == "welcome" else self.other_key
            self.talk = Talk(self, True, "host", answer["link"], self.size, self.greeting, message, now, first)
            self.flush(now)

    def take_refusal(self, answer, now):
        if self.state == "returning" and answer["reason"] == wire.UNKNOWN_MATCH and not self.journal:
            self.vacate()
            self.greet(now)
            return
        if self.state in ("greeting", "meeting") and answer["reason"] == wire.LATER:
            self.waits_since = now if self.waits_since is None else self.waits_since
            if now < self.waits_since + TURN_LIMIT:
                self.wait(answer["retry"], now)
                return
        self.actions.append(("disconnect", "host"))
        if self.state == "returning":
            self.refused(answer["reason"], now)
        else:
            self.fail(f"refused {answer['reason']} {answer['lowest']} {answer['highest']}", now)

    def wait(self, seconds, now):
        """Others come first: says Hello again after a while."""
        self.events.append(("delayed", seconds))
        if self.state == "meeting":
            self.talk = None
            self.greet(now)
            self.actions = [action for action in self.actions if action[0] != "send"]
        self.become("greeting", now)
        self.again_at = now + TURN_AGAIN

    def vacate(self):
        self.events.append(("vacated",))
        self.former, self.until = self.other_key, self.suspended_at + SEAT_LIMIT
        self.session = self.other_key = None

    def refused(self, reason, now):
        self.events.append(("stranger rejected", reason))
        self.suspend("refused", now)

    def finished(self, talk, now):
        if self.state == "meeting":
            self.become("asking", now)
            self.until = None
            self.events.append(("introduced", talk.exchange.digits(), self.session))
        elif talk.exchange.recognised and talk.exchange.recognised.key == self.other_key:
            self.confirm(talk)
            self.become("confirming", now)
        else:
            self.events.append(("stranger rejected", "impostor"))
            self.hang_up(talk, now)
            self.suspend("stranger", now)

    def opened(self, talk, text, now):
        envelope = wire.decoded(text)
        is_goodbye = envelope is not None and envelope.kind == "goodbye"
        if self.state == "confirming" and is_goodbye and envelope["reason"] == wire.OTHER_MATCH:
            self.hang_up(talk, now)
            self.talk = None
            if self.journal:
                self.refused(wire.UNKNOWN_MATCH, now)
            else:
                self.vacate()
                self.become("unlinked", now)
        else:
            super().opened(talk, text, now)

    def lost(self, how, now):
        if self.state == "meeting":
            self.fail(how, now)
            return
        if self.state == "returning":
            self.events.append(("stranger rejected", how))
        super().lost(how, now)

    def tick(self, now):
        if self.state in ("greeting", "returning") and not self.talk and self.again_at <= now:
            self.say_again(now)
        if self.state in ("greeting", "returning") and self.since + PATIENCE <= now:
            self.actions.append(("disconnect", "host"))
            if self.state == "greeting":
                self.fail("no answer", now)
            else:
                self.suspend("no answer", now)
        if self.state == "suspended" and self.suspended_at + SEAT_LIMIT <= now:
            self.end(self.suspended_for, now)
        if self.state == "unlinked" and self.until is not None and self.until <= now:
            self.end("no answer", now)
        if self.talk:
            self.tick_talk(now)
        self.flush(now)

    def deadlines(self):
        yield from super().deadlines()
        if self.state in ("greeting", "returning"):
            yield self.since + PATIENCE
            if not self.talk:
                yield self.again_at
        if self.state == "unlinked":
            yield self.until
