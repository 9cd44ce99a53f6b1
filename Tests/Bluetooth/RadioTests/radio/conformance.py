"""The plan `conformance`: the answers of the real bluetoothd to the calls of Tests/Bluetooth/Conformance."""

from __future__ import annotations

import os
import subprocess

from .stack import BLUETOOTHD, Stack

SCRIPT = ("/usr/bin/python3", "-u", "/run/share/Conformance/conformance", "--radio")


def main(only: str = "") -> None:
    """Prints the versions, and then each check, or those of the section `only`, with its answer."""
    print("1..1")
    stack = Stack(2)
    stack.start()
    version = subprocess.run([BLUETOOTHD, "-v"], capture_output=True, text=True, check=True).stdout.strip()
    print(f"# bluez {version}, Linux {os.uname().release}, btvirt 5.66", flush=True)
    result = subprocess.run([*SCRIPT, *only.split()], check=False).returncode
    ended = "" if stack.bluetoothd and stack.bluetoothd.runs else ", and bluetoothd has ended"
    print("ok" if result == 0 and not ended else "not ok", f"The conformance script runs to its end{ended}.")
