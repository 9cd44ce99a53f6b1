"""D-Bus messages as bytes: what the Python library alone can send and read."""

from __future__ import annotations

import functools
import struct
from dataclasses import dataclass, field
from typing import Any

CALL, RETURN, ERROR, SIGNAL = 1, 2, 3, 4
# The fields of a message's header, by their codes, and their types.
FIELDS = {1: ("path", "o"), 2: ("interface", "s"), 3: ("member", "s"), 4: ("error", "s"), 5: ("reply_to", "u"),
          6: ("destination", "s"), 7: ("sender", "s"), 8: ("signature", "g"), 9: ("descriptors", "u")}
FIXED = {"y": "B", "n": "h", "q": "H", "i": "i", "u": "I", "x": "q", "t": "Q", "d": "d", "h": "I", "b": "I"}
ALIGNMENT = {"y": 1, "n": 2, "q": 2, "x": 8, "t": 8, "d": 8, "(": 8, "{": 8, "g": 1, "v": 1}


@dataclass(frozen=True)
class Variant:
    """A value that carries its type."""

    signature: str
    value: Any


@dataclass
class Message:
    """One message; the fields of its header that it does not have are empty."""

    kind: int
    path: str = ""
    interface: str = ""
    member: str = ""
    error: str = ""
    reply_to: int = 0
    destination: str = ""
    sender: str = ""
    signature: str = ""
    body: list[Any] = field(default_factory=list)
    serial: int = 0
    flags: int = 0
    descriptors: int = 0


def first_type(signature: str) -> str:
    """The first complete type of a signature."""
    if signature[0] == "a":
        return "a" + first_type(signature[1:])
    if signature[0] not in "({":
        return signature[0]
    depth = 0
    for place, letter in enumerate(signature):
        depth += (letter in "({") - (letter in ")}")
        if depth == 0:
            return signature[: place + 1]
    raise ValueError(signature)


@functools.cache
def types(signature: str) -> list[str]:
    """The complete types of a signature, in order."""
    found = []
    while signature:
        found.append(first_type(signature))
        signature = signature[len(found[-1]):]
    return found


class Writer:
    """Bytes that grow by values."""

    def __init__(self) -> None:
        self.data = bytearray()

    def align(self, size: int) -> None:
        """Fills up to a multiple of `size`."""
        self.data += bytes(-len(self.data) % size)

    def put(self, kind: str, value: Any) -> None:
        """Adds a value of the complete type `kind`."""
        letter = kind[0]
        self.align(ALIGNMENT.get(letter, 4))
        if letter in FIXED:
            self.data += struct.pack("<" + FIXED[letter], int(value) if letter != "d" else value)
        elif letter in "so":
            text = value.encode()
            self.data += struct.pack("<I", len(text)) + text + b"\0"
        elif letter == "g":
            self.data += bytes([len(value)]) + value.encode() + b"\0"
        elif letter == "v":
            self.put("g", value.signature)
            self.put(value.signature, value.value)
        elif letter == "a":
            self.put_array(kind[1:], value)
        else:
            for inner, item in zip(types(kind[1:-1]), value):
                self.put(inner, item)

    def put_array(self, kind: str, value: Any) -> None:
        """Adds an array of items of the type `kind`."""
        place = len(self.data)
        self.data += b"\0\0\0\0"
        self.align(ALIGNMENT.get(kind[0], 4))
        start = len(self.data)
        for item in value.items() if kind[0] == "{" else value:
            self.put(kind, item)
        struct.pack_into("<I", self.data, place, len(self.data) - start)


class Reader:
    """Values out of bytes."""

    def __init__(self, data: bytes, place: int = 0, order: str = "<") -> None:
        self.data = data
        self.place = place
        self.order = order

    def take(self, kind: str) -> Any:
        """The next value, which is of the complete type `kind`; variants become what they hold."""
        letter = kind[0]
        self.align(ALIGNMENT.get(letter, 4))
        if letter in FIXED:
            (value,) = struct.unpack_from(self.order + FIXED[letter], self.data, self.place)
            self.place += struct.calcsize(FIXED[letter])
            return bool(value) if letter == "b" else value
        if letter in "sog":
            length = self.take("y" if letter == "g" else "u")
            text = self.data[self.place: self.place + length].decode(errors="replace")
            self.place += length + 1
            return text
        if letter == "v":
            return self.take(self.take("g"))
        if letter == "a":
            return self.take_array(kind[1:])
        return tuple(self.take(inner) for inner in types(kind[1:-1]))

    def take_array(self, kind: str) -> Any:
        """The next array: bytes, a dictionary or a list."""
        length = self.take("u")
        self.align(ALIGNMENT.get(kind[0], 4))
        end = self.place + length
        if kind == "y":
            self.place = end
            return bytes(self.data[end - length: end])
        items = []
        while self.place < end:
            items.append(self.take(kind))
        return dict(items) if kind[0] == "{" else items

    def align(self, size: int) -> None:
        """Skips to a multiple of `size`."""
        self.place += -self.place % size


def encode(message: Message) -> bytes:
    """The bytes of a message."""
    body = Writer()
    for kind, value in zip(types(message.signature), message.body):
        body.put(kind, value)
    fields = []
    for code, (name, kind) in FIELDS.items():
        value = getattr(message, name)
        if value:
            fields.append((code, Variant(kind, value)))
    writer = Writer()
    for kind, value in zip("yyyyuu", (ord("l"), message.kind, message.flags, 1, len(body.data), message.serial)):
        writer.put(kind, value)
    writer.put("a(yv)", fields)
    writer.align(8)
    return bytes(writer.data + body.data)


def length(data: bytes) -> int | None:
    """How many bytes the message at the start of `data` has; None if that cannot be seen yet."""
    if len(data) < 16:
        return None
    order = "<" if data[0] == ord("l") else ">"
    body, _, fields = struct.unpack_from(order + "III", data, 4)
    return 16 + fields + -fields % 8 + body


@functools.lru_cache(maxsize=256)
def decode(data: bytes) -> Message:
    """The message that has exactly these bytes; all who hear a signal share it."""
    reader = Reader(data, order="<" if data[0] == ord("l") else ">")
    _, kind, flags, _, _, serial = (reader.take(letter) for letter in "yyyyuu")
    message = Message(kind, serial=serial, flags=flags)
    for code, value in reader.take("a(yv)"):
        if code in FIELDS:
            setattr(message, FIELDS[code][0], value)
    reader.align(8)
    message.body = [reader.take(kind) for kind in types(message.signature)]
    return message
