"""One who watches: section 13 of docs/reference/protocol.md. Times are milliseconds."""

import gomoku
import wire
from guest import Guest
from wire import Envelope, Violation

ROOM = 2
LOOKS = 600_000


class Watcher(Guest):
    """A guest that wants to watch. `entries` has what it has seen of the record."""

    def __init__(self, *arguments, **others):
        super().__init__(*arguments, **others)
        self.room = self.lost_at = None
        self.entries = []
        self.wanted = 0
        # Whether it may talk, and what it has heard: whose words, and which.
        self.may_talk, self.remarks = False, []

    def greet(self, now):
        hello = Envelope(
            "hello", lowest=4, highest=4, nonce=self.nonce, name=self.name, program="second/1", watches=True
        )
        self.ask(hello, "greeting", now)

    def finished(self, talk, now):
        self.become("watching", now)

    def opened(self, talk, text, now):
        envelope = wire.decoded(text)
        if envelope is None or self.state != "watching":
            raise Violation("no content that is known")
        if envelope.kind == "watching":
            if self.room != envelope["room"]:
                self.entries = []
            self.room, self.lost_at = envelope["room"], None
            self.may_talk = envelope["may_talk"]
            if len(self.entries) < envelope["count"]:
                self.talk.say(Envelope("want", **{"from": len(self.entries)}))
                self.wanted += 1
                self.flush(now)
        elif envelope.shown is not None:
            self.take(envelope.shown[0], envelope.shown[1], envelope)
        elif envelope.kind == "remark":
            self.remarks.append((envelope["name"], envelope["text"]))
        elif envelope.kind == "goodbye":
            self.leave_for_good(now, f"left {envelope['reason']}")
            return
        else:
            raise Violation(f"{envelope.kind} to a watcher")

    def remark(self, text, now):
        """Says something to all at the table."""
        self.talk.say(Envelope("remark", text=text))
        self.flush(now)

    def take(self, number, source, envelope):
        if (envelope.kind == "room") != (source == ROOM):
            raise Violation("an entry of another source")
        # Another comes twice, or before it was asked for.
        if number == len(self.entries):
            self.entries.append((source, envelope))

    def link_down(self, now):
        self.is_up = False
        if self.state != "over":
            self.lost("link lost", now)

    def fail(self, how, now):
        self.lost(how, now)

    def lost(self, how, now):
        if self.room is None:
            self.end(how, now)
            return
        self.lost_at = now if self.lost_at is None else self.lost_at
        self.talk = None
        self.become("unlinked", now)

    def tick(self, now):
        if self.lost_at is not None and self.lost_at + LOOKS <= now:
            self.end("link lost", now)
        super().tick(now)

    def deadlines(self):
        yield from super().deadlines()
        if self.lost_at is not None:
            yield self.lost_at + LOOKS


class Onlooker:
    """A watcher with a board, for the air."""

    def __init__(self, random, book=()):
        self.side = Watcher("Wei", list(book), random)
        self.name = "watcher"

    @property
    def actions(self):
        return self.side.actions

    @property
    def looks_for_host(self):
        return self.side.state == "unlinked"

    def link_up(self, size, now):
        self.side.link_up(size, now)

    def link_down(self, peer, now):
        self.side.link_down(now)

    def receive(self, peer, size, data, now):
        self.side.receive(data, now)

    def tick(self, now):
        self.side.tick(now)

    def deadline(self):
        return self.side.deadline()

    @property
    def moves(self):
        """The moves that were seen, each of which leads to the position that its mover says."""
        moves, size = [], gomoku.SIZE
        for _, message in self.side.entries:
            if message.kind == "start":
                moves, size = [], gomoku.size(message["options"])
            if message.kind == "move":
                moves.append(message["text"])
                if message["position"] != gomoku.Board(moves, size).hash():
                    raise AssertionError(f"{message} leads to another position")
        return moves
