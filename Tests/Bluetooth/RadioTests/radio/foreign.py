"""What bleak sees of a host.

Run as `python3 -m radio.foreign ADAPTER`, it prints the characteristics, and writes garbage to one.
"""

from __future__ import annotations

import asyncio
import sys

from bleak import BleakClient

from .outsider import visit
from .service import SERVICE, WRITE


async def inspect(client: BleakClient) -> None:
    """Prints the characteristics of the service, and writes garbage."""
    service = client.services.get_service(SERVICE)
    for characteristic in sorted(service.characteristics, key=lambda found: found.handle):
        print(characteristic.uuid, *sorted(characteristic.properties), flush=True)
    await client.write_gatt_char(WRITE, b"\xff" * 20, response=False)
    await asyncio.sleep(1)


if __name__ == "__main__":
    asyncio.run(visit(sys.argv[1], SERVICE, inspect))
