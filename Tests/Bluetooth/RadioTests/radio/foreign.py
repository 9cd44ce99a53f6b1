"""What bleak, a GATT client that this project did not write, sees of a host.

Run as `python3 -m radio.foreign ADAPTER`, it prints the characteristics, and writes garbage to one.
"""

from __future__ import annotations

import asyncio
import sys

from bleak import BleakClient, BleakScanner
from bleak.exc import BleakError

from .service import SERVICE, WRITE


async def look(adapter: str) -> None:
    """Connects to the host, prints what it offers, and writes what no Tabletooth would."""
    device = None
    # A virtual controller tells of an advertiser once a scan, and the kernel drops what comes before it is ready.
    for _ in range(4):
        device = device or await BleakScanner.find_device_by_filter(
            lambda _, advertisement: SERVICE in advertisement.service_uuids, timeout=5, adapter=adapter)
    assert device, "the host was not found"
    for attempt in range(3):
        try:
            await inspect(BleakClient(device, adapter=adapter))
            return
        except BleakError as error:
            # bleak believes in the signal for `Connected`, and bluetoothd 5.66 does not always send it.
            print(f"# attempt {attempt + 1}: {error}", file=sys.stderr)
            await asyncio.sleep(4)
    raise SystemExit("no connection")


async def inspect(connecting: BleakClient) -> None:
    """Prints the characteristics of the service, and writes garbage."""
    async with connecting as client:
        service = client.services.get_service(SERVICE)
        for characteristic in sorted(service.characteristics, key=lambda found: found.handle):
            print(characteristic.uuid, *sorted(characteristic.properties), flush=True)
        await client.write_gatt_char(WRITE, b"\xff" * 20, response=False)
        await asyncio.sleep(1)


if __name__ == "__main__":
    asyncio.run(look(sys.argv[1]))
