"""An agent that pairs with whoever asks, as two people do who press "yes" at both computers.

Run as `python3 -m radio.agent ADAPTER DEVICE`, it looks from the adapter until the device is heard, and pairs with it.
"""

import asyncio
import contextlib
import sys

from dbus_fast import BusType, DBusError, Message, MessageType
from dbus_fast.aio import MessageBus
from dbus_fast.service import ServiceInterface, method

PATH = "/radio/agent"


class Agent(ServiceInterface):
    """Says yes to everything."""

    def __init__(self) -> None:
        super().__init__("org.bluez.Agent1")

    @method()
    def Release(self): ...

    @method()
    def Cancel(self): ...

    @method()
    def RequestConfirmation(self, device: "o", passkey: "u"): ...

    @method()
    def RequestAuthorization(self, device: "o"): ...

    @method()
    def AuthorizeService(self, device: "o", uuid: "s"): ...


async def call(bus: MessageBus, path: str, interface: str, member: str, signature: str = "", *body: object, seconds: float = 60) -> Message:
    """Calls a method of bluetoothd; an error is raised."""
    message = Message("org.bluez", path, interface, member, signature=signature, body=list(body))
    reply = await asyncio.wait_for(bus.call(message), seconds)
    if reply.message_type is MessageType.ERROR:
        raise DBusError(reply.error_name, str(reply.body))
    return reply


async def pair(adapter: str, device: str) -> None:
    """Pairs with the device, and ends the link to it."""
    bus = await MessageBus(bus_type=BusType.SYSTEM).connect()
    bus.export(PATH, Agent())
    await call(bus, "/org/bluez", "org.bluez.AgentManager1", "RegisterAgent", "os", PATH, "NoInputNoOutput")
    await call(bus, "/org/bluez", "org.bluez.AgentManager1", "RequestDefaultAgent", "o", PATH)
    for attempt in range(4):
        try:
            await call(bus, adapter, "org.bluez.Adapter1", "StartDiscovery")
            await asyncio.sleep(5)
            await call(bus, adapter, "org.bluez.Adapter1", "StopDiscovery")
            await call(bus, device, "org.bluez.Device1", "Connect")
            # It pairs when it has seen all services: docs/dev/bluez-notes.md.
            await asyncio.sleep(5)
            await call(bus, device, "org.bluez.Device1", "Pair")
            break
        except DBusError as error:
            print(f"# attempt {attempt + 1}: {error}", file=sys.stderr)
            await asyncio.sleep(2)
    else:
        raise SystemExit("not paired")
    # The link ends, though 5.66 does not always say so.
    with contextlib.suppress(TimeoutError):
        await call(bus, device, "org.bluez.Device1", "Disconnect", seconds=10)


if __name__ == "__main__":
    asyncio.run(pair(f"/org/bluez/{sys.argv[1]}", sys.argv[2]))
