"""The messages of docs/reference/match.proto, encoded and decoded by hand, and what docs/reference/protocol.md asks of their fields."""

import unicodedata


class Violation(Exception):
    """The other side sent what docs/reference/protocol.md does not allow."""


class TooLarge(Violation):
    """A length is above its limit."""


class LostPacket(Violation):
    """So much is missing that the link is of no use any more."""


# For each content of an envelope: its number, then name and type of each field.
# u: uint32 or an enum, b: bool, s: string, 8: fixed64, 4: fixed32, m: a message as it is, l: a list of strings.
# Shown (82) stands beside a content, in `Envelope.shown`.
CONTENTS = {
    "hello": (1, {1: "lowest u", 2: "highest u", 3: "nonce 8", 4: "name s", 5: "program s", 80: "watches b", 86: "challenges b"}),
    "welcome": (2, {1: "nonce 8", 2: "version u", 3: "link u", 4: "high 8", 5: "low 8", 6: "name s"}),
    "refuse": (3, {1: "nonce 8", 2: "reason u", 3: "lowest u", 4: "highest u", 20: "retry u"}),
    "goodbye": (4, {1: "reason u"}),
    "resume": (5, {1: "nonce 8"}),
    "resumed": (6, {1: "nonce 8", 2: "link u"}),
    "confirm": (7, {1: "received u", 2: "high 8", 3: "low 8", 20: "history m", 70: "talk m"}),
    "start": (8, {1: "game s", 2: "rule s", 3: "first u", 4: "options s", 94: "gone_back 8", 95: "game_number u"}),
    "move": (9, {1: "ply u", 2: "text s", 3: "position 4", 4: "spent u"}),
    "resign": (10, {}),
    "ask": (11, {1: "request u", 2: "ply u", 3: "remaining u", 4: "move s"}),
    "answer": (12, {1: "request u", 2: "ply u", 3: "agrees b"}),
    "pause": (13, {1: "on b", 2: "ply u"}),
    "flag": (14, {1: "ply u"}),
    "differ": (15, {1: "ply u", 2: "position 4"}),
    "say": (70, {1: "number u", 2: "text s"}),
    "seen": (71, {1: "words u", 2: "match u", 3: "deaf b", 4: "typing b"}),
    "offer": (72, {1: "file u", 2: "name s", 3: "size u", 4: "hash m"}),
    "response": (73, {1: "file u", 2: "mine b", 3: "verdict u", 4: "offset u"}),
    "part": (74, {1: "file u", 2: "offset u", 3: "content m"}),
    "watching": (80, {3: "room 8", 4: "count u", 5: "thought u", 90: "may_talk b"}),
    "want": (81, {1: "from u"}),
    "watchers": (83, {1: "names l"}),
    "room": (84, {1: "guest u", 2: "name s"}),
    "remark": (90, {1: "name s", 2: "text s"}),
    "piece": (76, {1: "offset u", 2: "content m", 3: "last b"}),
    "taken": (77, {1: "received u", 2: "limit u", 3: "whole b"}),
    "recall": (40, {1: "by_sender b", 2: "remaining u"}),
    "game_line": (94, {1: "game u", 2: "remaining u", 3: "digests m"}),
    "go_back": (95, {1: "agrees b", 2: "game u", 3: "moves u"}),
    "challenge": (85, {1: "terms m", 2: "text s"}),
    "coin": (50, {1: "commitment m", 2: "number m"}),
}
NAMES = {number: name for name, (number, _) in CONTENTS.items()}
SHOWN = 82
BESIDE = {"say", "seen", "offer", "response", "part", "piece", "taken"}
OF_MATCH = {"coin", "start", "move", "resign", "ask", "answer", "pause", "flag", "differ"}
LARGEST = 4096
# On a link with long packets.
LONGEST = 61_494
VERSION = 4
HALF = 2**64

HOST, GUEST = 1, 2
ROOM_FULL, PROTOCOL_VERSION, UNKNOWN_MATCH, LATER, CLOSED, TOO_MANY_TRIES, SEAT_KEPT = 1, 2, 3, 4, 10, 11, 12
WATCHERS_FULL, NOT_SHOWN = 13, 14
NOT_INVITED_HERE = 16
REFUSALS = (
    ROOM_FULL, PROTOCOL_VERSION, UNKNOWN_MATCH, LATER, CLOSED, TOO_MANY_TRIES, SEAT_KEPT, WATCHERS_FULL, NOT_SHOWN,
    NOT_INVITED_HERE,
)
LEFT, GAME_OVER, ILLEGAL_MOVE, PROTOCOL_VIOLATION, FAILED, NOT_ACCEPTED, OTHER_MATCH, DIFFER = range(8)
NOT_INVITED, KICKED, NO_PLACE = 10, 11, 13
CHALLENGE_DECLINED, CHALLENGE_EXPIRED, TAKEN_OVER = 16, 17, 18
GOODBYES = (
    *range(DIFFER + 1), NOT_INVITED, KICKED, NO_PLACE, CHALLENGE_DECLINED, CHALLENGE_EXPIRED, TAKEN_OVER
)


class Envelope(dict):
    """One message: its kind and its fields, all of which are there."""

    def __init__(self, kind, shown=None, **fields):
        known = [name.split() for name in CONTENTS[kind][1].values()]
        super().__init__({name: {"s": "", "b": False, "m": b"", "l": ()}.get(type, 0) for name, type in known})
        self.kind, self.shown = kind, shown
        for name, value in fields.items():
            if name not in self:
                raise KeyError(name)
            self[name] = value

    def __repr__(self):
        return f"{self.kind}({', '.join(f'{name}={value}' for name, value in self.items())})"

    def encoded(self):
        number, fields = CONTENTS[self.kind]
        body = b""
        for field, name in fields.items():
            name, type = name.split()
            value = self[name]
            if not value:
                continue
            if type in "ub":
                body += varint(field << 3) + varint(int(value))
            elif type == "s":
                text = value.encode()
                body += varint(field << 3 | 2) + varint(len(text)) + text
            elif type == "l":
                for text in (text.encode() for text in value):
                    body += varint(field << 3 | 2) + varint(len(text)) + text
            elif type == "m":
                body += varint(field << 3 | 2) + varint(len(value)) + value
            else:
                body += varint(field << 3 | (1 if type == "8" else 5)) + value.to_bytes(int(type), "little")
        content = varint(number << 3 | 2) + varint(len(body)) + body
        if self.shown is None:
            return content
        shown = b"".join(varint(field << 3) + varint(value) for field, value in enumerate(self.shown, 1) if value)
        return content + varint(SHOWN << 3 | 2) + varint(len(shown)) + shown


def halves(session):
    """The two fields of a message that hold `session`."""
    high, low = divmod(session, HALF)
    return {"high": high, "low": low}


def session_of(message):
    return message["high"] * HALF + message["low"]


def varint(number):
    text = b""
    while number > 127:
        text += bytes([number & 127 | 128])
        number >>= 7
    return text + bytes([number])


def read_varint(data, at):
    value = 0
    for index in range(10):
        if at + index >= len(data):
            raise Violation("half a number")
        byte = data[at + index]
        value |= (byte & 127) << 7 * index
        if byte < 128:
            return value & 2**64 - 1, at + index + 1
    raise Violation("a number without end")


def read_fields(data):
    # Only what is long itself has anything long.
    limit = LONGEST if len(data) > LARGEST else LARGEST
    at = 0
    while at < len(data):
        key, at = read_varint(data, at)
        field, type = key >> 3, key & 7
        if field == 0 or field >= 2**29:
            raise Violation("a field number out of range")
        if type == 0:
            value, at = read_varint(data, at)
        else:
            if type == 2:
                length, at = read_varint(data, at)
                if length > limit:
                    raise TooLarge("a length inside a message")
            elif type in (1, 5):
                length = 8 if type == 1 else 4
            else:
                raise Violation("a group")
            if at + length > len(data):
                raise Violation("a length that does not fit")
            value, at = data[at : at + length], at + length
        yield field, type, value


def decoded(data):
    """The envelope that `data` is, or None if it has no content that this version knows."""
    envelope = shown = None
    for number, type, body in list(read_fields(data)):
        if number == SHOWN and type == 2:
            fields = {field: value for field, _, value in read_fields(body)}
            shown = fields.get(1, 0), fields.get(2, 0)
        if number not in NAMES or type != 2:
            continue
        kind = NAMES[number]
        envelope = Envelope(kind)
        for field, type, value in read_fields(body):
            name, expected = CONTENTS[kind][1].get(field, "- -").split()
            if (type, expected) in ((0, "u"), (0, "b")):
                envelope[name] = value != 0 if expected == "b" else value & (2**64 - 1 if name == "spent" else 2**32 - 1)
            elif (type, expected) in ((1, "8"), (5, "4")):
                envelope[name] = int.from_bytes(value, "little")
            elif (type, expected) == (2, "m"):
                envelope[name] = value
            elif (type, expected) == (2, "l"):
                envelope[name] = [*envelope[name], value.decode(errors="replace")]
            elif (type, expected) == (2, "s"):
                try:
                    envelope[name] = value.decode()
                except UnicodeDecodeError as error:
                    raise Violation("no UTF-8") from error
    if envelope is not None:
        envelope.shown = shown
        check(envelope)
    return envelope


def check(message):
    """Throws if a field is out of range. A Hello of another version is looked at no further."""
    kind = message.kind

    def need(claim, what):
        if not claim:
            raise Violation(f"{what} in {message}")

    def printable(text, most):
        return 1 <= len(text) <= most and all("!" <= character <= "~" for character in text)

    if kind == "hello":
        need(1 <= message["lowest"] <= message["highest"] <= 65_535, "versions")
        if not message["lowest"] <= VERSION <= message["highest"]:
            return
        need(printable(message["program"], 32), "program")
    if kind in ("hello", "welcome"):
        need(is_name(message["name"]), "name")
    if kind == "welcome":
        need(message["version"] == VERSION, "version")
    if kind in ("welcome", "resumed"):
        need(1 <= message["link"] <= 255, "link id")
    if kind == "refuse":
        if message["reason"] == PROTOCOL_VERSION:
            need(1 <= message["lowest"] <= message["highest"] <= 65_535, "versions")
    if kind == "goodbye" and message["reason"] not in GOODBYES:
        message["reason"] = LEFT
    if kind == "start":
        need(printable(message["game"], 32) and printable(message["rule"], 32), "game")
        need(message["first"] in (HOST, GUEST), "first")
        words = message["options"].split(" ") if message["options"] else []
        need(len(message["options"]) <= 128 and all(printable(word, 128) for word in words), "options")
    if kind == "move":
        need(printable(message["text"], 16), "text")
        need(message["spent"] <= 2**35, "time")
    if "ply" in message:
        need(message["ply"] <= 65_535, "ply")
    if kind in ("ask", "answer"):
        need(message["request"] in (1, 2, 3, 4), "request")
    if kind == "ask" and message["request"] == 1 and message["move"]:
        need(printable(message["move"], 16), "move")
    if kind == "ask" and message["request"] == 2:
        need(message["remaining"] < message["ply"] or message["remaining"] == 0, "remaining")


def is_name(text):
    joiners = "\u200c\u200d"
    if not 1 <= len(text.encode()) <= 64:
        return False
    if any(unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp") and c not in joiners for c in text):
        return False
    return any(not c.isspace() and not is_ignorable(c) and c != "\u2800" for c in text)


def is_ignorable(character):
    """Whether the Unicode property Default_Ignorable_Code_Point is set."""
    number = ord(character)
    return any(first <= number <= last for first, last in IGNORABLE)


IGNORABLE = [
    (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x200B, 0x200F),
    (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
]
