"""Just enough of chess for the text of a position (docs/reference/rules/chess.md, C14) and its hash; all moves are legal."""

from gomoku import fnv1a

START = "RNBQKBNR" + "P" * 8 + "." * 32 + "p" * 8 + "rnbqkbnr"
STEPS = {
    "N": [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)],
    "R": [(1, 0), (0, 1), (-1, 0), (0, -1)],
    "B": [(1, 1), (1, -1), (-1, -1), (-1, 1)],
}
STEPS["Q"] = STEPS["K"] = STEPS["R"] + STEPS["B"]
# Who comes from or to one of these squares loses the right to castle.
CORNERS = {0: "Q", 7: "K", 4: "KQ", 56: "q", 63: "k", 60: "kq"}


def square(text):
    return ord(text[0]) - ord("a") + 8 * (int(text[1]) - 1)


class Board:
    """The pieces after some moves in UCI; White begins."""

    def __init__(self, moves=()):
        self.cells, self.rights, self.passed = list(START), "KQkq", None
        self.count = self.quiet = 0
        for move in moves:
            self.play(move)

    def play(self, text):
        start, end = square(text[:2]), square(text[2:4])
        piece, taken = self.cells[start], self.cells[end]
        passed, self.passed = self.passed, None
        self.cells[start], self.cells[end] = ".", piece
        if piece in "Kk" and abs(end - start) == 2:
            corner, beside = (start + 3, start + 1) if end > start else (start - 4, start - 1)
            self.cells[beside], self.cells[corner] = self.cells[corner], "."
        if piece in "Pp":
            if end == passed:
                taken, self.cells[end - 8 * (1 if piece == "P" else -1)] = "p", "."
            if abs(end - start) == 16:
                self.passed = (start + end) // 2
            if len(text) == 5:
                self.cells[end] = text[4].upper() if piece == "P" else text[4]
        lost = CORNERS.get(start, "") + CORNERS.get(end, "")
        self.rights = "".join(right for right in self.rights if right not in lost)
        self.quiet = 0 if taken != "." or piece in "Pp" else self.quiet + 1
        self.count += 1

    def takes_passing(self):
        """Whether a pawn may legally take the one that has just passed."""
        if self.passed is None:
            return False
        is_white = self.count % 2 == 0
        row = self.passed // 8 - (1 if is_white else -1)
        for column in (self.passed % 8 - 1, self.passed % 8 + 1):
            start = row * 8 + column
            if 0 <= column < 8 and self.cells[start] == ("P" if is_white else "p"):
                cells = list(self.cells)
                cells[self.passed], cells[start], cells[row * 8 + self.passed % 8] = cells[start], ".", "."
                if not is_attacked(cells, cells.index("K" if is_white else "k"), not is_white):
                    return True
        return False

    def text(self):
        ranks = []
        for row in reversed(range(8)):
            rank = "".join(self.cells[row * 8 : row * 8 + 8])
            for empty in range(8, 0, -1):
                rank = rank.replace("." * empty, str(empty))
            ranks.append(rank)
        passed = "abcdefgh"[self.passed % 8] + str(self.passed // 8 + 1) if self.takes_passing() else "-"
        side = "wb"[self.count % 2]
        return f"{'/'.join(ranks)} {side} {self.rights or '-'} {passed} {self.quiet} {self.count // 2 + 1}"

    def hash(self):
        return fnv1a(self.text())


def is_attacked(cells, place, by_white):
    """Whether a piece of one side could take what stands on `place`."""
    for kind, steps in [*STEPS.items(), ("P", [(-1, -1), (1, -1)] if by_white else [(-1, 1), (1, 1)])]:
        for across, up in steps:
            column, row = place % 8, place // 8
            for _ in range(8 if kind in "RBQ" else 1):
                column, row = column + across, row + up
                if not (0 <= column < 8 and 0 <= row < 8):
                    break
                piece = cells[row * 8 + column]
                if piece != ".":
                    if piece == (kind if by_white else kind.lower()):
                        return True
                    break
    return False
