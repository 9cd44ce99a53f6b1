"""The plan `library`: the library `BlueZ` by its example programs, with a real bluetoothd."""

from __future__ import annotations

import contextlib
import re
import subprocess
from collections.abc import Iterator

from .scenarios import play
from .stack import Stack, get_property, wait_until
from .terminal import as_nobody

PYTHON = ("/usr/bin/python3", "-W", "ignore", "-m")


@contextlib.contextmanager
def program(*words: str, says: str = "") -> Iterator[subprocess.Popen]:
    """A program that runs, with `says` as its input, until it has ended or is no longer needed."""
    with subprocess.Popen(
        as_nobody("stdbuf", "-oL", *words), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    ) as process:
        try:
            process.stdin.write(says)
            process.stdin.flush()
            yield process
        finally:
            process.kill()


def report(process: subprocess.Popen) -> list[str]:
    """What the program printed until it ended."""
    lines = []
    for line in process.stdout:
        lines.append(line.rstrip())
        print("#", lines[-1], flush=True)
    return lines


def example(name: str) -> str:
    """Where an example program is."""
    return f"/run/share/{name}"


def both_ends(_: Stack) -> None:
    """Filters, descriptors, reliable writes and pairing do what the example BothEnds claims."""
    with program("timeout", "240", example("BothEnds")) as both:
        lines = report(both)
        assert both.wait(10) == 0, lines


def pair_by_number(_: Stack) -> None:
    """The two programs of the example PairByNumber show the same number, and one reads the other's secret."""
    with program("timeout", "90", example("PairByNumber"), "hci1", says="y\n") as client:
        # The agent of the server is registered last: a bluetoothd of both ends asks it for the end that did not begin.
        wait_until("the client scans", lambda: get_property("/org/bluez/hci1", "org.bluez.Adapter1", "Discovering") == "true", 20)
        with program("timeout", "90", example("PairByNumber"), "hci0", "serve", says="y\n") as server:
            lines = report(client)
            assert lines[-1:] == ["The secret is swordfish"], lines
            number = re.search(r"\d{6}", lines[0]).group()
            # The server also counts its clients.
            shown = next((line for line in server.stdout if "Does the other device show" in line), "no number")
            assert number in shown, shown


def foreign(stack: Stack) -> None:
    """bleak reads and writes descriptors of the example BothEnds, pairs with it, and reads what needs a pairing."""
    # bleak stumbles over services that it knew and that are gone.
    stack.renew_radio(2, "-L")
    with program(example("BothEnds"), "serve"), program("timeout", "120", *PYTHON, "radio.vault", "hci1") as client:
        # With python3-dbus-fast of trixie, bleak may raise EOFError when it disconnects.
        lines = report(client)
        assert "bleak has used descriptors, and paired" in lines, lines


SCENARIOS = [both_ends, pair_by_number, foreign]


def main(only: str = "") -> None:
    """Runs these scenarios, or the one called `only`."""
    # Controllers for LE only: docs/dev/bluez-notes.md says what one bluetoothd at both ends does not do with others.
    play(SCENARIOS, only, "-L")
