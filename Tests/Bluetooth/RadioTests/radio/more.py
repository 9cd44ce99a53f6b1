"""The plan `more`: what people's computers do to Bluetooth besides, for which the plan `one` has no time."""

from __future__ import annotations

import contextlib
import pathlib
import subprocess
import time
from collections.abc import Iterator

from .buses import dbus_broker, flatpak
from .dongle import Dongle, Placeholder
from .scenarios import GUEST_DEVICE, HOST_DEVICE, guest, host, is_connected, menu, play, start_game, wait_for_no_link
from .stack import Stack, dbus, get_property, patient, set_powered, wait_until
from .terminal import PROGRAM, Terminal


def set_discoverable(adapter: str, on: bool) -> None:
    """What desktops do while their Bluetooth settings are open."""
    words = ["--dest=org.bluez", f"/org/bluez/{adapter}", "org.freedesktop.DBus.Properties.Set"]
    dbus(*words, "string:org.bluez.Adapter1", "string:Discoverable", f"variant:boolean:{str(on).lower()}")


def is_discoverable(adapter: str) -> bool:
    """Whether bluetoothd shows the adapter as discoverable."""
    return get_property(f"/org/bluez/{adapter}", "org.bluez.Adapter1", "Discoverable") == "true"


def discoverable(_: Stack) -> None:
    """A host is joined whose adapter is discoverable, before its table opens and while it is open."""
    for is_before in (True, False):
        if is_before:
            set_discoverable("hci0", True)
        with host() as black:
            if not is_before:
                set_discoverable("hci0", True)
            wait_until("hci0 is not discoverable", lambda: not is_discoverable("hci0"), 10)
            with guest() as white:
                start_game(black, white)
                white.type("quit")
                assert (white.exit_code(), black.exit_code()) == (0, 28), black.screen[-300:]
        wait_until("hci0 is discoverable again", lambda: is_discoverable("hci0"), 10)
        set_discoverable("hci0", False)
        wait_for_no_link()


def move(black: Terminal, white: Terminal, own: str, answer: str) -> None:
    """A move of each, which the other one sees."""
    black.type(own)
    white.expect(f"Black plays {own}", 90)
    white.type(answer)
    black.expect(f"White plays {answer}", 90)


def end_game(black: Terminal, white: Terminal) -> None:
    """The guest leaves, and the host hears it."""
    white.type("quit")
    assert (white.exit_code(), black.exit_code()) == (0, 28), black.screen[-300:]


def paired(stack: Stack) -> None:
    """A guest whose computer is paired with that of the host joins it, and again after both have stopped."""
    # Controllers for LE only: docs/dev/bluez-notes.md says what one bluetoothd at both ends does not do with others.
    stack.renew_radio(2, "-L")
    try:
        with host() as black:
            words = ["/usr/bin/python3", "-W", "ignore", "-m", "radio.agent", "hci1", HOST_DEVICE]
            pairing = subprocess.run(words, capture_output=True, text=True, timeout=patient(240), check=False)
            assert pairing.returncode == 0, pairing.stderr
            black.type("quit")
            black.exit_code()
        wait_for_no_link()
        for _ in range(2):
            assert get_property(HOST_DEVICE, "org.bluez.Device1", "Paired") == "true"
            with host() as black, guest() as white:
                start_game(black, white)
                move(black, white, "h8", "h9")
                end_game(black, white)
            wait_for_no_link()
    finally:
        stack.renew_radio(2)


def replugged(stack: Stack) -> None:
    """A dongle that is pulled out in a match, and comes back under another number, is used again: the guest's, and the host's."""
    # A controller for LE alone, as that of a dongle is: btvirt lets these hear nothing else.
    stack.renew_radio(1, "-L", "-s")
    try:
        for is_host in (False, True):
            replug(is_host)
    finally:
        stack.renew_radio(2)


def replug(is_host: bool) -> None:
    """Plays on through the loss of the dongle of one of two players."""
    with contextlib.ExitStack() as ends:
        dongle = plug(ends)
        with (host(adapter=dongle.name if is_host else "hci0") as black,
              guest(adapter="hci0" if is_host else dongle.name) as white):
            start_game(black, white)
            move(black, white, "h8", "h9")
            owner = black if is_host else white
            dongle.pull()
            owner.expect("Waiting for it to come back", 60)
            ends.callback(Placeholder().close)
            began = time.monotonic()
            again = plug(ends)
            assert again.name != dongle.name
            owner.expect(f"Using the Bluetooth adapter {again.name}", 60)
            move(black, white, "i8", "i9")
            print(f"# played on after {time.monotonic() - began:.1f} s")
            end_game(black, white)


def list_replugged(stack: Stack) -> None:
    """A menu whose dongle is named, and comes back under another number, lists a table that opens then, and joins it."""
    stack.renew_radio(1, "-L", "-s")
    try:
        with contextlib.ExitStack() as ends:
            dongle = plug(ends)
            white = menu("Cleo", dongle.name)
            ends.callback(white.close)
            # A menu where something was pressed does not join by itself.
            white.press("j")
            white.expect("Looking for tables nearby", 20)
            dongle.pull()
            white.expect(f"{dongle.name}. Leave --adapter out", 60)
            ends.callback(Placeholder().close)
            assert plug(ends).name != dongle.name
            began = time.monotonic()
            with host() as black:
                white.expect("Anna", 60)
                print(f"# listed after {time.monotonic() - began:.1f} s")
                white.press("a")
                black.expect("Cleo\\W?'s screen show", 60)
    finally:
        stack.renew_radio(2)


def out_of_range(stack: Stack) -> None:
    """A match goes on when the guest was out of range for twenty seconds, and then the host."""
    stack.renew_radio(1, "-L", "-s")
    try:
        for is_host in (False, True):
            walk_away(is_host)
    finally:
        stack.renew_radio(2)


def walk_away(is_host: bool) -> None:
    """Plays on after one of two players was out of range."""
    with contextlib.ExitStack() as ends:
        dongle = plug(ends)
        with (host(adapter=dongle.name if is_host else "hci0") as black,
              guest(adapter="hci0" if is_host else dongle.name) as white):
            start_game(black, white)
            move(black, white, "h8", "h9")
            dongle.leave()
            for player in (black, white):
                player.expect("Connection to .* lost", 60)
            black.type("i8")
            time.sleep(20)
            assert "Black plays i8" not in white.screen, white.screen[-300:]
            began = time.monotonic()
            dongle.come_back()
            white.expect("Black plays i8", 90)
            white.type("i9")
            black.expect("White plays i9", 90)
            print(f"# played on after {time.monotonic() - began:.1f} s")
            end_game(black, white)


CONFIGURATION = pathlib.Path("/etc/bluetooth/main.conf")


def configured(stack: Stack) -> None:
    """A table is found, joined and played at where main.conf asks for private addresses and for Bluetooth LE alone."""
    before = CONFIGURATION.read_text() if CONFIGURATION.exists() else None
    CONFIGURATION.parent.mkdir(exist_ok=True)
    CONFIGURATION.write_text("[General]\nPrivacy = device\nControllerMode = le\n")
    try:
        stack.renew_radio(2)
        with host() as black, guest() as white:
            start_game(black, white)
            # Under their own addresses they are not seen.
            assert not is_connected(HOST_DEVICE) and not is_connected(GUEST_DEVICE)
            move(black, white, "h8", "h9")
            end_game(black, white)
    finally:
        if before is None:
            CONFIGURATION.unlink()
        else:
            CONFIGURATION.write_text(before)
        stack.renew_radio(2)


def plug(ends: contextlib.ExitStack) -> Dongle:
    """Plugs a dongle in, and waits until bluetoothd has switched it on."""
    dongle = Dongle()
    ends.callback(dongle.pull)
    path = f"/org/bluez/{dongle.name}"
    wait_until(f"{dongle.name} is on", lambda: get_property(path, "org.bluez.Adapter1", "Powered") == "true", 30)
    return dongle


def powered_off(_: Stack) -> None:
    """A match goes on when Bluetooth was switched off and on again at the guest, and then at the host."""
    with host() as black, guest() as white:
        start_game(black, white)
        for adapter, owner, own, answer in (("hci1", white, "h8", "h9"), ("hci0", black, "i8", "i9")):
            set_powered(adapter, False)
            owner.expect("Waiting for it to come back", 60)
            began = time.monotonic()
            set_powered(adapter, True)
            move(black, white, own, answer)
            print(f"# played on after {time.monotonic() - began:.1f} s")
        end_game(black, white)
    wait_for_no_link()


def cut_from_outside(_: Stack) -> None:
    """A match goes on when another program ends the link, from either end."""
    with host() as black, guest() as white:
        start_game(black, white)
        for device, own, answer in ((HOST_DEVICE, "h8", "h9"), (GUEST_DEVICE, "i8", "i9")):
            began = time.monotonic()
            dbus("--dest=org.bluez", device, "org.bluez.Device1.Disconnect")
            move(black, white, own, answer)
            print(f"# played on after {time.monotonic() - began:.1f} s")
        end_game(black, white)
    wait_for_no_link()


def two_tables(stack: Stack) -> None:
    """Two hosts on a computer with several adapters take one each, and the second table is joined."""
    stack.renew_radio(3)
    others = []
    try:
        others.append(Terminal("host", "--name", "Cleo", home="cleo"))
        others[0].expect("Your table Cleo is open")
        others.append(Terminal("host", "--new", "--name", "Anna", "--first", "me", home="anna"))
        others[1].expect("Using the Bluetooth adapter hci1")
        others[1].expect("Your table Anna is open")
        with guest(adapter="hci2") as white:
            start_game(others[1], white)
            move(others[1], white, "h8", "h9")
            end_game(others[1], white)
    finally:
        for terminal in others:
            terminal.close()
        stack.renew_radio(2)


@contextlib.contextmanager
def scanning(adapter: str) -> Iterator[None]:
    """Another program that looks for devices all the time, as settings and panels do."""
    address = get_property(f"/org/bluez/{adapter}", "org.bluez.Adapter1", "Address").strip('"')
    with subprocess.Popen(["bluetoothctl"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as program:

        def scans() -> bool:
            if get_property(f"/org/bluez/{adapter}", "org.bluez.Adapter1", "Discovering") == "true":
                return True
            program.stdin.write(f"select {address}\nscan on\n")
            program.stdin.flush()
            return False

        try:
            wait_until(f"{adapter} scans", scans, 20)
            yield
        finally:
            program.kill()


def scanned_all_the_time(_: Stack) -> None:
    """A table is found, joined and played at while other programs scan on both adapters."""
    with scanning("hci0"), scanning("hci1"), host() as black, guest() as white:
        began = time.monotonic()
        start_game(black, white)
        print(f"# at the table after {time.monotonic() - began:.1f} s")
        move(black, white, "h8", "h9")
        move(black, white, "i8", "i9")
        end_game(black, white)
    wait_for_no_link()


def bluegame(_: Stack) -> None:
    """Whole games with the stand-in of the iPhone app BlueGame, which has each role."""
    words = ["/usr/bin/python3", "-u", "/run/share/test-bluegame", PROGRAM, "3", "--system"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as played:
        for line in played.stdout:
            print("#", line, end="", flush=True)
    assert played.returncode == 0
    wait_for_no_link()


# The last ones take new controllers.
SCENARIOS = [
    discoverable, bluegame, powered_off, cut_from_outside, scanned_all_the_time, flatpak, paired, two_tables, replugged,
    list_replugged, out_of_range, configured, dbus_broker,
]


def main(only: str = "") -> None:
    """Runs these scenarios, or the one called `only`."""
    play(SCENARIOS, only)
