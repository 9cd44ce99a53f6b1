"""A server made with bless, at the adapter and with the services that the command line names.

It prints what it is asked, and does what its input says, a line each: `value HEX`, `end`.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any

from bless import BlessServer, GATTAttributePermissions, GATTCharacteristicProperties, GATTDescriptorProperties

from names import BROKEN, DESCRIPTOR, INDICATED, LONG, NOTIFY, READABLE, SERVICE, TABLE, TABLE_NOTIFY, TABLE_WRITE, WRITABLE, WRITE_ONLY, short

READ, WRITE = GATTCharacteristicProperties.read, GATTCharacteristicProperties.write
QUICK, TOLD, SURE = (getattr(GATTCharacteristicProperties, name) for name in ("write_without_response", "notify", "indicate"))
MAY = GATTAttributePermissions.readable | GATTAttributePermissions.writeable
# The characteristics, what they may, and the values that they have at first.
CHARACTERISTICS = {
    NOTIFY: (READ | TOLD, b"abc"), READABLE: (READ, b"fixed"), WRITABLE: (READ | WRITE | QUICK, b""), WRITE_ONLY: (WRITE, b""),
    LONG: (READ, bytes(600)), BROKEN: (READ | WRITE, b""), INDICATED: (SURE, b""),
}
TABLES = {TABLE_NOTIFY: (TOLD, b""), TABLE_WRITE: (QUICK, b"")}


def tell(*words: Any) -> None:
    """Prints a line at once."""
    print(*words, flush=True)


def read(characteristic: Any, **_: Any) -> bytearray:
    """The answer to a read."""
    if characteristic.uuid == BROKEN:
        raise ValueError("broken")
    return bytearray(characteristic.value)


def write(characteristic: Any, value: bytearray, **_: Any) -> None:
    """Takes a write."""
    if characteristic.uuid == BROKEN:
        raise ValueError("broken")
    tell("written", short(characteristic.uuid), bytes(value).hex() if len(value) < 20 else f"{len(value)} bytes")
    characteristic.value = bytearray(value)


async def main(adapter: str, kind: str) -> None:
    """Serves until its input ends."""
    service, known = (TABLE, TABLES) if kind == "table" else (SERVICE, CHARACTERISTICS)
    server = BlessServer(name="Bless", adapter=adapter)
    server.read_request_func = read
    server.write_request_func = write
    await server.add_new_service(service)
    for uuid, (properties, value) in known.items():
        await server.add_new_characteristic(service, uuid, properties, bytearray(value), MAY)
    if kind != "table":
        both = GATTDescriptorProperties.read | GATTDescriptorProperties.write
        await server.add_new_descriptor(service, NOTIFY, DESCRIPTOR, both, bytearray(b"words"), MAY)
    await server.start()
    tell("open")
    lines = asyncio.Queue[str]()
    loop = asyncio.get_running_loop()
    loop.add_reader(sys.stdin, lambda: lines.put_nowait(sys.stdin.readline()))
    while line := await lines.get():
        word, _, rest = line.strip().partition(" ")
        if word == "end":
            break
        characteristic, _, value = rest.partition(" ")
        uuid = next(uuid for uuid in known if short(uuid) == characteristic)
        server.get_characteristic(uuid).value = bytearray.fromhex(value)
        server.update_value(service, uuid)
        tell("sent")
    loop.remove_reader(sys.stdin)
    await server.stop()
    tell("closed")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:3]))
