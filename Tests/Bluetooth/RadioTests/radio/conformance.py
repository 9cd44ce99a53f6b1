"""The plan `conformance`: the answers of the real bluetoothd to the calls of Tests/Bluetooth/Conformance."""

from __future__ import annotations

import os
import subprocess

from .stack import BLUETOOTHD, Stack

SCRIPT = ("/usr/bin/python3", "-u", "/run/share/Conformance/conformance", "--radio")


SECTIONS = "adapters discovery advertising devices serving attributes links power programs"
# What needs controllers for LE only: docs/dev/bluez-notes.md says what one bluetoothd at both ends does with others.
LE_ONLY = ("pairing", "restart")


def main(only: str = "") -> None:
    """Prints the versions, and then each check, or those of the section `only`, with its answer."""
    print("1..1")
    stack = Stack(2)
    stack.start()
    print_versions()
    results = []
    if only not in LE_ONLY:
        results.append(ask(stack, only or SECTIONS))
    if not only or only in LE_ONLY:
        stack.renew_radio(2, "-L")
        results.append(ask(stack, only or " ".join(LE_ONLY)))
    ended = "" if stack.bluetoothd and stack.bluetoothd.runs else ", and bluetoothd has ended"
    print("ok" if not any(results) and not ended else "not ok", f"The conformance script runs to its end{ended}.")


def print_versions() -> None:
    """Prints what the answers are of."""
    version = subprocess.run([BLUETOOTHD, "-v"], capture_output=True, text=True, check=True).stdout.strip()
    print(f"# bluez {version}, Linux {os.uname().release}, btvirt 5.66", flush=True)


def ask(stack: Stack, sections: str) -> int:
    """Runs the checks of these sections, and restarts bluetoothd when they want it."""
    with subprocess.Popen([*SCRIPT, *sections.split()], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as script:
        assert script.stdin and script.stdout
        for line in script.stdout:
            print(line, end="", flush=True)
            if line == "~restart\n":
                stack.restart_bluetoothd()
                script.stdin.write("\n")
                script.stdin.flush()
        return script.wait()
