"""A match that goes from Bluetooth to a broker inside the machine, and back, again and again."""

from __future__ import annotations

import contextlib
import pathlib
import signal
import socket
import subprocess
import time
from collections.abc import Iterator

from .stack import patient, wait_until
from .terminal import PROGRAM, Terminal, as_nobody, environment

PORT = 1883
TIMES = 5
HOMES = ("anna-online", "bert-online")
# Black and White take turns, and never have three in a row.
MOVES = ["h8", "a1", "j8", "c1", "l8", "e1", "h10", "g1", "j10", "i1", "l10"]


def listens() -> bool:
    """Whether somebody takes connections at the broker's port."""
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", PORT), 1):
        return True
    return False


@contextlib.contextmanager
def broker() -> Iterator[str]:
    """A mosquitto on loopback, and its address."""
    settings = pathlib.Path("/tmp/broker.conf")
    settings.write_text(f"listener {PORT} 127.0.0.1\nallow_anonymous true\n")
    with subprocess.Popen(["/usr/sbin/mosquitto", "-c", str(settings)], stderr=subprocess.DEVNULL) as process:
        try:
            wait_until("the broker listens", listens, 30)
            yield f"mqtt://127.0.0.1:{PORT}"
        finally:
            process.kill()


def record(home: str) -> str:
    """The moves of the latest game, as the program gives them to others."""
    words = as_nobody(PROGRAM, "games", "export", "1", "--to", "pos")
    return subprocess.run(words, env=environment(home), capture_output=True, text=True, timeout=patient(40), check=True).stdout


def move(number: int, black: Terminal, white: Terminal) -> None:
    """Makes the move of this number, which the other side sees."""
    mover, other, colour = (black, white, "Black") if number % 2 == 0 else (white, black, "White")
    mover.expect("Your move: ")
    mover.type(MOVES[number])
    other.expect(f"{colour} plays {MOVES[number]}")


def there_and_back(black: Terminal, white: Terminal) -> None:
    """Stops both programs after each move, and goes on by the other way; `black` is the host, over Bluetooth."""
    players = [black, white]
    move(0, *players)
    with broker() as address, contextlib.ExitStack() as opened:
        ways = [(("--on", address), ("--on", address)), (("--adapter", "hci0"), ("--adapter", "hci1"))]
        for number in range(1, 2 * TIMES + 1):
            for player in players:
                player.send(signal.SIGKILL)
                player.process.wait()
            began = time.monotonic()
            players = [Terminal("resume", *words, home=home) for words, home in zip(ways[(number - 1) % 2], HOMES)]
            for player in players:
                opened.callback(player.close)
            for player in players:
                player.expect(f"Continuing your game against .* at move {number + 1}")
            for player in players:
                player.expect("are back", 90)
            print(f"# {'online' if number % 2 else 'over Bluetooth'} again after {time.monotonic() - began:.1f} s", flush=True)
            move(number, *players)
        players[1].type("quit")
        assert (players[1].exit_code(), players[0].exit_code()) == (0, 28), players[0].screen[-300:]
    records = [record(home) for home in HOMES]
    assert records[0] == records[1] and records[0].strip(), records
    print(f"# both have: {records[0].strip()}")
