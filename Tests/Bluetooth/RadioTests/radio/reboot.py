"""The plans `reboot-before` and `reboot-after`: a machine that goes off in the middle of a game, and comes up again.

What a player keeps, and what bluetoothd keeps, is on a disk of its own; the machine goes off without a word to anybody, so
that what was not written to the disk by then is lost.
"""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys
import time
import traceback
from collections.abc import Callable

from .keeping import GUEST, HOST
from .scenarios import start_game
from .stack import Stack
from .terminal import HOMES, Terminal


def mount_disk() -> None:
    """Players' homes and bluetoothd's folder are on the disk."""
    HOMES.mkdir(parents=True, exist_ok=True)
    subprocess.run(["mount", "-t", "ext4", "/dev/vda", str(HOMES)], check=True)
    for folder in (HOMES / "bluetooth", pathlib.Path("/var/lib/bluetooth")):
        folder.mkdir(parents=True, exist_ok=True)
    subprocess.run(["mount", "--bind", str(HOMES / "bluetooth"), "/var/lib/bluetooth"], check=True)


def go_off() -> None:
    """Nothing is written any more, and nobody is told."""
    sys.stdout.flush()
    pathlib.Path("/proc/sysrq-trigger").write_text("b", encoding="ascii")
    time.sleep(60)


def before() -> None:
    """Two moves are played, and a third one has just been seen when the machine goes off."""
    black, white = Terminal(*HOST, "--first", "me", home="anna"), Terminal(*GUEST, home="bert")
    start_game(black, white)
    black.type("h8")
    white.expect("Black plays h8")
    white.type("a1")
    black.expect("White plays a1")
    black.type("h9")
    white.expect("Black plays h9")


def after() -> None:
    """Both programs, started as before, go on behind the third move, and the game is played to its end."""
    began = time.monotonic()
    black, white = Terminal(*HOST, home="anna"), Terminal(*GUEST, home="bert")
    for player in (black, white):
        player.expect("Continuing your game against .* at move 4")
    for player in (black, white):
        player.expect("are back", 90)
    print(f"# back after {time.monotonic() - began:.1f} s")
    for number in (2, 3):
        white.type(f"a{number}")
        black.expect(f"White plays a{number}")
        black.type(f"h{8 + number}")
        white.expect(f"Black plays h{8 + number}")
    white.type("a4")
    black.expect("White plays a4")
    black.type("h12")
    for player in (black, white):
        player.expect("Black wins")
        player.expect("Again")
        player.type("no")
    try:
        codes = (black.exit_code(), white.exit_code())
    except AssertionError as error:
        raise AssertionError(f"{error}; the other one: {white.screen[-600:]!r}") from None
    assert codes == (0, 0), white.screen[-300:]


def half(claim: str, body: Callable[[], None], ending: Callable[[], None]) -> None:
    """Runs one half of the plan, and reports it."""
    print("1..1")
    stack = Stack(2)
    try:
        mount_disk()
        stack.start()
        body()
        print(f"ok {claim}", flush=True)
    except Exception:  # Whatever went wrong is the report.
        traceback.print_exc()
        print(f"not ok {claim}", flush=True)
    ending()


def before_main() -> None:
    """The first life of the machine."""
    half("A machine goes off in the middle of a game.", before, go_off)


def after_main() -> None:
    """Its second life."""
    half("Both players go on where they were, after their machine was off.", after, os.sync)
