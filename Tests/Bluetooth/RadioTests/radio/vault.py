"""What bleak does with the example BothEnds.

Run as `python3 -m radio.vault ADAPTER`, it reads and writes descriptors, pairs, and reads what needs a pairing.
"""

from __future__ import annotations

import asyncio
import sys

from bleak import BleakClient

from .outsider import visit

# The service of BothEnds by its numbers, written down a second time.
VAULT, UNIT, LEVEL, ORDERS, ENCRYPTED = (f"b1e500{number}-3c8c-4d5a-9f0e-8f6b8f0c7a11" for number in (10, 11, 12, 13, 14))
DESCRIPTION = "00002901-0000-1000-8000-00805f9b34fb"


async def try_all(client: BleakClient) -> None:
    """Descriptors, a write, and a pairing."""
    level = client.services.get_characteristic(LEVEL)
    text = await client.read_gatt_descriptor(level.get_descriptor(DESCRIPTION).handle)
    assert text == b"Level", text
    unit = level.get_descriptor(UNIT).handle
    await client.write_gatt_descriptor(unit, bytes(range(100)))
    assert await client.read_gatt_descriptor(unit) == bytes(range(100))
    await client.write_gatt_char(ORDERS, bytes(range(100)), response=True)
    await client.pair()
    secret = await client.read_gatt_char(ENCRYPTED)
    assert secret == b"\x07", secret
    print("bleak has used descriptors, and paired")


if __name__ == "__main__":
    asyncio.run(visit(sys.argv[1], VAULT, try_all))
