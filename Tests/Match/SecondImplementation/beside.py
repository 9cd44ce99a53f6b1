"""What is said beside the match: section 11 of docs/reference/protocol.md; a pipe has a page of its own."""

import hashlib

from wire import Envelope, varint

WANTED, WHOLE = 1, 4
PART = 400


class Beside:
    """What one side says and hears beside the match, over all links of a session."""

    def __init__(self):
        self.said, self.heard, self.expected = [], [], 0
        self.seen_there = {}
        self.pipe = None
        self.is_understood = False
        # What it sends, and what of it has been asked for; what comes, by number.
        self.offered, self.next = None, None
        self.arriving, self.arrived = {}, []

    # Confirm

    def state(self, size):
        """The field `talk` of a Confirm, with how long a packet is accepted."""
        body = b"\x08" + bytes([self.expected]) if self.expected else b""
        return body + b"\x18\x01" + (b"\x20" + varint(size) if size else b"")

    def confirmed(self, fields):
        """What the other side expects, says its Confirm: what it does not have is said again."""
        self.is_understood = bool(fields)
        self.next = None
        if not self.is_understood:
            return []
        again = [Envelope("offer", **self.offer)] if self.offered else []
        again += self.pipe.begin() if self.pipe else []
        return again + [
            Envelope("say", number=number, text=text)
            for number, text in enumerate(self.said)
            if number >= fields.get(1, 0)
        ]

    # This side

    def say(self, text):
        self.said.append(text)
        return [Envelope("say", number=len(self.said) - 1, text=text)]

    def send(self, content):
        self.offered = content
        return [Envelope("offer", **self.offer)]

    @property
    def offer(self):
        hashed = hashlib.sha256(self.offered).digest()
        return {"file": 3, "name": "a.bin", "size": len(self.offered), "hash": hashed}

    def parts(self, room, size):
        """The next parts of what the other side wants."""
        parts = []
        while self.next is not None and self.next < len(self.offered) and len(parts) < room:
            content = self.offered[self.next : self.next + (PART if size <= 4_106 else size - 64)]
            parts.append(Envelope("part", file=3, offset=self.next, content=content))
            self.next += len(content)
        return parts or (self.pipe.pieces(room) if self.pipe else [])

    # The other side

    def hear(self, envelope):
        """What is said to `envelope`; nothing of it is ever wrong."""
        hear = getattr(self, "hear_" + envelope.kind)
        return hear(envelope) or []

    def hear_say(self, say):
        if say["number"] >= self.expected:
            self.expected = say["number"] + 1
            self.heard.append(say["text"])
            return [Envelope("seen", words=self.expected)]

    def hear_taken(self, taken):
        return self.pipe.hear_taken(taken) if self.pipe else []

    def hear_piece(self, piece):
        return self.pipe.hear_piece(piece) if self.pipe else []

    def hear_seen(self, seen):
        self.seen_there = dict(seen)

    def hear_offer(self, offer):
        if offer["hash"] in [hashlib.sha256(content).digest() for content in self.arrived]:
            # The other side has not heard that.
            return [Envelope("response", file=offer["file"], verdict=WHOLE)]
        _, content = self.arriving.setdefault(offer["file"], (offer, bytearray()))
        return [Envelope("response", file=offer["file"], verdict=WANTED, offset=len(content))] + self.whole(offer)

    def hear_response(self, response):
        if response["verdict"] == WANTED and not response["mine"]:
            self.next = response["offset"]
        elif response["verdict"] == WHOLE:
            self.offered = None

    def hear_part(self, part):
        offer, content = self.arriving.get(part["file"], (None, b""))
        if offer is None or part["offset"] != len(content) or len(content) + len(part["content"]) > offer["size"]:
            return []
        content += part["content"]
        return self.whole(offer)

    def whole(self, offer):
        _, content = self.arriving[offer["file"]]
        if len(content) < offer["size"]:
            return []
        assert hashlib.sha256(content).digest() == offer["hash"]
        self.arrived.append(bytes(content))
        del self.arriving[offer["file"]]
        return [Envelope("response", file=offer["file"], verdict=WHOLE)]
