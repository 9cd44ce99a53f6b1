"""The plan `marathon`: one match through kills, adapters that go off and on, and daemons that start anew."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import time

from .stack import LOGS, Stack, set_powered
from .terminal import Terminal

KILLS = 50
POWER_CYCLES = 20
RESTARTS = 5

# What a player waits for when everything has to be found again: scan, connection, exchange of keys.
PATIENCE = 150


def quiet_moves() -> list[str]:
    """Moves on 15 lines, in turn, that never make a row of more than two for either side."""
    cells = [(column, row) for row in range(15) for column in range(15)]
    own = {side: [cell for cell in cells if (cell[0] + 2 * cell[1]) % 4 // 2 == side] for side in (0, 1)}
    pairs = zip(own[0], own[1])
    return ["abcdefghijklmno"[column] + str(row + 1) for pair in pairs for column, row in pair]


class Player:
    """Somebody at a terminal who starts the same command again whenever the program is gone."""

    def __init__(self, home: str, colour: str, *command: str) -> None:
        self.home = home
        self.colour = colour
        self.command = command
        self.terminal: Terminal | None = None

    def start(self) -> None:
        """Starts the program, for the first time or again."""
        if self.terminal:
            self.terminal.close()
        self.terminal = Terminal(*self.command, home=self.home)

    @property
    def screen(self) -> Terminal:
        """The terminal of the program that runs."""
        assert self.terminal
        return self.terminal

    def kill(self) -> None:
        """Ends the program without a chance to say anything."""
        self.screen.send(signal.SIGKILL)
        self.screen.process.wait()


def record(player: Player) -> list[str]:
    """The moves as the program lists them."""
    player.screen.type("moves")
    return player.screen.expect(r"Moves so far: ([^\n]*)\n").group(1).split()


class Marathon:
    """The match, its two players and what befalls them."""

    def __init__(self, stack: Stack, kills: int, power_cycles: int, restarts: int, seed: int = 1) -> None:
        self.stack = stack
        self.random = random.Random(seed)
        self.anna = Player("anna", "Black", "host", "--adapter", "hci0", "--name", "Anna", "--first", "me")
        self.bert = Player("bert", "White", "join", "Anna", "--adapter", "hci1", "--name", "Bert")
        self.faults = ["kill"] * kills + ["power"] * power_cycles + ["daemon"] * restarts
        self.random.shuffle(self.faults)
        self.moves = quiet_moves()
        self.made = 0
        self.slowest = 0.0

    def begin(self) -> None:
        """Both sit down and compare digits."""
        self.anna.start()
        self.anna.screen.expect("Your table Anna is open")
        self.bert.start()
        meet(self.anna.screen, self.bert.screen)
        self.anna.screen.expect("You are Black", 60)
        self.bert.screen.expect("You are White", 60)

    def mover(self) -> tuple[Player, Player]:
        """Who is to move, and the other one."""
        return (self.anna, self.bert) if self.made % 2 == 0 else (self.bert, self.anna)

    def play(self, fault: str | None) -> None:
        """One move, while `fault` befalls the two."""
        mover, other = self.mover()
        move = self.moves[self.made]
        deadline = time.monotonic() + PATIENCE
        while not self.is_due(mover):
            assert time.monotonic() < deadline, f"the turn of {mover.colour}: not within {PATIENCE} s:\n{self.screens()}"
        mover.screen.type(move)
        began = time.monotonic()
        if fault:
            time.sleep(self.random.uniform(0, 0.4))
            self.befall(fault)
        typed = time.monotonic()
        while not self.shows(other, move):
            if time.monotonic() - began > PATIENCE:
                raise AssertionError(f"move {self.made + 1}, {move}, after {fault}:\n{self.screens()}")
            for player in (mover, other):
                assert player.screen.process.poll() is None, f"{player.colour} ended after {fault}:\n{self.screens()}"
            # A program that was killed before it had read the line has to be told again.
            if time.monotonic() - typed > 3 and fault == "kill" and self.is_due(mover) and not self.shows(mover, move):
                mover.screen.type(move)
                typed = time.monotonic()
        self.slowest = max(self.slowest, time.monotonic() - began)
        self.made += 1

    def is_due(self, player: Player) -> bool:
        """Whether the last thing on the screen, but for the bell, asks for a move."""
        player.screen.read(0.2)
        return player.screen.screen.rstrip(" \a").endswith("Your move:")

    def shows(self, player: Player, move: str) -> bool:
        """Whether the program that runs has told of `move`, the next one of the match, or goes on with a game that has it."""
        player.screen.read(0.1)
        if re.search(rf"plays {move}\b", player.screen.screen):
            return True
        begun = re.search(r"Continuing your game against \w+ at move (\d+)", player.screen.screen)
        return begun is not None and int(begun.group(1)) > self.made + 1

    def befall(self, fault: str) -> None:
        """Lets something happen to one of the two, or to both."""
        player = self.random.choice([self.anna, self.bert])
        print(f"# move {self.made + 1}: {fault} {player.home}", flush=True)
        if fault == "kill":
            player.kill()
            time.sleep(self.random.uniform(0, 2))
            player.start()
        elif fault == "power":
            adapter = "hci0" if player is self.anna else "hci1"
            set_powered(adapter, False)
            time.sleep(self.random.uniform(0.5, 3))
            set_powered(adapter, True)
        else:
            self.stack.restart_bluetoothd()

    def end(self) -> None:
        """Both list the moves, and one gives up."""
        records = [record(player) for player in (self.anna, self.bert)]
        assert records[0] == records[1] == self.moves[: self.made], records
        self.anna.screen.type("resign")
        self.anna.screen.expect("Resign?")
        self.anna.screen.type("yes")
        for player in (self.anna, self.bert):
            player.screen.expect("Again")
            player.screen.type("no")
        codes = (self.anna.screen.exit_code(), self.bert.screen.exit_code())
        assert codes == (0, 0), codes

    def screens(self) -> str:
        """The ends of both screens."""
        return "\n".join(f"--- {p.colour}\n{p.screen.screen[-1200:]}" for p in (self.anna, self.bert))

    def run(self) -> None:
        """The whole match."""
        self.begin()
        for number, fault in enumerate(self.faults):
            self.play(fault)
            if number % 5 == 4:
                print(f"# {number + 1} of {len(self.faults)} faults, {self.made} moves, slowest {self.slowest:.0f} s", flush=True)
        self.play(None)
        self.end()

    def close(self) -> None:
        """Ends what still runs."""
        for player in (self.anna, self.bert):
            if player.terminal:
                player.terminal.close()


def meet(black: Terminal, white: Terminal) -> None:
    """Two who do not know each other compare the six digits, which are the same, and say yes."""
    digits = r"'s screen show (\d{3} \d{3})"
    assert black.expect(digits, 60).group(1) == white.expect(digits, 60).group(1)
    black.type("yes")
    white.type("yes")


def main() -> None:
    """The whole marathon on one stack."""
    print("1..1")
    stack = Stack(2)
    stack.start()
    marathon = Marathon(stack, KILLS, POWER_CYCLES, RESTARTS, int(os.environ.get("SEED", "1")))
    began = time.monotonic()
    claim = f"one match goes through {KILLS} kills, {POWER_CYCLES} power cycles and {RESTARTS} restarts of bluetoothd"
    try:
        marathon.run()
        print(f"ok {claim}: {marathon.made} moves, equal records ({time.monotonic() - began:.0f} s)")
    except AssertionError as error:
        print(f"not ok {claim}")
        print("".join(f"#   {line}\n" for line in str(error).splitlines()))
        if stack.bluetoothd and not stack.bluetoothd.runs:
            print(f"# bluetoothd has ended: {stack.bluetoothd.process.returncode}")
            subprocess.run(["dmesg"], check=False)
        lines = (LOGS / "bluetoothd.log").read_text(errors="replace").splitlines()
        # Of those who look for each other there is much, and it says nothing.
        told = [line for line in lines if not re.search("mgmt.c|sdpd|discover|scan", line)]
        print("".join(f"#   {line}\n" for line in told[-150:]))
    finally:
        marathon.close()
