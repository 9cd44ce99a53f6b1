"""Checks every test vector of section 10 of docs/reference/protocol.md, as the page has them."""

import hmac
import re
from pathlib import Path

from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

import fide
import framing
import gomoku
import noise
import wire
from presence import Presence, is_one_table
from wire import Envelope

PAGE = Path(__file__).parents[3] / "docs" / "reference" / "protocol.md"


class Vectors:
    """Section 10, cut into its blocks by their bold headings."""

    def __init__(self):
        section = PAGE.read_text().split("\n## 10.")[1].split("\n## ")[0]
        self.parts = dict(re.findall(r"^\*\*([^*]+?)\.?\*\*(.*?)(?=^\*\*|\Z)", section, re.M | re.S))
        self.used = set()

    def text(self, part):
        self.used.add(part)
        return self.parts[part]

    def lines(self, part):
        """The lines of the part's code block, each that goes on put to the one before."""
        block = "".join(re.findall(r"```\n(.*?)```", self.text(part), re.S))
        return block.replace("\n\n", "\n").splitlines()

    def named(self, part):
        """What the labels at the beginning of lines stand for, as bytes."""
        found, label = {}, None
        for line in self.lines(part):
            hexadecimal = re.search(r"(?<=  )((?:(?:[0-9a-f]{2}){1,4} )*(?:[0-9a-f]{2}){1,4})$", line)
            if not line.startswith(" "):
                label = line[: hexadecimal.start()].strip() if hexadecimal else line.strip()
                found[label] = b""
            if hexadecimal:
                found[label] += bytes.fromhex(hexadecimal[1])
        return found


SESSION = {"high": 3, "low": 4}


def eights(numbers):
    """Bytes as protobuf has numbers of eight bytes each, the highest of which comes first."""
    numbers = bytes(numbers)
    return b"".join(numbers[at : at + 8][::-1] for at in range(0, len(numbers), 8))


MESSAGES = {
    'Welcome  nonce 1, version 4, link 2, session 3·2^64+4, "Bo"': Envelope(
        "welcome", nonce=1, version=4, link=2, name="Bo", **SESSION
    ),
    "Refuse   nonce 1, seat taken": Envelope("refuse", nonce=1, reason=1),
    "Refuse   nonce 1, versions 4 to 4": Envelope("refuse", nonce=1, reason=2, lowest=4, highest=4),
    "Refuse   nonce 1, spectators full": Envelope("refuse", nonce=1, reason=13),
    "Refuse   nonce 1, not shown": Envelope("refuse", nonce=1, reason=14),
    "Goodbye  spectators full": Envelope("goodbye", reason=13),
    "Watching room 2, 3 entries, 4 ms": Envelope("watching", room=2, count=3, thought=4),
    "Want     from 1": Envelope("want", **{"from": 1}),
    "Shown    entry 1 of the guest, beside Resign": Envelope("resign", shown=(1, 1)),
    'Watchers "Ada", "Bo"': Envelope("watchers", names=["Ada", "Bo"]),
    'Room     guest there, "Ada"': Envelope("room", guest=1, name="Ada"),
    'Remark   of "Ada", "hi"': Envelope("remark", name="Ada", text="hi"),
    "Refuse   nonce 1, not invited": Envelope("refuse", nonce=1, reason=16),
    "Goodbye  challenge declined": Envelope("goodbye", reason=16),
    "Goodbye  challenge expired": Envelope("goodbye", reason=17),
    'Challenge xiangqi, freestyle, the host first, "well?"': Envelope(
        "challenge",
        terms=Envelope("start", game="xiangqi", rule="freestyle", first=1).encoded()[2:],
        text="well?",
    ),
    "Refuse   nonce 1, unknown match": Envelope("refuse", nonce=1, reason=3),
    "Refuse   nonce 1, later, in 30 s": Envelope("refuse", nonce=1, reason=4, retry=30),
    "Refuse   nonce 1, closed": Envelope("refuse", nonce=1, reason=10),
    "Refuse   nonce 1, too many tries, in 60 s": Envelope("refuse", nonce=1, reason=11, retry=60),
    "Goodbye  not invited": Envelope("goodbye", reason=10),
    "Goodbye  kicked": Envelope("goodbye", reason=11),
    "Goodbye  taken over": Envelope("goodbye", reason=18),
    "Goodbye  left": Envelope("goodbye"),
    "Goodbye  game over": Envelope("goodbye", reason=1),
    "Goodbye  not accepted": Envelope("goodbye", reason=5),
    "Goodbye  unknown match": Envelope("goodbye", reason=6),
    "Goodbye  records differ": Envelope("goodbye", reason=7),
    "Coin     commitment, bytes 1 to 32": Envelope("coin", commitment=eights(range(1, 33))),
    "Coin     number, bytes 1 to 16": Envelope("coin", number=eights(range(1, 17))),
    "Resume   nonce 1": Envelope("resume", nonce=1),
    "Resumed  nonce 1, link 2": Envelope("resumed", nonce=1, link=2),
    "Confirm  0 received, session 3·2^64+4": Envelope("confirm", **SESSION),
    "Confirm  300 received, session 3·2^64+4": Envelope("confirm", received=300, **SESSION),
    "Confirm  300 received, session 3·2^64+4; 2 said, digests 1 and 2": Envelope(
        "confirm", received=300, history=bytes.fromhex("0802 110100000000000000 190200000000000000"), **SESSION
    ),
    "GameLine game 1, 2 remain, digests 3 and 4": Envelope("game_line", game=1, remaining=2, digests=bytes([3, *7 * [0], 4, *7 * [0]])),
    "GoBack   yes, game 1, 6 moves": Envelope("go_back", agrees=True, game=1, moves=6),
    "Recall   by its sender, 3 remain": Envelope("recall", by_sender=True, remaining=3),
    "Confirm  0 received, session 3·2^64+4; talk: 5 expected, 4 chat and 9 match messages seen": Envelope(
        "confirm", talk=bytes.fromhex("0805 1204 0804 1009"), **SESSION
    ),
    "Confirm  0 received, session 3·2^64+4; talk: files, packets of 61,504": Envelope(
        "confirm", talk=bytes.fromhex("1801 20c0e003"), **SESSION
    ),
    'Say      number 3, "hello"': Envelope("say", number=3, text="hello"),
    "Seen     4 chat, 9 match messages": Envelope("seen", words=4, match=9),
    "Seen     deaf": Envelope("seen", deaf=True),
    "Seen     typing": Envelope("seen", typing=True),
    'Offer    file 7, "a.txt", 300 bytes, hash 32 times 0x55': Envelope(
        "offer", file=7, name="a.txt", size=300, hash=bytes([0x55] * 32)
    ),
    "Response file 7 of the peer, wanted from 300": Envelope("response", file=7, verdict=1, offset=300),
    "Response file 7 of the sender, cancelled": Envelope("response", file=7, mine=True, verdict=3),
    "Part     file 7, from 300, 01 02 03": Envelope("part", file=7, offset=300, content=bytes([1, 2, 3])),
    "Piece    from 300, 01 02 03": Envelope("piece", offset=300, content=bytes([1, 2, 3])),
    "Piece    from 300, nothing, the last": Envelope("piece", offset=300, last=True),
    "Taken    300, up to 600, whole": Envelope("taken", received=300, limit=600, whole=True),
    'Start    "go", "ko", host': Envelope("start", game="go", rule="ko", first=1),
    'Start    "go", "ko", host, "a=1 b=2"': Envelope("start", game="go", rule="ko", first=1, options="a=1 b=2"),
    'Move     ply 3, "h8", 0x01020304': Envelope("move", ply=3, text="h8", position=0x01020304),
    "Resign": Envelope("resign"),
    "Ask      draw, ply 5": Envelope("ask", request=1, ply=5),
    'Move     ply 3, "h8", 0x01020304, 1500 ms': Envelope("move", ply=3, text="h8", position=0x01020304, spent=1500),
    "Ask      new, ply 5": Envelope("ask", request=4, ply=5),
    "Ask      draw with f6g8, ply 7": Envelope("ask", request=1, ply=7, move="f6g8"),
    "Ask      take back, ply 5, 3 remain": Envelope("ask", request=2, ply=5, remaining=3),
    "Answer   take back, ply 5, yes": Envelope("answer", request=2, ply=5, agrees=True),
    "Pause    on, ply 5": Envelope("pause", on=True, ply=5),
    "Flag     ply 5": Envelope("flag", ply=5),
    "Differ   ply 3, 0x01020304": Envelope("differ", ply=3, position=0x01020304),
}
HELLO = Envelope("hello", lowest=4, highest=4, nonce=0x0102030405060708, name="Ada", program="x/1")
WELCOME = Envelope("welcome", nonce=0x0102030405060708, version=4, link=1, name="Bo", **SESSION)


def equal(what, actual, expected):
    if actual != expected:
        raise AssertionError(f"{what}: {actual!r} is not {expected!r}")


PRESENCES = {
    "renju, playing, 7 places, a clock": Presence(game=3, state=2, places=7, clock=True),
    "gomoku, freestyle, free, number 0x1234, by a player": Presence(game=1, number=0x1234),
    "xiangqi, free, number 0x0123, 1 min old": Presence(game=8, number=0x0123, age=2),
    "another version": Presence(version=5),
}


def check_presence(vectors):
    found = vectors.named("Presence")
    equal("presences", set(found), set(PRESENCES))
    for label, presence in PRESENCES.items():
        equal(label, Presence.read(found[label]), presence)
        if presence.version == 4:
            equal(label, presence.encoded(), found[label])
    table = PRESENCES["gomoku, freestyle, free, number 0x1234, by a player"]
    other = PRESENCES["xiangqi, free, number 0x0123, 1 min old"]
    equal("one table", is_one_table((table, "Anna"), (table, "Anna #2")), True)
    equal("two names", is_one_table((table, "Anna"), (table, "Bo")), False)
    equal("two numbers", is_one_table((table, "Anna"), (other, "Anna")), False)


def check_framing(vectors):
    packets = [bytes.fromhex(line) for line in vectors.lines("Framing")]
    equal("Hello", list(framing.Link0Sender().packets(HELLO.encoded())), packets)
    reader = framing.Link0()
    equal("pieces", [m for p in reversed(packets) for m in reader.receive(framing.Packet(p))], [HELLO.encoded()])
    report = bytes.fromhex(re.search(r"`([0-9a-f ]+)`", vectors.text("Framing"))[1])
    stream = framing.Stream(1, 508, 0)
    stream.next, stream.expected, stream.kept = 6, 3, dict.fromkeys((5, 6, 12))
    equal("report", stream.report(0), report)
    read = framing.Packet(report)
    equal("read", (read.number, read.acknowledged, read.credit, read.beyond), (6, 3, 64, [5, 6, 12]))


def check_messages(vectors):
    found = vectors.named("Messages")
    equal("names", set(found), set(MESSAGES))
    for name, message in MESSAGES.items():
        equal(name, message.encoded(), found[name])
        equal(name, (wire.decoded(found[name]).kind, wire.decoded(found[name])), (message.kind, message))


def check_chess(vectors):
    moves, text = re.findall(r"`([^`]+)`", vectors.text("Chess").split("```")[0])[0::2]
    moves = moves.split()
    equal("text", fide.Board(moves[:4]).text(), text)
    found = vectors.named("Chess")
    equal("moves", len(found), 4)
    for text, encoded in found.items():
        ply = moves.index(text)
        move = Envelope("move", ply=ply, text=text, position=fide.Board(moves[: ply + 1]).hash())
        equal(text, move.encoded(), encoded)


def check_exchange(vectors):
    """Checks the exchange, and gives both sides of it."""
    found = vectors.named("The exchange")
    digits = re.search(r"six digits (\d{6})", vectors.text("The exchange"))[1]
    equal("Hello", HELLO.encoded(), found["Hello"])
    equal("Welcome", WELCOME.encoded(), found["Welcome"])
    greeting, answer = found["Hello"], found["Welcome"]

    known = [noise.Acquaintance(bytes([0x77] * 32), bytes([0x99] * 32))]

    def side(is_guest, static, ephemeral, nonce, filler):
        keys = [noise.KeyPair(bytes([byte] * 32)) for byte in (static, ephemeral)]
        return noise.Exchange(is_guest, greeting, answer, keys, (bytes([nonce] * 16), bytes([filler] * 128)), known)

    guest, host = side(True, 0x11, 0x22, 0x55, 0x77), side(False, 0x33, 0x44, 0x66, 0x88)
    for number in (1, 2, 3, 4):
        writer, reader = (host, guest) if number % 2 == 0 else (guest, host)
        message = writer.write()
        equal(f"message {number}", message, found[f"message {number}"])
        reader.read(message)
    equal("digits", (guest.digits(), host.digits()), (digits, digits))
    equal("players", (guest.recognised, host.recognised), (known[0], known[0]))
    equal("tags of the guest", host.shown, found["its tags"] + bytes([0x77] * 112))
    equal("tag of the host", guest.shown, found["its tag"])
    equal("new secret", guest.static.shared(host.static.public), found["secret"])
    return guest, host


def check_sealed(vectors):
    guest, host = check_exchange(vectors)
    board = gomoku.Board(["h8"])
    found = re.search(r"With `(size=.*?)`, the position after `(.*?)` is (0x\w+)", vectors.text("Sealed messages"))
    rectangle = gomoku.Board([found[2]], gomoku.size(found[1]))
    equal("rectangle", rectangle.hash(), int(found[3], 16))
    equal("text", board.text(), re.search(r"has the text `(.*?)`", vectors.text("Sealed messages"))[1])
    said = {
        "Confirm of the guest, 0 received": Envelope("confirm", **SESSION),
        "Confirm of the host, 0 received": Envelope("confirm", **SESSION),
        'Start of the host: "gomoku", "freestyle", guest': Envelope(
            "start", game="gomoku", rule="freestyle", first=wire.GUEST
        ),
        'Move of the guest: ply 0, "h8", 0x2069c954': Envelope("move", text="h8", position=board.hash()),
    }
    found = vectors.named("Sealed messages")
    equal("names", list(found), list(said))
    for name, message in said.items():
        is_guests = "of the guest" in name
        writer, reader = (guest, host) if is_guests else (host, guest)
        sealed = writer.seals.seal(message.encoded())
        equal(name, sealed, found[name])
        equal(name, reader.opens.open(sealed), message.encoded())
    return found['Move of the guest: ply 0, "h8", 0x2069c954']


def check_letter(vectors):
    """A letter, whose bytes are made here from the page alone."""
    text = vectors.text("A letter")
    start = Envelope("start", game="gomoku", rule="freestyle", first=wire.GUEST).encoded()
    session = (3 << 64 | 4).to_bytes(16, "big")
    history = b"".join(
        (wire.varint(field << 3 | kind) + value)
        for field, kind, value in (
            (1, 0, wire.varint(1)),
            (2, 1, eights(noise.sha256(len(start).to_bytes(2, "big") + start)[:8])),
            (3, 1, eights(noise.sha256(b"")[:8])),
        )
    )
    talk = wire.varint(3 << 3) + wire.varint(1)
    content = (1).to_bytes(8, "big")
    for message in (Envelope("confirm", **SESSION, history=history, talk=talk).encoded(), start):
        content += len(message).to_bytes(2, "big") + message
    content += bytes(512 - 28 - len(content))
    key = hmac.digest(bytes([0x99] * 32), b"Tabletooth letter of the host" + session, "sha256")
    sealed = ChaCha20Poly1305(key).encrypt(bytes([0x55] * 12), content, None)
    equal("letter", sealed[-16:], bytes.fromhex(re.search(r"`([0-9a-f ]{35,})`", text)[1]))


def check_on_the_air(vectors):
    move = check_sealed(vectors)
    packets = [bytes.fromhex(line) for line in vectors.lines("A move on the air")]
    for size, expected in ((508, packets[:1]), (18, packets[1:])):
        stream = framing.Stream(1, size, 0)
        stream.next = 3
        stream.say(move)
        equal(f"packets of {size}", stream.send(0), expected)


def check_all():
    """Checks all vectors, and that the page has no others."""
    vectors = Vectors()
    equal("checksum", framing.crc16(b"123456789"), 0x29B1)
    check_presence(vectors)
    check_framing(vectors)
    check_messages(vectors)
    check_chess(vectors)
    check_on_the_air(vectors)
    check_letter(vectors)
    equal("parts", vectors.used, set(vectors.parts))
