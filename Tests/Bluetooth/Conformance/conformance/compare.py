"""Where two files of answers differ."""

from __future__ import annotations

import pathlib
import re


def lines(file: str | None) -> list[str]:
    """The lines of a file; none without one."""
    return pathlib.Path(file).read_text(encoding="utf-8").splitlines() if file else []


def answers(rows: list[str]) -> dict[int, tuple[str, str]]:
    """The names and answers of checks, by their numbers."""
    found = {}
    for row in rows:
        match = re.match(r"(\d{3})\t(.*?)\t(.*)$", row) or re.match(r"(\d{3}) (.*?): (.*)$", row)
        if match:
            found[int(match[1])] = (match[2], match[3])
    return found


def known(file: str | None) -> dict[int, str]:
    """The reasons of the differences that a list allows, by the numbers of their checks."""
    rows = [row.split("\t", 1) for row in lines(file) if row and not row.startswith("#")]
    return {int(number): reason for number, reason in rows}


def report(record: str, found: list[str], differs: str | None) -> int:
    """Prints each difference that is not known, and each known one that is gone; 1 if there is any."""
    real, ours, allowed = answers(lines(record)), answers(found), known(differs)
    wrong = 0
    for number in sorted(real.keys() | ours.keys() | allowed.keys()):
        name = (real.get(number) or ours.get(number) or ("", ""))[0]
        expected, answer = (side[number][1] if number in side else "(no such check)" for side in (real, ours))
        if (expected != answer) == (number in allowed):
            continue
        wrong += 1
        if number in allowed:
            print(f"{number:03} {name}\n  equal now; take it from {differs}")
        else:
            print(f"{number:03} {name}\n  record: {expected}\n  answer: {answer}")
    same = sum(real.get(number, "")[1:] == ours.get(number, "?")[1:] for number in real)
    print(f"# {len(ours)} checks, {same} of {len(real)} as in {pathlib.Path(record).name}, {len(allowed)} known to differ")
    return 1 if wrong else 0
