"""What bleak, a GATT client that this project did not write, sees of a host.

Run as `python3 -m radio.foreign ADAPTER`, it prints the characteristics, and writes garbage to one.
"""

from __future__ import annotations

import asyncio
import sys

from .service import NOTIFY, SERVICE, WRITE





EXPECTED = [f"{NOTIFY} notify", f"{WRITE} write write-without-response"]


async def look(adapter: str) -> None:
    """Connects to the host, prints what it offers, and writes what no Tabletooth would."""
    from bleak import BleakClient, BleakScanner

    device = await BleakScanner.find_device_by_filter(
        lambda _, advertisement: SERVICE in advertisement.service_uuids, timeout=20, adapter=adapter)
    assert device, "the host was not found"
    async with BleakClient(device, adapter=adapter) as client:
        service = client.services.get_service(SERVICE)
        for characteristic in sorted(service.characteristics, key=lambda found: found.handle):
            print(characteristic.uuid, *sorted(characteristic.properties), flush=True)
        await client.write_gatt_char(WRITE, b"\xff" * 20, response=False)
        await asyncio.sleep(1)


if __name__ == "__main__":
    asyncio.run(look(sys.argv[1]))
