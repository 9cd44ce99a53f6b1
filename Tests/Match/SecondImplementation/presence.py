"""The advertisement of a table, as section 1 of docs/reference/protocol.md has it."""

from dataclasses import dataclass

VERSION = 4
BY_PLAYER = 7


@dataclass
class Presence:
    """What is said of a table; `age` is 0 to 6 at one that was opened automatically."""

    version: int = VERSION
    game: int = 0
    state: int = 0
    places: int = 0
    clock: bool = False
    house_rules: bool = False
    contacts_only: bool = False
    number: int | None = None
    age: int | None = None

    @staticmethod
    def read(data):
        """The presence in `data`; None if there is none."""
        if len(data) not in (2, 4) or data[0] >> 5 == 0:
            return None
        if data[0] >> 5 != VERSION:
            return Presence(version=data[0] >> 5)
        first, second = data[:2]
        found = Presence(
            VERSION,
            first & 31,
            second >> 6,
            second >> 3 & 7,
            bool(second & 4),
            bool(second & 2),
            bool(second & 1),
        )
        if len(data) == 4:
            last = int.from_bytes(data[2:], "big")
            found.number = last & 0x1FFF
            found.age = None if last >> 13 == BY_PLAYER else last >> 13
        return found

    def encoded(self):
        flags = self.clock << 2 | self.house_rules << 1 | self.contacts_only
        data = bytes([self.version << 5 | self.game, self.state << 6 | self.places << 3 | flags])
        if self.number is None:
            return data
        age = BY_PLAYER if self.age is None else self.age
        return data + (age << 13 | self.number).to_bytes(2, "big")


def is_one_table(left, right):
    """True if two tables, each a presence and a name, heard over two transports, are one."""
    (one, name), (other, another) = left, right
    starts = name.startswith(another) or another.startswith(name)
    return one.number is not None and one.number == other.number and starts
