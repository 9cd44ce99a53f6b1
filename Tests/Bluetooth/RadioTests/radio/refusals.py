"""Scenarios in which the machine itself forbids to play: its bus, or its radio switch."""

from __future__ import annotations

import contextlib
import pathlib
import shutil
from collections.abc import Iterator

from .stack import dbus, get_property, wait_until
from .terminal import Terminal

POLICIES = [pathlib.Path("/etc/dbus-1/system.d"), pathlib.Path("/usr/share/dbus-1/system.d")]
OURS = pathlib.Path("/run/share/dbus-policy/tabletooth.conf")

# BlueZ's own policy with everything taken out that bluetoothd itself does not need.
ROOT_ONLY = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <policy user="root">
    <allow own="org.bluez"/>
    <allow send_destination="org.bluez"/>
  </policy>
</busconfig>
"""


def reload_bus() -> None:
    """Makes the system bus read its policies again, for the connections that it has, too."""
    reply = dbus("--dest=org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.ReloadConfig")
    assert "method return" in reply, reply


@contextlib.contextmanager
def strict_bus() -> Iterator[None]:
    """A bus that lets only root talk to bluetoothd, and bluetoothd call nobody's objects."""
    stock = [folder / "bluetooth.conf" for folder in POLICIES if (folder / "bluetooth.conf").exists()]
    assert stock, "bluez has no bus policy"
    texts = {path: path.read_text() for path in stock}
    try:
        for path in stock:
            path.write_text(ROOT_ONLY)
        reload_bus()
        yield
    finally:
        for path, text in texts.items():
            path.write_text(text)
        (POLICIES[0] / OURS.name).unlink(missing_ok=True)
        reload_bus()


def expect_refusal(code: int, text: str) -> None:
    """A host on hci0 ends with `code` and a line that holds `text`."""
    terminal = Terminal("host", "--adapter", "hci0", "--name", "Anna")
    try:
        assert (terminal.exit_code(), text in terminal.screen) == (code, True), terminal.screen[-600:]
    finally:
        terminal.close()


def denied_bus() -> None:
    """Host fails with 10 on a deny-by-default bus and names the policy file; installed, host opens its table."""
    with strict_bus():
        expect_refusal(10, "dbus-policy/")
        shutil.copy(OURS, POLICIES[0])
        reload_bus()
        terminal = Terminal("host", "--adapter", "hci0", "--name", "Anna")
        try:
            terminal.expect("Your table Anna is open")
            terminal.type("quit")
            assert terminal.exit_code() == 0, terminal.screen[-300:]
        finally:
            terminal.close()


def blocked_adapter() -> None:
    """An adapter that rfkill blocks ends host with 10 and says how to unblock it."""
    switches = [path for path in pathlib.Path("/sys/class/rfkill").iterdir() if (path / "name").read_text().strip() == "hci0"]
    assert len(switches) == 1, switches
    try:
        (switches[0] / "soft").write_text("1")
        wait_until("hci0 is off", lambda: not is_powered(), 10)
        expect_refusal(10, "rfkill unblock")
    finally:
        (switches[0] / "soft").write_text("0")
        wait_until("hci0 is on again", is_powered, 10)


def is_powered() -> bool:
    """Whether bluetoothd shows hci0 as on."""
    return get_property("/org/bluez/hci0", "org.bluez.Adapter1", "Powered") == "true"
