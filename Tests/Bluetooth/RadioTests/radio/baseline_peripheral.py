"""The benchmark's baseline, host side: a dbus-fast peripheral that notifies what is written to it.

python3 -m radio.baseline_peripheral ADAPTER    prints `serving` when it advertises
"""

# The annotations below are D-Bus signatures that dbus-fast reads, not Python types.
import asyncio
import sys

from dbus_fast import BusType, PropertyAccess
from dbus_fast.aio import MessageBus
from dbus_fast.service import ServiceInterface, dbus_property, method

from .service import NOTIFY, SERVICE, WRITE

ROOT = "/baseline"


class Service(ServiceInterface):
    """The one service."""

    def __init__(self) -> None:
        super().__init__("org.bluez.GattService1")

    @dbus_property(access=PropertyAccess.READ)
    def UUID(self) -> "s":  # noqa: F821
        return SERVICE

    @dbus_property(access=PropertyAccess.READ)
    def Primary(self) -> "b":  # noqa: F821
        return True


class Characteristic(ServiceInterface):
    """One characteristic; a write to it becomes a notification of `echo`."""

    def __init__(self, uuid: str, flags: list[str], echo: "Characteristic | None" = None) -> None:
        super().__init__("org.bluez.GattCharacteristic1")
        self.uuid = uuid
        self.flags = flags
        self.echo = echo
        self.value = b""

    @dbus_property(access=PropertyAccess.READ)
    def UUID(self) -> "s":  # noqa: F821
        return self.uuid

    @dbus_property(access=PropertyAccess.READ)
    def Service(self) -> "o":  # noqa: F821
        return ROOT + "/service"

    @dbus_property(access=PropertyAccess.READ)
    def Flags(self) -> "as":  # noqa: F722
        return self.flags

    @dbus_property(access=PropertyAccess.READ)
    def Value(self) -> "ay":  # noqa: F821
        return self.value

    @method()
    def StartNotify(self):
        pass

    @method()
    def StopNotify(self):
        pass

    @method()
    def WriteValue(self, value: "ay", options: "a{sv}"):  # noqa: F821, F722
        if self.echo:
            self.echo.value = bytes(value)
            self.echo.emit_properties_changed({"Value": self.echo.value})


class Advertisement(ServiceInterface):
    """Connectable, with the service's UUID and the flag that lets BlueZ's discovery report it."""

    def __init__(self) -> None:
        super().__init__("org.bluez.LEAdvertisement1")

    @dbus_property(access=PropertyAccess.READ)
    def Type(self) -> "s":  # noqa: F821
        return "peripheral"

    @dbus_property(access=PropertyAccess.READ)
    def ServiceUUIDs(self) -> "as":  # noqa: F722
        return [SERVICE]

    @dbus_property(access=PropertyAccess.READ)
    def Discoverable(self) -> "b":  # noqa: F821
        return True

    @dbus_property(access=PropertyAccess.READ)
    def LocalName(self) -> "s":  # noqa: F821
        return "Baseline"

    @method()
    def Release(self):
        pass


async def serve(adapter: str) -> None:
    """Registers service and advertisement, and serves until killed."""
    bus = await MessageBus(bus_type=BusType.SYSTEM).connect()
    notify = Characteristic(NOTIFY, ["notify"])
    bus.export(ROOT + "/service", Service())
    bus.export(ROOT + "/service/notify", notify)
    bus.export(ROOT + "/service/write", Characteristic(WRITE, ["write", "write-without-response"], notify))
    bus.export("/advertisement", Advertisement())

    path = f"/org/bluez/{adapter}"
    proxy = bus.get_proxy_object("org.bluez", path, await bus.introspect("org.bluez", path))
    await proxy.get_interface("org.bluez.Adapter1").set_powered(True)
    await proxy.get_interface("org.bluez.GattManager1").call_register_application(ROOT, {})
    await proxy.get_interface("org.bluez.LEAdvertisingManager1").call_register_advertisement("/advertisement", {})
    print("serving", flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(serve(sys.argv[1]))
