"""The scenarios: bleak as a central on hci1, bless and Tabletooth as servers on hci0, and Tabletooth as a central."""

from __future__ import annotations

import asyncio
import contextlib
import os
import pathlib
import re
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from bleak import BleakClient, BleakScanner
from bleak.backends.device import BLEDevice
from bleak.backends.scanner import AdvertisementData
from bleak.exc import BleakError
from dbus_fast import Message
from dbus_fast.aio import MessageBus
from dbus_fast.constants import BusType

from names import BROKEN, DESCRIPTOR, INDICATED, LONG, NOTIFY, READABLE, SERVICE, TABLE, TABLE_WRITE, WRITABLE, WRITE_ONLY, short

SERVER = pathlib.Path(__file__).parent / "server.py"
HOST, GUEST = "hci0", "hci1"
PROPERTIES = "org.freedesktop.DBus.Properties"


def words(value: Any) -> str:
    """A value as it is printed."""
    if isinstance(value, (bytes, bytearray)):
        return f"<{value.hex()}>" if len(value) < 20 else f"{len(value)} bytes"
    return "ok" if value is None else str(value)


async def answer(call: Awaitable[Any]) -> str:
    """What a call of bleak answers, or how it fails."""
    try:
        return words(await call)
    except BleakError as error:
        return f"{type(error).__name__} {error}"


class Server:
    """A program that serves on hci0, and what it has printed."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.lines: list[str] = []
        self.news = asyncio.Event()
        self.reader = asyncio.create_task(self.read())

    @staticmethod
    async def start(*command: str, **more: Any) -> Server:
        """Starts a program."""
        pipe = asyncio.subprocess.PIPE
        return Server(await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, stderr=asyncio.subprocess.STDOUT, **more))

    async def read(self) -> None:
        """Takes what the program prints."""
        assert self.process.stdout
        async for line in self.process.stdout:
            self.lines.append(line.decode(errors="replace").rstrip())
            self.news.set()
        self.lines.append("ended")
        self.news.set()

    async def expect(self, pattern: str) -> str:
        """Waits for a line that has this in it."""
        while True:
            for place, line in enumerate(self.lines):
                if re.search(pattern, line):
                    del self.lines[: place + 1]
                    return line
            assert self.lines[-1:] != ["ended"], f"no {pattern!r}"
            self.news.clear()
            await self.news.wait()

    async def say(self, line: str) -> None:
        """Writes a line to the program."""
        assert self.process.stdin
        self.process.stdin.write((line + "\n").encode())
        await self.process.stdin.drain()

    async def stop(self) -> None:
        """Ends the program."""
        if self.process.returncode is None:
            self.process.terminate()
        await self.process.wait()
        await self.reader


class Scenarios:
    """What all scenarios share: the server, the link to it, and the values that came."""

    def __init__(self, program: str, is_radio: bool) -> None:
        self.program = program
        self.is_radio = is_radio
        self.server: Server
        self.device: BLEDevice
        self.client: BleakClient
        self.values: list[str] = []
        self.ends = 0

    def all(self) -> list[tuple[str, Callable[[], Awaitable[str]]]]:
        """The scenarios, in their order."""
        return [
            ("bless is found", self.scan), ("bless is found by a pattern", self.find),
            ("bleak connects, and lists what there is", self.connect), ("a read", self.read), ("a read of 600 bytes", self.read_long),
            ("a write with an answer", self.write), ("a write without", self.command), ("what is not allowed", self.refused),
            ("what the server raises", self.raised), ("a descriptor is read and written", self.descriptor),
            ("values are subscribed to", self.subscribe), ("a read while subscribed", self.read_meanwhile),
            ("a second client subscribes", self.second), ("values are no longer wanted", self.unsubscribe),
            ("values come by a socket", self.acquire), ("indications", self.indicate), ("bleak ends the link, and connects again", self.reconnect),
            ("the server ends the link, and bleak connects again", self.cut), ("bleak at a table of Tabletooth", self.at_table),
            ("Tabletooth at a table of bless", self.as_guest),
        ]

    # Steps

    async def wait(self, claim: Callable[[], Any]) -> None:
        """Waits until something holds."""
        while not claim():
            await asyncio.sleep(0.05)

    async def settle(self) -> None:
        """Lets everything arrive that the server has sent: it answers a read behind that."""
        await self.client.read_gatt_char(READABLE)
        if self.is_radio:
            await asyncio.sleep(2)

    async def send(self, uuid: str, *values: str) -> None:
        """Lets the server have new values."""
        for value in values:
            await self.server.say(f"value {short(uuid)} {value}")
            await self.server.expect("sent")
            # Equal ones would be one.
            await self.settle()

    def take(self, _: Any, value: bytearray) -> None:
        """Notes a value that came."""
        self.values.append(words(value))

    def news(self) -> str:
        """The values that came since this was asked."""
        seen, self.values = self.values, []
        return ", ".join(seen) or "no value"

    def end(self, _: Any) -> None:
        """Notes that the link has ended."""
        self.ends += 1

    @contextlib.asynccontextmanager
    async def scanning(self, service: str, pattern: str | None = None) -> AsyncIterator[asyncio.Future[BLEDevice]]:
        """A scan, and the first server of `service` that it hears."""
        found: asyncio.Future[BLEDevice] = asyncio.get_running_loop().create_future()

        def hear(device: BLEDevice, advertisement: AdvertisementData) -> None:
            if service in advertisement.service_uuids and not found.done():
                found.set_result(device)

        filters: dict[str, Any] = {"Pattern": pattern} if pattern else {}
        async with BleakScanner(hear, bluez={"adapter": GUEST, "filters": filters}):
            yield found

    async def look(self, service: str, pattern: str | None = None) -> BLEDevice:
        """The first server of `service`; an emulated radio tells of it once a scan, at most."""
        for _ in range(6 if self.is_radio else 1):
            with contextlib.suppress(TimeoutError):
                async with self.scanning(service, pattern) as found:
                    return await asyncio.wait_for(found, 5)
        raise TimeoutError("it is not found")

    def at(self, device: BLEDevice) -> BleakClient:
        """A client of a device."""
        return BleakClient(device, disconnected_callback=self.end, bluez={"adapter": GUEST})

    async def join(self, client: BleakClient) -> None:
        """Connects; an emulated radio may need more than one attempt."""
        for attempt in range(4 if self.is_radio else 1):
            try:
                return await client.connect()
            except (BleakError, TimeoutError):
                if attempt == 3 or not self.is_radio:
                    raise
                await asyncio.sleep(3)
        return None

    @staticmethod
    async def call(path: str, interface: str, member: str, signature: str = "", *body: Any, by: MessageBus | None = None) -> Any:
        """The first value that bluetoothd answers to somebody else."""
        bus = by or await MessageBus(bus_type=BusType.SYSTEM).connect()
        reply = await bus.call(Message(
            destination="org.bluez", path=path, interface=interface, member=member, signature=signature, body=list(body)))
        if not by:
            bus.disconnect()
        assert reply
        return reply.body[0] if reply.body else None

    # Scenarios

    async def scan(self) -> str:
        """bless does not ask to be discoverable; bleak's filter makes bluetoothd report it all the same."""
        self.server = await Server.start(sys.executable, str(SERVER), HOST, "all")
        await self.server.expect("open")
        return words((await self.look(SERVICE)).name)

    async def find(self) -> str:
        """The beginning of a name is enough."""
        self.device = await self.look(SERVICE, "Ble")
        self.client = self.at(self.device)
        return words(self.device.name)

    async def connect(self) -> str:
        """The services with their characteristics and descriptors."""
        await self.join(self.client)
        service = self.client.services.get_service(SERVICE)
        return "; ".join(" ".join([
            short(found.uuid), ",".join(sorted(found.properties)), *sorted(short(one.uuid) for one in found.descriptors)])
            for found in sorted(service.characteristics, key=lambda found: found.handle))

    async def read(self) -> str:
        """One value."""
        return await answer(self.client.read_gatt_char(NOTIFY))

    async def read_long(self) -> str:
        """A value longer than any may be."""
        return await answer(self.client.read_gatt_char(LONG))

    async def write(self) -> str:
        """A value that is read back, of some and of many bytes."""
        done = [await answer(self.client.write_gatt_char(WRITABLE, value, response=True)) for value in (b"xyz", bytes(300), b"")]
        return f"{', '.join(done)}; {'; '.join([await self.server.expect('written') for _ in done])}; " + await answer(
            self.client.read_gatt_char(WRITABLE))

    async def command(self) -> str:
        """A value that nobody confirms."""
        done = await answer(self.client.write_gatt_char(WRITABLE, b"quick", response=False))
        return f"{done}; {await self.server.expect('written')}"

    async def refused(self) -> str:
        """Calls that a characteristic has no flag for."""
        return "; ".join([
            await answer(self.client.read_gatt_char(WRITE_ONLY)), await answer(self.client.write_gatt_char(READABLE, b"x", response=True)),
            await answer(self.client.start_notify(READABLE, lambda *_: None)), await answer(self.client.stop_notify(NOTIFY))])

    async def raised(self) -> str:
        """A server's program that fails."""
        return "; ".join([
            await answer(self.client.read_gatt_char(BROKEN)), await answer(self.client.write_gatt_char(BROKEN, b"x", response=True))])

    async def descriptor(self) -> str:
        """A descriptor of the server's."""
        handle = next(found.handle for found in self.client.services.get_characteristic(NOTIFY).descriptors if found.uuid == DESCRIPTOR)
        before = await answer(self.client.read_gatt_descriptor(handle))
        done = await answer(self.client.write_gatt_descriptor(handle, b"others"))
        return f"{before}; {done}; {await answer(self.client.read_gatt_descriptor(handle))}"

    async def subscribe(self) -> str:
        """Two values after one another, and an empty one."""
        done = await answer(self.client.start_notify(NOTIFY, self.take))
        await self.send(NOTIFY, "01", "02", "")
        return f"{done}; {self.news()}"

    async def read_meanwhile(self) -> str:
        """The value that is read comes as if it had been sent."""
        done = await answer(self.client.read_gatt_char(NOTIFY))
        await self.settle()
        return f"{done}; {self.news()}"

    async def second(self) -> str:
        """Each subscriber makes each value come once more, to all."""
        path = self.client.services.get_characteristic(NOTIFY).obj[0]
        bus = await MessageBus(bus_type=BusType.SYSTEM).connect()
        await self.call(path, "org.bluez.GattCharacteristic1", "StartNotify", by=bus)
        await self.send(NOTIFY, "03")
        seen = self.news()
        await self.call(path, "org.bluez.GattCharacteristic1", "StopNotify", by=bus)
        bus.disconnect()
        await self.send(NOTIFY, "04")
        return f"{seen}; {self.news()}"

    async def unsubscribe(self) -> str:
        """Nothing comes any more."""
        done = await answer(self.client.stop_notify(NOTIFY))
        await self.send(NOTIFY, "05")
        return f"{done}; {self.news()}"

    async def acquire(self) -> str:
        """A socket has no read in it."""
        done = await answer(self.client.start_notify(NOTIFY, self.take, bluez={"use_start_notify": False}))
        await self.send(NOTIFY, "06")
        await self.wait(lambda: self.values)
        await self.client.read_gatt_char(NOTIFY)
        await self.settle()
        return f"{done}; {self.news()}; {await answer(self.client.stop_notify(NOTIFY))}"

    async def indicate(self) -> str:
        """Values that are confirmed."""
        done = await answer(self.client.start_notify(INDICATED, self.take))
        await self.send(INDICATED, "07", "08")
        return f"{done}; {self.news()}; {await answer(self.client.stop_notify(INDICATED))}"

    async def reconnect(self) -> str:
        """What was subscribed to is so no longer."""
        await self.client.start_notify(NOTIFY, self.take)
        await self.client.disconnect()
        ends, left = self.ends, await answer(self.client.read_gatt_char(NOTIFY))
        await self.join(self.client)
        await self.send(NOTIFY, "09")
        return f"{ends} end; {left}; {self.news()}; {await answer(self.client.read_gatt_char(READABLE))}"

    async def cut(self) -> str:
        """Somebody else ends the link, at the server's computer."""
        before = self.ends
        address = await self.call(f"/org/bluez/{GUEST}", PROPERTIES, "Get", "ss", "org.bluez.Adapter1", "Address")
        await self.call(f"/org/bluez/{HOST}/dev_{address.value.replace(':', '_')}", "org.bluez.Device1", "Disconnect")
        await self.wait(lambda: self.ends > before)
        left = await answer(self.client.read_gatt_char(NOTIFY))
        await self.join(self.client)
        done = await answer(self.client.read_gatt_char(READABLE))
        await self.client.disconnect()
        # Otherwise it is known by its services, and not by those that it advertises from now on.
        await self.client.unpair()
        await self.server.say("end")
        return f"{self.ends - before} ends; {left}; {done}; bless has {await self.server.expect('closed')}"

    # With Tabletooth

    @contextlib.asynccontextmanager
    async def tabletooth(self, *arguments: str) -> AsyncIterator[Server]:
        """Our program, with data of its own."""
        with tempfile.TemporaryDirectory() as folder:
            home = os.environ | {"XDG_DATA_HOME": folder, "XDG_CONFIG_HOME": folder, "TERM": "dumb"}
            program = await Server.start(self.program, *arguments, env=home)
            try:
                yield program
            finally:
                await program.stop()

    async def at_table(self) -> str:
        """A table bears a stranger that writes garbage."""
        async with self.tabletooth("host", "--new", "--adapter", HOST, "--name", "Anna") as table:
            await table.expect("is open")
            client = self.at(await self.look(TABLE))
            await self.join(client)
            found = sorted(client.services.get_service(TABLE).characteristics, key=lambda one: one.handle)
            listed = "; ".join(f"{short(one.uuid)} {','.join(sorted(one.properties))}" for one in found)
            done = await answer(client.start_notify(found[0], self.take))
            done += ", " + await answer(client.write_gatt_char(TABLE_WRITE, b"\xff" * 20, response=False))
            await client.disconnect()
            await client.unpair()
            return f"{listed}; {done}"

    async def as_guest(self) -> str:
        """A guest finds, connects, subscribes and writes, and says that nobody answers."""
        table = await Server.start(sys.executable, str(SERVER), HOST, "table")
        await table.expect("open")
        async with self.tabletooth("join", "Bless", "--new", "--adapter", GUEST, "--name", "Bert"):
            written = await table.expect("written")
        await table.say("end")
        closed = await table.expect("closed")
        await table.stop()
        return f"{written.split()[1]} was written to; bless has {closed}"
