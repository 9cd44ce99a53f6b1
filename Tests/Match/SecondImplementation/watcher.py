"""One who watches: section 13 of docs/reference/protocol.md. Times are milliseconds."""

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

import gomoku
import wire
from framing import crc16
from guest import Guest
from wire import Envelope, Violation

HOST, GUEST, ROOM, COUNT = range(4)
HOLE, WANT_AGAIN, LOOKS = 300, 5_000, 600_000


def is_for_all(data):
    """Whether a packet is one for all who watch."""
    return len(data) >= 6 and data[0] >> 6 == 1 and data[0] & 15 == 3 and data[1] == 0


class Parts:
    """Puts the packets for all who watch together."""

    def __init__(self):
        self.kept = {}

    def add(self, data):
        """Number, source, epoch and what is sealed, if `data` completes an entry."""
        number, marks, part = int.from_bytes(data[2:4], "big"), data[4], data[5]
        if bool(data[0] & 32) != (part == 0):
            return None
        parts = self.kept.setdefault((number, marks), {})
        parts[part] = data
        while len(self.kept) > 16:
            del self.kept[next(iter(self.kept))]
        whole = []
        while len(whole) in parts:
            whole.append(parts[len(whole)])
            if whole[-1][0] & 16:
                break
        else:
            return None
        self.kept.pop((number, marks), None)
        text = whole[0][10:] + b"".join(packet[6:] for packet in whole[1:])
        head = whole[0][6:10]
        if (len(text), crc16(text)) != (int.from_bytes(head[:2], "big"), int.from_bytes(head[2:], "big")):
            return None
        return number, marks >> 6, marks & 63, text


class Watcher(Guest):
    """A guest that wants to watch. `entries` has what it has seen of the record."""

    def __init__(self, *arguments, **others):
        super().__init__(*arguments, **others)
        self.key = self.room = None
        self.epoch = self.count = 0
        self.entries, self.waiting, self.parts = [], {}, Parts()
        self.hole_since = self.asked = self.lost_at = None
        self.wanted = 0
        # Whether it may talk, and what it has heard: whose words, and which.
        self.may_talk, self.remarks = False, []

    def greet(self, now):
        hello = Envelope(
            "hello", lowest=3, highest=3, nonce=self.nonce, name=self.name, program="second/1", watches=True
        )
        self.ask(hello, "greeting", now)

    def receive(self, data, now):
        if is_for_all(data):
            if self.is_up and self.state == "watching":
                self.hear_all(data)
                self.look(now)
            return
        super().receive(data, now)

    def finished(self, talk, now):
        self.become("watching", now)

    def opened(self, talk, text, now):
        envelope = wire.decoded(text)
        if envelope is None or self.state != "watching":
            raise Violation("no content that is known")
        if envelope.kind == "watching":
            if len(envelope["key"]) not in (0, 32):
                raise Violation("a key of another length")
            if self.room != envelope["room"]:
                self.entries, self.waiting = [], {}
            # At a broker there is no key, and all entries come on the link.
            self.key = ChaCha20Poly1305(envelope["key"]) if envelope["key"] else None
            self.epoch = envelope["epoch"]
            self.room, self.count = envelope["room"], max(envelope["count"], len(self.entries))
            self.may_talk = envelope["may_talk"]
            self.asked, self.hole_since = None, now - HOLE
            self.lost_at = None
        elif envelope.shown is not None:
            self.take(envelope.shown[0], envelope.shown[1], envelope)
        elif envelope.kind == "remark":
            self.remarks.append((envelope["name"], envelope["text"]))
        elif envelope.kind == "goodbye":
            self.leave_for_good(now, f"left {envelope['reason']}")
            return
        else:
            raise Violation(f"{envelope.kind} to a watcher")
        self.look(now)

    def remark(self, text, now):
        """Says something to all at the table."""
        self.talk.say(Envelope("remark", text=text))
        self.flush(now)

    def hear_all(self, data):
        whole = self.parts.add(data)
        if whole is None or self.key is None or whole[2] != self.epoch % 64:
            return
        low, source, _, text = whole
        number = len(self.entries) + (low - len(self.entries) + 32_768) % 65_536 - 32_768
        if number < 0:
            return
        try:
            plain = self.key.decrypt(bytes(4) + (number * 4 + source).to_bytes(8, "little"), text, b"")
        except InvalidTag:
            return
        if source == COUNT:
            self.count = max(self.count, number)
        else:
            self.take(number, source, wire.decoded(plain))

    def take(self, number, source, envelope):
        if (envelope.kind == "room") != (source == ROOM):
            raise Violation("an entry of another source")
        self.count = max(self.count, number + 1)
        if number >= len(self.entries):
            self.waiting[number] = (source, envelope)
        while len(self.entries) in self.waiting:
            self.entries.append(self.waiting.pop(len(self.entries)))

    def look(self, now):
        """Asks for what is missing, when it is time."""
        if len(self.entries) >= self.count:
            self.hole_since = self.asked = None
            return
        self.hole_since = now if self.hole_since is None else self.hole_since
        if self.want_at() <= now and self.talk:
            end = min([*self.waiting, self.count])
            self.talk.say(Envelope("want", **{"from": len(self.entries), "count": end - len(self.entries)}))
            self.asked = (end, now)
            self.wanted += 1
            self.flush(now)

    def want_at(self):
        if self.asked and len(self.entries) < self.asked[0]:
            return self.asked[1] + WANT_AGAIN
        return self.hole_since + HOLE

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
        if self.state == "watching":
            self.look(now)
        if self.lost_at is not None and self.lost_at + LOOKS <= now:
            self.end("link lost", now)
        super().tick(now)

    def deadlines(self):
        yield from super().deadlines()
        if self.state == "watching" and len(self.entries) < self.count:
            yield self.want_at() if self.hole_since is not None else None
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
        moves = []
        for _, message in self.side.entries:
            if message.kind == "start":
                moves = []
            if message.kind == "move":
                moves.append(message["text"])
                if message["position"] != gomoku.Board(moves).hash():
                    raise AssertionError(f"{message} leads to another position")
        return moves
