"""The plans `two-host` and `two-guest`: one game between two machines, each with a kernel and a bluetoothd.

The second serial port of both is one cable. The host's machine has the air at its end of it.
"""

from __future__ import annotations

import os
import time
import traceback
from collections.abc import Callable

from .scenarios import GAME, last_board
from .stack import BTVIRT, LOGS, Daemon, Stack, StackError, get_property, wait_until
from .terminal import Terminal

PORT = "/dev/ttyS1"
AIR = "/tmp/bt-server-le"
GUEST_DEVICE = "/org/bluez/hci0/dev_00_AA_01_01_00_01"


def adapter_of_air(stack: Stack) -> None:
    """One controller of its own, and the air open to whatever is at the other end of the cable."""
    stack.start_bus()
    stack.air = Daemon("btvirt", BTVIRT, "-l1", "-L", "-s")
    wait_until("the air's socket", lambda: os.path.exists(AIR), 20)
    Daemon("socat", "socat", f"{PORT},raw,echo=0,b115200", f"UNIX-CONNECT:{AIR}")
    stack.start_bluetoothd()


def adapter_of_cable(stack: Stack) -> None:
    """A controller at the other end of the cable; asked again until the other machine has its air open."""
    stack.start_bus()
    for attempt in range(6):
        cable = Daemon("btattach", "btattach", "-B", PORT, "-P", "h4", "-S", "115200")
        try:
            stack.start_bluetoothd(15)
            return
        except StackError as error:
            print(f"# attempt {attempt + 1}: {error}")
            stack.stop_bluetoothd()
            cable.stop()
    raise StackError("the controller at the other end of the cable does not answer")


def play(terminal: Terminal, moves: list[str]) -> str:
    """Types `moves`, each when asked for it, and returns the last board with its result."""
    for move in moves:
        terminal.expect("Your move: ", 60)
        terminal.type(move)
    terminal.expect("Again", 60)
    terminal.type("no")
    code = terminal.exit_code(60)
    assert code == 0, (code, terminal.screen[-600:])
    return last_board(terminal.screen)


def host() -> str:
    """The host plays Black to a win, and its machine stays until the guest's has left."""
    terminal = Terminal("host", "--adapter", "hci0", "--name", "Anna", "--first", "me", home="anna")
    try:
        terminal.expect("Bert\\W?'s screen show", 90)
        terminal.type("yes")
        board = play(terminal, [black for black, _ in GAME])
        assert "You won." in terminal.screen, terminal.screen[-300:]
        return board
    finally:
        terminal.close()


def guest() -> str:
    """The guest finds the host's machine, joins and plays White to the end."""
    terminal = Terminal("join", "Anna", "--adapter", "hci0", "--name", "Bert", home="bert")
    try:
        # The people at the two terminals would compare the digits; two machines have no other way than this one.
        terminal.expect("Anna\\W?'s screen show", 90)
        terminal.type("yes")
        terminal.expect("You are at \\W?Anna", 90)
        board = play(terminal, [white for _, white in GAME if white])
        assert "You lost." in terminal.screen, terminal.screen[-300:]
        return board
    finally:
        terminal.close()


def report(claim: str, start: Callable[[Stack], None], part: Callable[[], str]) -> None:
    """Runs one machine's part, and prints what happened and the board that was seen."""
    print("1..1")
    stack = Stack(1)
    try:
        start(stack)
    except Exception as error:  # The stack itself is not what is tested.
        print(f"# no adapter came up: {error}")
        return
    began = time.monotonic()
    try:
        board = part()
    except Exception:
        print(f"not ok {claim}")
        print("".join(f"  {line}\n" for line in traceback.format_exc().splitlines()))
        for log in sorted(LOGS.iterdir()):
            print("".join(f"#   {line}\n" for line in log.read_text(errors="replace").splitlines()[-12:]))
        return
    print(f"ok {claim} ({time.monotonic() - began:.0f} s)")
    print("".join(f"# board {line}\n" for line in board.splitlines()), end="")


def host_main() -> None:
    """The machine with the air; it is switched off last, for the other one's adapter lives in it."""
    report("The host wins a game against another machine.", adapter_of_air, host)
    device = ("org.bluez.Device1", "Connected")
    wait_until("the guest's link is down", lambda: get_property(GUEST_DEVICE, *device) != "true", 30)
    time.sleep(5)


def guest_main() -> None:
    """The machine whose controller is at the other end of the cable."""
    report("The guest loses a game against another machine.", adapter_of_cable, guest)
