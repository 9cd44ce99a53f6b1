"""Just enough of Gomoku for the text of a position (docs/reference/rules/gomoku.md, G14) and its hash."""

SIZE = 15, 15
"""Columns and rows of the usual board."""


def size(options):
    """The columns and rows of a game with these options, in which a square is one number."""
    values = dict(word.split("=", 1) for word in options.split())
    sides = [int(side) for side in values.get("size", "15").split("x")]
    return sides[0], sides[-1]


def fnv1a(text):
    value = 2_166_136_261
    for byte in text.encode():
        value = (value ^ byte) * 16_777_619 % 2**32
    return value


class Board:
    """The stones after some moves; Black begins."""

    def __init__(self, moves=(), size=SIZE):
        self.stones = {}
        self.columns, self.rows = size
        for move in moves:
            self.play(move)

    def play(self, text):
        point = ord(text[0]) - ord("a"), int(text[1:]) - 1
        if point in self.stones or not (0 <= point[0] < self.columns and 0 <= point[1] < self.rows):
            raise ValueError(text)
        self.stones[point] = "BW"[len(self.stones) % 2]

    def text(self):
        ranks = []
        for row in reversed(range(self.rows)):
            rank, empty = "", 0
            for stone in [self.stones.get((column, row)) for column in range(self.columns)] + ["end"]:
                if stone is None:
                    empty += 1
                    continue
                rank += (str(empty) if empty else "") + (stone if stone != "end" else "")
                empty = 0
            ranks.append(rank)
        return "/".join(ranks) + (" b" if len(self.stones) % 2 == 0 else " w")

    def hash(self):
        return fnv1a(self.text())
