"""A program in a pseudo-terminal of its own, as an unprivileged user, with a person's patience."""

from __future__ import annotations

import fcntl
import os
import pathlib
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time

from .stack import patient

PROGRAM = "/run/share/tabletooth"
NOBODY = 65534
HOMES = pathlib.Path("/tmp/homes")


def as_nobody(*command: str) -> list[str]:
    """The command line that runs `command` without privileges."""
    return ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "--", *command]


def environment(home: str, kind: str = "dumb") -> dict[str, str]:
    """What the program of the player called `home` finds: a folder for data of its own, and a terminal, for lines if not said otherwise."""
    folder = HOMES / home
    folder.mkdir(parents=True, exist_ok=True)
    os.chown(folder, NOBODY, NOBODY)
    return os.environ | {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder / "config"), "TERM": kind}


def run(*arguments: str, stdin: int = subprocess.PIPE, seconds: float = 40) -> tuple[int, str]:
    """Runs the program to its end, with an input that stays silent; its exit code and all it printed."""
    with subprocess.Popen(
        as_nobody(PROGRAM, *arguments), stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        env=environment("someone"),
    ) as process:
        try:
            code = process.wait(patient(seconds))
        except subprocess.TimeoutExpired:
            process.kill()
            raise
        return code, process.stdout.read() if process.stdout else ""


class Terminal:
    """What a person sees and types."""

    def __init__(self, *arguments: str, home: str = "someone", kind: str = "dumb") -> None:
        self.screen = ""
        self.seen = 0
        self.descriptor, child = pty.openpty()
        # So wide that no line that is looked for breaks between words.
        fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 200 if kind == "dumb" else 80, 0, 0))
        self.process = subprocess.Popen(
            as_nobody(PROGRAM, *arguments), stdin=child, stdout=child, stderr=child,
            start_new_session=True, env=environment(home, kind))
        os.close(child)

    def read(self, seconds: float) -> bool:
        """Takes what comes within `seconds`; False when nothing does."""
        ready, _, _ = select.select([self.descriptor], [], [], seconds)
        if not ready:
            return False
        try:
            data = os.read(self.descriptor, 65536)
        except OSError:
            return False
        self.screen += data.decode(errors="replace").replace("\r\n", "\n")
        return bool(data)

    def expect(self, pattern: str, seconds: float = 40) -> re.Match[str]:
        """Waits for `pattern` behind what was expected before."""
        deadline = time.monotonic() + patient(seconds)
        while True:
            match = re.compile(pattern).search(self.screen, self.seen)
            if match:
                self.seen = match.end()
                print("~", pattern)
                return match
            if time.monotonic() > deadline or (not self.read(0.2) and self.process.poll() is not None and not self.read(0.2)):
                raise AssertionError(f"no {pattern!r} on the screen; the end of it: {self.screen[-600:]!r}")

    def type(self, line: str) -> None:
        """Types a line."""
        os.write(self.descriptor, (line + "\n").encode())

    def press(self, key: str) -> None:
        """Presses a key."""
        os.write(self.descriptor, key.encode())

    def send(self, number: signal.Signals) -> None:
        """Sends a signal to the program."""
        self.process.send_signal(number)

    def exit_code(self, seconds: float = 40) -> int:
        """Waits for the end, reads the rest of the screen, and returns the exit code."""
        deadline = time.monotonic() + patient(seconds)
        while self.process.poll() is None:
            if time.monotonic() > deadline:
                self.process.kill()
                raise AssertionError(f"still running after {patient(seconds):g} s: {self.screen[-600:]!r}")
            self.read(0.2)
        while self.read(0.1):
            pass
        return self.process.returncode

    def close(self) -> None:
        """Ends the program if it still runs."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.descriptor)
