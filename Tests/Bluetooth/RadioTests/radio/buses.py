"""Other buses: dbus-broker in place of dbus-daemon, as Fedora and Arch have it, and Flatpak's proxy before a bus."""

from __future__ import annotations

import contextlib
import os
import pathlib
import shutil
import socket
import sys
import threading
from collections.abc import Iterator

from .scenarios import whole_game
from .stack import Daemon, Stack, dbus, wait_until
from .talk import folder, receiver, sender
from .terminal import HOMES, NOBODY, as_nobody, run

# The packages dbus-broker and xdg-dbus-proxy, unpacked.
BUSES = pathlib.Path("/run/share/buses/usr/bin")
BUS = pathlib.Path("/run/dbus/system_bus_socket")
JOURNAL = pathlib.Path("/run/systemd/journal/socket")
# It says that systemd starts bluetoothd, which is not here.
ACTIVATION = pathlib.Path("/usr/share/dbus-1/system-services/org.bluez.service")


def serve_broker() -> None:
    """Becomes dbus-broker's launcher, with a socket that listens, as systemd hands it one."""
    BUS.unlink(missing_ok=True)
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(BUS))
    BUS.chmod(0o666)
    listener.listen(64)
    os.dup2(listener.fileno(), 3)
    # It may have been that number before, and would be closed then.
    os.set_inheritable(3, True)
    os.environ |= {"LISTEN_FDS": "1", "LISTEN_PID": str(os.getpid())}
    os.execv("/usr/bin/dbus-broker-launch", ["dbus-broker-launch", "--scope", "system"])


def keep_journal() -> None:
    """Takes what dbus-broker tells systemd's journal, without which it does not start."""
    JOURNAL.parent.mkdir(parents=True, exist_ok=True)
    JOURNAL.unlink(missing_ok=True)
    journal = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    journal.bind(str(JOURNAL))

    def drain() -> None:
        while journal.recv(65536):
            pass

    threading.Thread(target=drain, daemon=True).start()


def play_and_send(stack: Stack) -> None:
    """A game to its end, and a file."""
    whole_game(stack)
    source, into = folder("outgoing") / "picture.bin", folder("incoming")
    source.write_bytes(os.urandom(20_000))
    with receiver(into) as anna:
        bert = sender(source)
        try:
            anna.expect(r"Bert wants to send you picture.bin, .*Type yes to accept", 60)
            anna.type("accept")
            assert bert.exit_code(60) == 0, bert.screen[-300:]
        finally:
            bert.close()
        anna.expect("arrived intact")
        anna.type("quit")
        anna.exit_code()
    assert [path.read_bytes() for path in into.iterdir()] == [source.read_bytes()]


def expect_doctor(*claims: str) -> None:
    """What doctor says."""
    _, text = run("doctor")
    for claim in claims:
        assert claim in text, text


def dbus_broker(stack: Stack) -> None:
    """A game, a file and doctor go through dbus-broker, and doctor says there when bluetoothd is missing."""
    stack.stop_radio()
    stack.stop_bus()
    for name in ("dbus-broker", "dbus-broker-launch"):
        shutil.copy(BUSES / name, "/usr/bin")
    kept = ACTIVATION.read_bytes() if ACTIVATION.exists() else None
    ACTIVATION.unlink(missing_ok=True)
    keep_journal()
    stack.bus = Daemon("dbus-broker", sys.executable, "-m", "radio.buses")
    try:
        names = ("--dest=org.freedesktop.DBus", "/", "org.freedesktop.DBus.ListNames")
        wait_until("dbus-broker", lambda: "org.freedesktop.DBus" in dbus(*names), 20)
        expect_doctor("bluetoothd: is not running, and nothing starts it")
        stack.start_radio()
        expect_doctor("may talk to bluetoothd", "Bluetooth is ready.")
        play_and_send(stack)
    finally:
        stack.stop_radio()
        stack.stop_bus()
        if kept:
            ACTIVATION.write_bytes(kept)
        stack.start()


@contextlib.contextmanager
def proxy(*options: str) -> Iterator[None]:
    """Flatpak's proxy between the programs and the bus."""
    place = HOMES / "proxy"
    place.mkdir(parents=True, exist_ok=True)
    os.chown(place, NOBODY, NOBODY)
    path = place / "bus"
    path.unlink(missing_ok=True)
    process = Daemon("xdg-dbus-proxy", *as_nobody(str(BUSES / "xdg-dbus-proxy"), f"unix:path={BUS}", str(path), "--filter", *options))
    wait_until("the proxy listens", path.exists, 10)
    os.environ["DBUS_SYSTEM_BUS_ADDRESS"] = f"unix:path={path}"
    try:
        yield
    finally:
        del os.environ["DBUS_SYSTEM_BUS_ADDRESS"]
        process.stop()


def flatpak(stack: Stack) -> None:
    """A game, a file and doctor go through Flatpak's proxy, and doctor says there when the proxy hides bluetoothd."""
    with proxy():
        expect_doctor("hides bluetoothd", "--system-talk-name=org.bluez")
    with proxy("--talk=org.bluez"):
        expect_doctor("may talk to bluetoothd", "Bluetooth is ready.")
        play_and_send(stack)


if __name__ == "__main__":
    serve_broker()
