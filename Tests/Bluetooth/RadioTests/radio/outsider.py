"""A GATT client that this project did not write, bleak: it finds a service and connects."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable

from bleak import BleakClient, BleakScanner
from bleak.exc import BleakError


async def visit(adapter: str, service: str, use: Callable[[BleakClient], Awaitable[None]]) -> None:
    """Calls `use` with a connection to the first server of `service`; one that fails is tried again."""
    device = None
    # A virtual controller tells of an advertiser once a scan, and the kernel drops what comes before it is ready.
    for _ in range(4):
        device = device or await BleakScanner.find_device_by_filter(
            lambda _, advertisement: service in advertisement.service_uuids, timeout=5, adapter=adapter)
    assert device, "the server was not found"
    for attempt in range(3):
        try:
            async with BleakClient(device, adapter=adapter) as client:
                await use(client)
            return
        except BleakError as error:
            # bleak believes in the signal for `Connected`, and bluetoothd 5.66 does not always send it.
            print(f"attempt {attempt + 1}: {error}", file=sys.stderr, flush=True)
            await asyncio.sleep(4)
    raise SystemExit("no connection")
