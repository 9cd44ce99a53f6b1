"""A stranger that asks for the seat again and again, and never sits down.

Run as `python3 -m radio.half ADAPTER COUNT`. It greets as docs/reference/protocol.md says (sections 2 and 5), begins the exchange
of keys each time, and goes no further; it needs no key for that.
"""

from __future__ import annotations

import asyncio
import os
import sys

from bleak import BleakClient, BleakScanner
from bleak.exc import BleakError

from .service import NOTIFY, SERVICE, WRITE


def checksum(message: bytes) -> int:
    """CRC-16/IBM-3740."""
    value = 0xFFFF
    for byte in message:
        value ^= byte << 8
        for _ in range(8):
            value = (value << 1 ^ 0x1021 if value & 0x8000 else value << 1) & 0xFFFF
    return value


def packets(link: int, sequence: int, message: bytes, size: int) -> list[bytes]:
    """The fragments of a message."""
    whole = len(message).to_bytes(2, "big") + checksum(message).to_bytes(2, "big") + message
    parts = [whole[at:at + size - 6] for at in range(0, len(whole), size - 6)]
    return [
        bytes([0x40 | (0x20 if at == 0 else 0) | (0x10 if at == len(parts) - 1 else 0), link])
        + (sequence + at).to_bytes(2, "big") + bytes(2) + part
        for at, part in enumerate(parts)
    ]


def hello(nonce: bytes) -> bytes:
    """Hello of Eve, who speaks version 4."""
    return b"\x0a\x17\x08\x04\x10\x04\x19" + nonce + b"\x22\x03Eve\x2a\x03x/1"


async def ask(client: BleakClient, count: int) -> None:
    """Begins so many exchanges on one link."""
    heard: asyncio.Queue[bytes] = asyncio.Queue()
    await client.start_notify(NOTIFY, lambda _, packet: heard.put_nowait(bytes(packet)))
    sequence = 0
    for _ in range(count):
        for packet in packets(0, sequence, hello(os.urandom(8)), 18):
            await client.write_gatt_char(WRITE, packet, response=False)
            sequence += 1
        answer = b""
        while True:
            packet = await asyncio.wait_for(heard.get(), 10)
            if packet[1] == 0:
                answer = packet[10:] if packet[0] & 0x20 else answer + packet[6:]
                if packet[0] & 0x10:
                    break
        # Welcome (field 2) has the link id in its field 3; anything else is a refusal.
        if answer[0] != 0x12:
            print("refused", flush=True)
            return
        link = answer[answer.index(b"\x10\x04\x18") + 3]
        for packet in packets(link, 0, os.urandom(64), 18):
            await client.write_gatt_char(WRITE, packet, response=False)
        await asyncio.sleep(0.1)
    print("asked", flush=True)


async def main(adapter: str, count: int) -> None:
    """Finds the host, asks, and goes."""
    for attempt in range(4):
        device = await BleakScanner.find_device_by_filter(
            lambda _, advertisement: SERVICE in advertisement.service_uuids, timeout=8, adapter=adapter)
        try:
            if device:
                async with BleakClient(device, adapter=adapter) as client:
                    await ask(client, count)
                return
        except (BleakError, TimeoutError) as error:
            print(f"# attempt {attempt + 1}: {error!r}", file=sys.stderr)
            await asyncio.sleep(4)
    raise SystemExit("no connection")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
