"""Packets, streams and link 0: sections 2 and 3 of docs/reference/protocol.md. All times are milliseconds."""

from wire import LARGEST, LONGEST, LostPacket, TooLarge, Violation

LARGEST_ON_LINK_0 = 512
LARGEST_PACKET, LONGEST_PACKET = 4_106, 61_504
WINDOW = 64
AHEAD = 127
MESSAGE, REPORT = 0, 1


def crc16(data):
    value = 0xFFFF
    for byte in data:
        value ^= byte << 8
        for _ in range(8):
            value = (value << 1 ^ 0x1021 if value & 0x8000 else value << 1) & 0xFFFF
    return value


def checksum(message):
    """That of a message; a long one, which is sealed, has none."""
    return crc16(message) if len(message) <= LARGEST else 0


def ahead(number, expected):
    return (number - expected) % 65_536


class Packet:
    """A packet, taken apart."""

    def __init__(self, data):
        if len(data) < 6 or data[0] >> 6 != 1 or data[0] & 15 > REPORT:
            raise Violation("no packet")
        self.kind, self.link, self.size = data[0] & 15, data[1], len(data)
        if len(data) > (LONGEST_PACKET if self.link else 18):
            raise Violation("a packet too long")
        self.is_first, self.is_last = bool(data[0] & 32), bool(data[0] & 16)
        self.number = int.from_bytes(data[2:4], "big")
        self.acknowledged = int.from_bytes(data[4:6], "big")
        if self.kind == REPORT:
            if not 7 <= len(data) <= 15:
                raise Violation("no report")
            self.credit = min(data[6], WINDOW)
            self.beyond = [
                (self.acknowledged + 1 + 8 * k + i) % 65_536
                for k, byte in enumerate(data[7:])
                for i in range(8)
                if byte >> i & 1
            ]
            return
        body = 10 if self.is_first else 6
        self.content = data[body:]
        if not self.content:
            raise Violation("an empty fragment")
        if self.is_first:
            self.length, self.checksum = int.from_bytes(data[6:8], "big"), int.from_bytes(data[8:10], "big")
            if self.length > (LONGEST if self.link else LARGEST_ON_LINK_0):
                raise TooLarge("a length in a first fragment")
            if self.length == 0:
                raise Violation("an empty message")


def cut(message, sent, size):
    """The flags and the body of the fragment of `message` after `sent` bytes, and how much of it that is."""
    head = len(message).to_bytes(2, "big") + checksum(message).to_bytes(2, "big") if sent == 0 else b""
    part = message[sent : sent + size - 6 - len(head)]
    is_last = sent + len(part) == len(message)
    return 0x40 | (sent == 0) << 5 | is_last << 4, head + part, len(part)


def packet(flags, link, number, acknowledged, body):
    return bytes([flags, link]) + number.to_bytes(2, "big") + acknowledged.to_bytes(2, "big") + body


class Assembly:
    """Puts the fragments of one message after the other together."""

    def __init__(self):
        self.content = None

    def add(self, piece):
        if piece.is_first != (self.content is None):
            raise Violation("a message that begins twice or never")
        if piece.is_first:
            self.content, self.length, self.checksum = b"", piece.length, piece.checksum
        self.content += piece.content
        if len(self.content) > self.length or piece.is_last != (len(self.content) == self.length):
            raise Violation("a wrong length")
        if not piece.is_last:
            return None
        whole, self.content = self.content, None
        if checksum(whole) != self.checksum and len(whole) <= LARGEST:
            raise Violation("a wrong checksum")
        return whole


class Link0:
    """The messages of link 0 from one peer."""

    def __init__(self):
        self.kept = {}

    def receive(self, piece):
        """The messages that `piece` completes."""
        if piece.kind != MESSAGE or piece.number in self.kept:
            return []
        self.kept[piece.number] = piece
        while len(self.kept) > 64:
            del self.kept[next(iter(self.kept))]
        first = piece.number
        while first in self.kept and not self.kept[first].is_first:
            first = (first - 1) % 65_536
        run = [self.kept.get(first)]
        while run[-1] and not run[-1].is_last:
            run.append(self.kept.get((first + len(run)) % 65_536))
        if run[-1] is None:
            return []
        assembly = Assembly()
        return [whole for whole in map(assembly.add, run) if whole is not None]


class Link0Sender:
    """Cuts messages for link 0; one for the whole life of a program."""

    def __init__(self):
        self.number = 0

    def packets(self, message):
        sent = 0
        while sent < len(message):
            flags, body, length = cut(message, sent, 18)
            yield packet(flags, 0, self.number, 0, body)
            self.number = (self.number + 1) % 65_536
            sent += length


class Fragment:
    """One that is on the way."""

    def __init__(self, number, flags, body, now):
        self.number, self.flags, self.body = number, flags, body
        self.sent_at, self.times, self.is_named = now, 1, False


class Stream:
    """Both streams of one link id, as one side sees them."""

    def __init__(self, link, size, now):
        # How long a packet may be on the transport, here, and there: only what was said goes beyond the usual.
        self.link, self.of_transport = link, size
        self.accepts, self.size = LARGEST_PACKET, min(size, LARGEST_PACKET)
        self.last_sent = self.last_received = now
        self.waiting, self.cut_off = [], 0
        self.next, self.flying, self.credit, self.timer = 0, [], WINDOW, None
        self.smooth = self.variance = None
        self.doublings = 0
        self.said, self.ends, self.acknowledged_messages = 0, [], 0
        self.expected, self.kept, self.assembly = 0, {}, Assembly()
        self.report_at, self.unanswered = None, 0
        self.is_stalled = False

    def offer(self):
        """The length of packets that is accepted from now on; 0 if it is the usual one."""
        if self.of_transport > LARGEST_PACKET:
            self.accepts = min(self.of_transport, LONGEST_PACKET)
            return self.accepts
        return 0

    def allow(self, size):
        """The other side accepts packets of this length, or the usual one."""
        self.size = min(self.of_transport, max(LARGEST_PACKET, min(size, LONGEST_PACKET)))

    # Sending

    def say(self, message):
        self.said += 1
        self.waiting.append(message)

    def send(self, now):
        """The packets that can be sent now."""
        packets = []
        while self.waiting and len(self.flying) < min(WINDOW, self.credit):
            message = self.waiting[0]
            flags, body, length = cut(message, self.cut_off, self.size)
            self.cut_off += length
            fragment = Fragment(self.next, flags, body, now)
            self.next = (self.next + 1) % 65_536
            if self.cut_off == len(message):
                self.waiting.pop(0)
                self.cut_off = 0
                self.ends.append(fragment.number)
            if not self.flying:
                self.timer = now + self.patience()
            self.flying.append(fragment)
            packets.append(self.on_the_air(fragment, now))
        return packets

    def on_the_air(self, fragment, now):
        self.last_sent = now
        self.unanswered = 0
        if not self.kept:
            self.report_at = None
        return packet(fragment.flags, self.link, fragment.number, self.expected, fragment.body)

    def patience(self):
        base = 1000 if self.smooth is None else max(1000, self.smooth + 4 * self.variance)
        return min(8000, base * 2**self.doublings)

    def acknowledge(self, number, now):
        """What all before `number` means; false if the packet that says so is late."""
        oldest = self.flying[0].number if self.flying else self.next
        if ahead(number, oldest) > 32_767:
            return False
        if ahead(number, oldest) > len(self.flying):
            raise Violation("an acknowledgement of what was never sent")
        for _ in range(ahead(number, oldest)):
            fragment = self.flying.pop(0)
            if fragment.times == 1:
                self.measure(now - fragment.sent_at)
            if self.ends and self.ends[0] == fragment.number:
                self.ends.pop(0)
                self.acknowledged_messages += 1
        if number != oldest:
            self.timer = now + self.patience() if self.flying else None
        return True

    def measure(self, sample):
        self.doublings = 0
        if self.smooth is None:
            self.smooth, self.variance = sample, sample / 2
        else:
            self.variance = 3 / 4 * self.variance + abs(self.smooth - sample) / 4
            self.smooth = 7 / 8 * self.smooth + sample / 8

    # Receiving

    def receive(self, piece, now):
        """Gives the whole messages that `piece` completes, one after the other."""
        if piece.size > self.accepts or piece.is_first and piece.kind == MESSAGE and piece.length > self.accepts - 10:
            raise Violation("longer than was said")
        self.last_received = now
        if piece.kind == REPORT:
            if AHEAD + 1 < ahead(piece.number, self.expected) < 32_768:
                raise LostPacket("a report too far ahead")
            if self.acknowledge(piece.acknowledged, now):
                self.credit = piece.credit
                for fragment in self.flying:
                    fragment.is_named |= fragment.number in piece.beyond
            return
        distance = ahead(piece.number, self.expected)
        if AHEAD < distance < 32_768:
            raise LostPacket("a fragment too far ahead")
        self.acknowledge(piece.acknowledged, now)
        self.unanswered += 8 if piece.size > 100 else 1
        if self.report_at is None:
            self.report_at = now + 100
        if distance <= AHEAD:
            self.kept.setdefault(piece.number, piece)
        while self.expected in self.kept:
            whole = self.assembly.add(self.kept.pop(self.expected))
            self.expected = (self.expected + 1) % 65_536
            if whole is not None:
                yield whole

    # Time

    def due(self, now):
        """The packets that are due now."""
        packets = []
        if self.timer is not None and self.timer <= now:
            packets += self.repeat(now)
        packets += self.send(now)
        if self.unanswered >= 32 or (self.report_at is not None and self.report_at <= now):
            packets.append(self.report(now))
        return packets

    def repeat(self, now):
        oldest = self.flying[0]
        if oldest.times == 6:
            self.is_stalled = True
            self.timer = None
            return []
        again = [oldest] + [f for f in self.flying[1:] if not f.is_named and now - f.sent_at >= 1000]
        for fragment in again:
            fragment.sent_at = now
            fragment.times += 1
        self.doublings = min(3, self.doublings + 1)
        self.timer = now + self.patience()
        return [self.on_the_air(fragment, now) for fragment in again]

    def report(self, now):
        self.last_sent = now
        self.report_at, self.unanswered = None, 0
        beyond = bytearray(8)
        for number in self.kept:
            bit = ahead(number, self.expected) - 1
            if bit < 64:
                beyond[bit // 8] |= 1 << bit % 8
        body = bytes([WINDOW]) + bytes(beyond).rstrip(b"\0")
        return packet(0x40 | REPORT, self.link, self.next, self.expected, body)

    def deadline(self):
        return min((time for time in (self.timer, self.report_at) if time is not None), default=None)
