"""The plan `more`: what people's computers do to Bluetooth besides, for which the plan `one` has no time."""

from __future__ import annotations

from .scenarios import guest, host, play, start_game, wait_for_no_link
from .stack import Stack, dbus, get_property, wait_until


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


SCENARIOS = [discoverable]


def main(only: str = "") -> None:
    """Runs these scenarios, or the one called `only`."""
    play(SCENARIOS, only)
