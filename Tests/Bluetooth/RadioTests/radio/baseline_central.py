"""The benchmark's baseline, guest side: bleak writes, and times the notification that comes back.

python3 -m radio.baseline_central ADAPTER COUNT SIZE    prints `median_ms=… p95_ms=…`
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import time

from bleak import BleakClient, BleakScanner

from .service import NOTIFY, SERVICE, WRITE


async def measure(adapter: str, count: int, size: int) -> list[float]:
    """The round trips in milliseconds, in order."""
    device = await BleakScanner.find_device_by_filter(
        lambda _, advertisement: SERVICE in advertisement.service_uuids, timeout=20, adapter=adapter
    )
    if device is None:
        raise SystemExit("no peripheral found")
    times = []
    async with BleakClient(device, adapter=adapter) as client:
        echoes: asyncio.Queue[bytes] = asyncio.Queue()
        await client.start_notify(NOTIFY, lambda _, value: echoes.put_nowait(bytes(value)))
        for number in range(count):
            message = number.to_bytes(4, "big").ljust(size, b"\0")
            begin = time.perf_counter()
            await client.write_gatt_char(WRITE, message, response=False)
            echo = await asyncio.wait_for(echoes.get(), 10)
            times.append((time.perf_counter() - begin) * 1000)
            if echo != message:
                raise SystemExit(f"sent {message.hex()}, got {echo.hex()}")
    return times


def main() -> None:
    """Measures and prints one line."""
    times = asyncio.run(measure(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
    p95 = sorted(times)[int(len(times) * 0.95)]
    print(f"median_ms={statistics.median(times):.2f} p95_ms={p95:.2f}")


if __name__ == "__main__":
    main()
