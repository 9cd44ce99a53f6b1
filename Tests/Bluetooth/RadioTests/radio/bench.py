"""The plan `bench`: the transport against a Python pair in the same boot, and what waiting costs."""

from __future__ import annotations

import os
import re
import statistics
import subprocess
import time

from .scenarios import GUEST_DEVICE, guest, host, is_connected, start_game
from .stack import Stack, wait_until
from .talk import folder
from .terminal import HOMES, PROGRAM, Terminal, as_nobody, environment

ROUNDS = 5
MOVES = 10
# No five of them are in a row.
POINTS = [f"{column}{row}" for row in range(1, 8) for column in "acegikmobdfhjln"]
# As many packets of that size as doctor measures with.
COUNT = 100
SIZE = 20


def median_of(text: str) -> float | None:
    """The median that a measurement printed, in milliseconds."""
    match = re.search(r"median_ms=([\d.]+)|median ([\d.]+) ms", text)
    return float(match.group(1) or match.group(2)) if match else None


def measure(stack: Stack, peripheral: list[str], central: list[str]) -> float:
    """The median round trip in milliseconds between two programs, with controllers that know nobody yet.

    bleak sometimes gives up on a good link (see outsider.py); it gets the chances that our own ladder has.
    """
    for _ in range(4):
        stack.stop_radio()
        stack.start_radio()
        server = subprocess.Popen(
            as_nobody(*peripheral), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment("echo"))
        try:
            time.sleep(4)
            guest_side = subprocess.Popen(
                as_nobody(*central), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment("bert"))
            wait_until("a link", lambda: is_connected(GUEST_DEVICE) or guest_side.poll() is not None, 60)
            stack.hurry()
            output, errors = guest_side.communicate(timeout=120)
        finally:
            server.terminate()
            server.wait()
        median = median_of(output)
        if median is not None:
            return median
        print("# no measurement:", errors.strip().splitlines()[-1:], flush=True)
    raise AssertionError("nothing was measured")


def ours(stack: Stack) -> float:
    """Our transport on both sides."""
    settings = HOMES / "echo" / "config" / "tabletooth"
    settings.mkdir(parents=True, exist_ok=True)
    (settings / "settings.toml").write_text('name = "echo"\n')
    return measure(
        stack,
        [PROGRAM, "doctor", "--answer", "--adapter", "hci0"],
        [PROGRAM, "doctor", "--with", "echo", "--adapter", "hci1"])


def baseline(stack: Stack) -> float:
    """dbus-fast as peripheral, bleak as central."""
    python = ["/usr/bin/python3", "-u", "-W", "ignore", "-m"]
    return measure(
        stack,
        [*python, "radio.baseline_peripheral", "hci0"],
        [*python, "radio.baseline_central", "hci1", str(COUNT), str(SIZE)])


def status(process: subprocess.Popen, key: str) -> int:
    """A number of /proc/PID/status, summed over the threads where it is one of theirs."""
    total = 0
    threads = os.listdir(f"/proc/{process.pid}/task") if "switches" in key else [str(process.pid)]
    for thread in threads:
        with open(f"/proc/{process.pid}/task/{thread}/status", encoding="ascii") as file:
            match = re.search(rf"^{key}:\s+(\d+)", file.read(), re.MULTILINE)
        total += int(match.group(1)) if match else 0
    return total


def cpu_seconds(process: subprocess.Popen) -> float:
    """User and system time so far."""
    with open(f"/proc/{process.pid}/stat", encoding="ascii") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def waiting() -> None:
    """What a host costs that waits for 30 seconds."""
    with host() as black:
        time.sleep(3)
        cpu, wakes = cpu_seconds(black.process), status(black.process, "voluntary_ctxt_switches")
        time.sleep(30)
        used = cpu_seconds(black.process) - cpu
        woken = status(black.process, "voluntary_ctxt_switches") - wakes
        print(f"# host waiting: {used / 30 * 100:.2f} % CPU, {woken / 30:.2f} wakeups/s")


def memory() -> None:
    """What both sides of a game occupy."""
    with host() as black, guest() as white:
        start_game(black, white)
        for name, terminal in (("host", black), ("join", white)):
            parts = [status(terminal.process, key) / 1024 for key in ("VmHWM", "RssAnon", "RssFile")]
            print(f"# {name}: {parts[0]:.1f} MiB resident at most; now {parts[1]:.1f} of its own, {parts[2]:.1f} of files")
        white.type("quit")
        white.exit_code()
        black.exit_code()


def delays(players: list[Terminal], points: list[str]) -> list[float]:
    """How long each of so many moves takes to the other side's screen, in milliseconds."""
    found = []
    for _ in range(MOVES):
        point = points.pop(0)
        began = time.monotonic()
        players[0].type(point)
        players[1].expect(f"plays {point}")
        found.append((time.monotonic() - began) * 1000)
        players.reverse()
        time.sleep(0.3)
    return found


def moving(stack: Stack) -> None:
    """How much later a move comes while a file goes from the host to the guest, beside round trips before and after."""
    trips = [ours(stack)]
    source = folder("outgoing") / "long.bin"
    source.write_bytes(os.urandom(5_000_000))
    with host() as black, guest("--accept-files", str(folder("incoming"))) as white:
        start_game(black, white)
        for player in (black, white):
            player.type("board off")
        players, points = [black, white], list(POINTS)
        alone = delays(players, points)
        black.type(f"send {source}")
        white.expect("sends you long.bin")
        time.sleep(3)
        meanwhile = delays(players, points)
        assert "arrived intact" not in white.screen, "the file was over before the moves were"
        later = statistics.median(meanwhile) - statistics.median(alone)
        print(f"# a move alone: median {statistics.median(alone):.1f} ms, at most {max(alone):.1f} ms")
        print(f"# a move during a transfer: median {statistics.median(meanwhile):.1f} ms, at most {max(meanwhile):.1f} ms")
    trips.append(ours(stack))
    round_trip = statistics.mean(trips)
    print(f"# later by {later:.1f} ms, {later / round_trip:.2f} round trips of {round_trip:.1f} ms (at most 2)")


def main() -> None:
    """Alternates the two pairs, and prints medians and ratio."""
    print("1..1")
    # A bluetoothd that logs every packet would make both pairs slower by the same.
    stack = Stack(2, verbose=False)
    try:
        stack.start()
    except Exception as error:  # The stack itself is not what is measured.
        print(f"# no adapter came up: {error}")
        return
    pairs = []
    for _ in range(ROUNDS):
        pairs.append((ours(stack), baseline(stack)))
        print(f"# round trip of {SIZE} bytes: ours {pairs[-1][0]:.2f} ms, Python {pairs[-1][1]:.2f} ms", flush=True)
    ratios = [own / other for own, other in pairs]
    print(f"# ratio ours/Python: median {statistics.median(ratios):.2f} of {', '.join(f'{ratio:.2f}' for ratio in ratios)}")
    # What else runs on the computer only ever adds time, so that the best rounds say most about the programs.
    best = [min(times) for times in zip(*pairs, strict=True)]
    print(f"# best rounds: ours {best[0]:.2f} ms, Python {best[1]:.2f} ms, ratio {best[0] / best[1]:.2f}")
    moving(stack)
    waiting()
    memory()
    print("ok measured")
