"""The plan `bleak`: what bleak and bless, of PyPI, see of each other and of Tabletooth, over a real bluetoothd."""

from __future__ import annotations

import subprocess

from .conformance import print_versions
from .stack import Stack
from .terminal import PROGRAM

SCRIPT = ("/usr/bin/python3", "-u", "-W", "ignore", "/run/share/Conformance/bleak_bless", "--radio", "--program", PROGRAM)


def main() -> None:
    """Prints the versions, and then each scenario with what came of it."""
    print("1..1")
    stack = Stack(2)
    stack.start()
    print_versions()
    result = subprocess.run(SCRIPT, check=False)
    print("ok" if result.returncode == 0 else "not ok", "The scenarios of bleak and bless run to their end.")
