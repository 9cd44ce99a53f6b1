"""Scenarios beside a game: words, a file that is cut in the middle, and a pipe."""

from __future__ import annotations

import contextlib
import os
import pathlib
import signal
import subprocess
import time
from collections.abc import Iterator

from .stack import patient, wait_until
from .terminal import HOMES, NOBODY, PROGRAM, Terminal, as_nobody, environment

# Who sends and who waits need not have met before.
STRANGERS = ("--admit", "anyone")
SIZE = 300_000


def folder(name: str) -> pathlib.Path:
    """An empty folder that the programs may write to."""
    path = HOMES / name
    subprocess.run(["rm", "-rf", str(path)], check=True)
    path.mkdir(parents=True)
    os.chown(path, NOBODY, NOBODY)
    return path


def exchange(black: Terminal, white: Terminal) -> None:
    """Two who play say something each, out of turn too, and are told that the other one has it."""
    black.type("say hello")
    white.expect("Anna: hello")
    white.type("/and hello, Anna")
    black.expect("Bert: and hello, Anna")
    for terminal in (black, white):
        wait_until("the words are there", lambda terminal=terminal: has_arrived(terminal), 10)


def has_arrived(terminal: Terminal) -> bool:
    """Whether the program says that the other side has what was said last."""
    terminal.type("status")
    stage = terminal.expect(r"hello.* – (.*)\n").group(1)
    return stage.startswith("arrived after") or stage.startswith("seen by")


@contextlib.contextmanager
def receiver(into: pathlib.Path) -> Iterator[Terminal]:
    """Somebody on hci0 who waits for files."""
    terminal = Terminal("receive", "--adapter", "hci0", "--name", "Anna", "--into", str(into), *STRANGERS, home="anna")
    try:
        terminal.expect("Receiving files as Anna", 60)
        yield terminal
    finally:
        terminal.close()


def sender(path: pathlib.Path) -> Terminal:
    """Somebody on hci1 who sends the file at `path`."""
    return Terminal("send", str(path), "Anna", "--adapter", "hci1", "--name", "Bert", *STRANGERS, home="bert")


def sizes(into: pathlib.Path) -> list[int]:
    """How much of each file in the folder, hidden ones included, has come."""
    return [path.stat().st_size for path in into.iterdir()]


def killed_sender() -> None:
    """Sends a file, kills the sender in the middle of it, and sends it again."""
    source, into = folder("outgoing") / "picture.bin", folder("incoming")
    content = os.urandom(SIZE)
    source.write_bytes(content)
    with receiver(into) as anna:
        first = sender(source)
        try:
            anna.expect(r"Bert wants to send you picture.bin, .*Type yes to accept", 60)
            anna.type("accept")
            first.expect("picture.bin is being transferred", 60)
            wait_until("a third of it", lambda: max(sizes(into), default=0) > SIZE // 3, 60)
            first.send(signal.SIGKILL)
            first.process.wait()
        finally:
            first.close()
        began = time.monotonic()
        second = sender(source)
        try:
            second.expect(r"picture.bin resumes at \d+ %", 60)
            assert second.exit_code(60) == 0, second.screen[-300:]
        finally:
            second.close()
        print(f"# the rest after {time.monotonic() - began:.1f} s")
        anna.expect("arrived intact")
        anna.type("quit")
        anna.exit_code()
    copies = list(into.iterdir())
    assert [path.read_bytes() for path in copies] == [content], [path.name for path in copies]
    assert copies[0].stat().st_mode & 0o777 == 0o600, oct(copies[0].stat().st_mode)


def tar_to_tar() -> None:
    """Carries a folder from one tar to another."""
    source, into = folder("packed"), folder("unpacked")
    for number in range(5):
        (source / f"{number}.bin").write_bytes(os.urandom(20_000 * number))
    packed = subprocess.Popen(["tar", "c", "-C", str(source), "."], stdout=subprocess.PIPE)
    unpacked = subprocess.Popen(as_nobody("tar", "x", "-C", str(into)), stdin=subprocess.PIPE)
    # tar writes nothing, so this side's own input is empty.
    waiting = pipe("anna", "--adapter", "hci0", "--name", "Anna", stdin=subprocess.DEVNULL, stdout=unpacked.stdin)
    if unpacked.stdin:
        unpacked.stdin.close()
    # It cannot be found before it says so.
    told = b""
    while waiting.stderr and b"is waiting for its other end" not in told:
        line = waiting.stderr.readline()
        assert line, told
        told += line
    coming = pipe("bert", "Anna", "--adapter", "hci1", "--name", "Bert", stdin=packed.stdout, stdout=subprocess.DEVNULL)
    try:
        _, errors = coming.communicate(timeout=patient(60))
        _, others = waiting.communicate(timeout=patient(60))
        assert (coming.returncode, waiting.returncode) == (0, 0), errors + others
        assert unpacked.wait(20) == 0
    finally:
        for process in (packed, unpacked, waiting, coming):
            process.kill()
    names = sorted(path.name for path in source.iterdir())
    assert sorted(path.name for path in into.iterdir()) == names
    assert all((source / name).read_bytes() == (into / name).read_bytes() for name in names)


def pipe(home: str, *arguments: str, **streams) -> subprocess.Popen:
    """One end of a pipe."""
    words = as_nobody(PROGRAM, "pipe", *arguments, *STRANGERS)
    return subprocess.Popen(words, stderr=subprocess.PIPE, env=environment(home), **streams)
