"""A pipe: a stream of bytes in each direction, as section 11 of docs/reference/protocol.md has it."""

from wire import Envelope

WINDOW = 256 * 1_024
PIECE = 400


class Pipe:
    """One end; `content` goes, and `arrived` is what has come, all of which counts as written at once."""

    def __init__(self, content):
        self.content, self.arrived = content, bytearray()
        # The next byte for this link, how much may go in all, and whether the last piece was sent on it.
        self.next, self.limit, self.is_end_sent = None, 0, False
        self.told = 0
        self.has_end = self.is_whole_there = False

    def begin(self):
        """What is said at the beginning of a link."""
        self.next, self.is_end_sent = None, False
        return [self.taken()]

    def taken(self):
        self.told = len(self.arrived) + WINDOW
        return Envelope("taken", received=len(self.arrived), limit=self.told, whole=self.has_end)

    def pieces(self, room):
        """The next pieces that the other side has room for; one without content may end the stream."""
        pieces = []
        while len(pieces) < room and self.next is not None and not self.is_end_sent:
            content = self.content[self.next : min(self.next + PIECE, self.limit)]
            self.is_end_sent = self.next + len(content) == len(self.content)
            if not content and not self.is_end_sent:
                break
            pieces.append(Envelope("piece", offset=self.next, content=content, last=self.is_end_sent))
            self.next += len(content)
        return pieces

    def hear_taken(self, taken):
        if taken["received"] > len(self.content):
            return []
        self.next = taken["received"] if self.next is None else self.next
        self.limit = taken["limit"]
        self.is_whole_there = self.is_whole_there or taken["whole"]
        return []

    def hear_piece(self, piece):
        end = piece["offset"] + len(piece["content"])
        if piece["offset"] != len(self.arrived) or self.has_end or end > self.told:
            return []
        self.arrived += piece["content"]
        self.has_end = piece["last"]
        return [self.taken()] if self.has_end or self.told - len(self.arrived) <= WINDOW * 3 // 4 else []
