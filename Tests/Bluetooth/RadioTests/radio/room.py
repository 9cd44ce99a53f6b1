"""The plan `room`: one host with a player, watchers, a stranger and somebody who floods, each on an adapter of its own."""

from __future__ import annotations

import asyncio
import contextlib
import os
import statistics
import subprocess
import sys
import time
import traceback
from collections.abc import Callable

from bleak import BleakClient, BleakScanner
from bleak.exc import BleakError

from .scenarios import GAME, last_board, start_game, wait_for_no_link
from .service import NOTIFY, SERVICE, WRITE
from .stack import LOGS, Daemon, Stack, StackError, wait_until
from .terminal import Terminal, run

WATCHERS = 3
ADAPTERS = WATCHERS + 4
# How often joining is measured.
ROUNDS = 5
STRANGER, FLOOD = f"hci{ADAPTERS - 2}", f"hci{ADAPTERS - 1}"
# All adapters share one bluetoothd, which no radio could ask for so much as one program can.
FLOOD_PACKETS, FLOOD_PAUSE = 400, 0.02


class Room(Stack):
    """A stack whose controllers have several links each."""

    def start_air(self) -> None:
        """Starts Bumble's controllers in place of btvirt's."""
        self.air = Daemon("air", "python3", "-m", "radio.air", str(self.adapters))
        wait_until("controllers", self.has_controllers, 60)

    def has_controllers(self) -> bool:
        """Whether the kernel has taken all of them."""
        return len(os.listdir("/sys/class/bluetooth")) >= self.adapters


async def flood(adapter: str) -> None:
    """Connects to the host and writes nonsense, packet after packet, until it is cut off."""
    device = await BleakScanner.find_device_by_filter(
        lambda _, advertisement: SERVICE in advertisement.service_uuids, timeout=30, adapter=adapter)
    assert device, "the host was not found"
    written = 0
    with contextlib.suppress(BleakError, EOFError):
        async with BleakClient(device, adapter=adapter) as client:
            print("connected", flush=True)
            for number in range(FLOOD_PACKETS):
                await client.write_gatt_char(WRITE, bytes([0x40, number % 256]) + b"\xa5" * 16, response=False)
                written += 1
                await asyncio.sleep(FLOOD_PAUSE)
    print(f"wrote {written}", flush=True)


@contextlib.contextmanager
def flooding():
    """Somebody who writes nonsense, from the first packet on."""
    process = subprocess.Popen(
        [sys.executable, "-m", "radio.room", FLOOD], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        assert process.stdout and "connected" in process.stdout.readline()
        yield
    finally:
        print("# the flood:", process.communicate(timeout=90)[0].strip().replace("\n", "; "))


def enter(black: Terminal, number: int) -> contextlib.closing[Terminal]:
    """Somebody who watches at the table of Anna."""
    began, name = time.monotonic(), f"Wim{number}"
    terminal = Terminal(
        "watch", "Anna", "--adapter", f"hci{number + 1}", "--name", name, home=name.lower())
    terminal.expect("You are watching at \\W?Anna", 60)
    black.expect(name)
    print(f"# {name} watches after {time.monotonic() - began:.1f} s")
    return contextlib.closing(terminal)


def full_table() -> None:
    """One more who wants to watch is told that no place is left, and one who wants to play that a game is on."""
    code, text = run("watch", "Anna", "--adapter", STRANGER, "--name", "Vera", seconds=90)
    assert code == 22, (code, text)
    code, text = run("join", "Anna", "--adapter", STRANGER, "--name", "Vera", seconds=90)
    assert code == 22, (code, text)


def game(stack: Room) -> None:
    """A player, three watchers, a stranger who is refused and one who floods: every board is the same, and the game goes on."""
    with contextlib.ExitStack() as seats:
        words = ("host", "--new", "--adapter", "hci0", "--name", "Anna", "--first", "me", "--spectators", str(WATCHERS))
        black = seats.enter_context(contextlib.closing(Terminal(*words, home="anna")))
        black.expect("Your table Anna is open")
        words = ("join", "Anna", "--new", "--adapter", "hci1", "--name", "Bert")
        white = seats.enter_context(contextlib.closing(Terminal(*words, home="bert")))
        start_game(black, white)
        watchers = [seats.enter_context(enter(black, number)) for number in range(1, WATCHERS)]
        move(black, white, watchers, *GAME[0])
        # A table where nobody else may sit or watch takes no links.
        with flooding():
            for own, answer in GAME[1:3]:
                move(black, white, watchers, own, answer)
        watchers.append(seats.enter_context(enter(black, WATCHERS)))
        full_table()
        for own, answer in GAME[3:]:
            move(black, white, watchers, own, answer)
        for player in (black, white):
            player.expect("Again")
            player.type("no")
        assert (black.exit_code(), white.exit_code()) == (0, 0)
        boards = {last_board(seat.screen) for seat in (black, white)}
        for seat in watchers:
            seat.expect(r"wins: five in a row")
            seat.type("quit")
            seat.exit_code()
            boards.add(last_board(seat.screen))
        assert len(boards) == 1, boards


def move(black: Terminal, white: Terminal, watchers: list[Terminal], own: str, answer: str | None) -> None:
    """One move, and its answer, which all of them see."""
    for terminal, other, text, side in ((black, white, own, "Black"), (white, black, answer, "White")):
        if not text:
            continue
        terminal.expect("Your move: ")
        began = time.monotonic()
        terminal.type(text)
        other.expect(f"{side} plays {text}")
        times = [time.monotonic() - began]
        for seat in watchers:
            seat.expect(f"{side} plays {text}")
            times.append(time.monotonic() - began)
        print(f"# {text}: the player after {times[0] * 1000:.0f} ms, all after {max(times) * 1000:.0f} ms")


def bleak(_: Terminal) -> float:
    """What the script takes, in seconds; it sometimes gives up on a good link (see outsider.py), and is started again."""
    for _ in range(4):
        began = time.monotonic()
        script = subprocess.run(
            [sys.executable, "-m", "radio.room", "hci1", "find"], capture_output=True, text=True, timeout=90, check=False)
        if "subscribed" in script.stdout:
            return time.monotonic() - began
        print("# bleak gave up:", script.stderr.strip().splitlines()[-1:], flush=True)
        wait_for_no_link()
    raise AssertionError("bleak does not get to the table")


def joining(stack: Room) -> None:
    """From the word `join` to both boards takes as long as in a bleak script that finds, connects and subscribes, or half as long again."""
    pairs = []
    for _ in range(ROUNDS):
        times = []
        for measure in (bleak, ours):
            # With controllers and a bluetoothd that know nobody yet.
            stack.stop_radio()
            stack.start_radio()
            with contextlib.closing(Terminal("host", "--new", "--adapter", "hci0", "--name", "Anna", "--first", "me", home="anna")) as black:
                black.expect("Your table Anna is open")
                time.sleep(3)
                times.append(measure(black))
        pairs.append(times)
        print(f"# from join to both boards: {times[1]:.2f} s, bleak {times[0]:.2f} s", flush=True)
    other, own = (statistics.median(column) for column in zip(*pairs, strict=True))
    print(f"# medians: join {own:.2f} s, bleak {other:.2f} s, ratio {own / other:.2f} (at most 1.5)")


def ours(black: Terminal) -> float:
    """What the program takes, in seconds."""
    began = time.monotonic()
    with contextlib.closing(Terminal("join", "Anna", "--new", "--adapter", "hci1", "--name", "Bert", home="bert")) as white:
        white.expect("You are White", 60)
        black.expect("You are Black")
        took = time.monotonic() - began
        white.type("quit")
        white.exit_code()
        return took


async def find(adapter: str) -> None:
    """Finds the host, connects and subscribes, as short as bleak lets it be said."""
    device = await BleakScanner.find_device_by_filter(
        lambda _, advertisement: SERVICE in advertisement.service_uuids, timeout=60, adapter=adapter)
    async with BleakClient(device, adapter=adapter) as client:
        await client.start_notify(NOTIFY, lambda *_: None)
        print("subscribed", flush=True)


def main() -> None:
    """Runs the game and then the measurement, each once more with new controllers where it failed."""
    print("1..2")
    stack = Room(ADAPTERS, verbose=False)
    stack.start_bus()
    for body in (game, joining):
        claim = (body.__doc__ or "").strip()
        result = any(succeeds(stack, body) for _ in range(2))
        if not result:
            print((LOGS / "air.log").read_text(errors="replace")[-2000:])
        print(f"{'ok' if result else 'not ok'} {claim}", flush=True)


def succeeds(stack: Room, body: Callable[[Room], None]) -> bool:
    """Whether `body` runs to its end, with controllers of its own."""
    try:
        stack.start_radio()
        began = time.monotonic()
        body(stack)
        print(f"# it took {time.monotonic() - began:.0f} s")
        return True
    except Exception:
        print("# failed")
        print("".join("  " + line + "\n" for line in traceback.format_exc().splitlines()))
        return False
    finally:
        with contextlib.suppress(StackError):
            stack.stop_radio()


if __name__ == "__main__":
    asyncio.run((find if "find" in sys.argv else flood)(sys.argv[1]))
