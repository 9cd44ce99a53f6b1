"""What bleak, a GATT client that this project did not write, does with the example BothEnds.

Run as `python3 -m radio.vault ADAPTER`, it reads and writes descriptors, pairs, and reads what needs a pairing.
"""

from __future__ import annotations

import asyncio
import sys

from bleak import BleakClient, BleakScanner
from bleak.exc import BleakError

# The service of BothEnds by its numbers, written down a second time.
VAULT, UNIT, LEVEL, ORDERS, ENCRYPTED = (f"b1e500{number}-3c8c-4d5a-9f0e-8f6b8f0c7a11" for number in (10, 11, 12, 13, 14))
DESCRIPTION = "00002901-0000-1000-8000-00805f9b34fb"


async def use(adapter: str) -> None:
    """Finds the service, and tries it; a connection that is not made is tried again."""
    device = None
    # A virtual controller tells of an advertiser once a scan, and the kernel drops what comes before it is ready.
    for _ in range(4):
        device = device or await BleakScanner.find_device_by_filter(
            lambda _, advertisement: VAULT in advertisement.service_uuids, timeout=5, adapter=adapter)
    assert device, "the server was not found"
    for attempt in range(3):
        try:
            await try_all(BleakClient(device, adapter=adapter))
            return
        except BleakError as error:
            # bleak believes in the signal for `Connected`, and bluetoothd 5.66 does not always send it.
            print(f"attempt {attempt + 1}: {error}", flush=True)
            await asyncio.sleep(4)
    raise SystemExit("no connection")


async def try_all(connecting: BleakClient) -> None:
    """Descriptors, a write, and a pairing."""
    async with connecting as client:
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
    asyncio.run(use(sys.argv[1]))
