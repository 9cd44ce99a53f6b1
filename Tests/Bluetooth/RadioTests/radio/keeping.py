"""What is kept: an older data folder, and a computer that goes off in the middle of a game."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time

from .stack import Stack
from .terminal import HOMES, Terminal

# What a program of either player is started with, whatever was before.
HOST = ("host", "--adapter", "hci0", "--name", "Anna")
GUEST = ("join", "Anna", "--adapter", "hci1", "--name", "Bert")


def kill(*players: Terminal) -> None:
    """Ends programs as a power cut does."""
    for player in players:
        player.send(signal.SIGKILL)
        player.process.wait()


def copy_home(home: str, copy: str) -> None:
    """Keeps a copy of a player's data, or puts it back."""
    shutil.rmtree(HOMES / copy, ignore_errors=True)
    subprocess.run(["cp", "-a", str(HOMES / home), str(HOMES / copy)], check=True)


def go_back(black: Terminal, white: Terminal) -> None:
    """White's data is put back to an older copy and played on with; both go back to what both have."""
    black.type("h8")
    white.expect("Black plays h8")
    copy_home("bert", "bert-before")
    white.type("h9")
    black.expect("White plays h9")
    black.type("i8")
    white.expect("Black plays i8")
    kill(black, white)
    copy_home("bert-before", "bert")
    again = [Terminal(*GUEST, home="bert")]
    try:
        again[0].expect("Continuing your game against .* at move 2")
        again[0].type("a1")
        again[0].expect("White plays a1")
        again.append(Terminal(*HOST, home="anna"))
        for player in again:
            player.expect("Your record of this match differs from", 90)
            player.type("yes")
        for player in again:
            player.expect("The match continues from there")
            player.expect("are back", 60)
        again[0].type("b2")
        again[1].expect("White plays b2")
        again[0].type("quit")
        assert (again[0].exit_code(), again[1].exit_code()) == (0, 28), again[1].screen[-300:]
    finally:
        for player in again:
            player.close()


def power_cut(stack: Stack, black: Terminal, white: Terminal) -> None:
    """Everything that runs is killed at once, bluetoothd and the controllers too; what is left is the disk."""
    black.type("h8")
    white.expect("Black plays h8")
    kill(black, white)
    stack.cut_power()
    os.sync()
    stack.start()
    began = time.monotonic()
    again = [Terminal(*HOST, home="anna"), Terminal(*GUEST, home="bert")]
    try:
        for player in again:
            player.expect("Continuing your game against .* at move 2")
        for player in again:
            player.expect("are back", 90)
        print(f"# back after {time.monotonic() - began:.1f} s")
        again[1].type("h9")
        again[0].expect("White plays h9")
        again[1].type("quit")
        assert (again[1].exit_code(), again[0].exit_code()) == (0, 28), again[0].screen[-300:]
    finally:
        for player in again:
            player.close()
