"""The UUIDs of the scenarios."""

from __future__ import annotations

BASE = "-5c3a-4f1b-8e22-6d1f0b9a7c55"
SERVICE, NOTIFY, READABLE, WRITABLE, WRITE_ONLY, LONG, BROKEN, INDICATED, DESCRIPTOR = (f"b1e5500{number}{BASE}" for number in range(9))
# Tabletooth's service.
TABLE, TABLE_NOTIFY, TABLE_WRITE = (f"{number}-231d-480a-942c-45370c11cdf8" for number in ("8569203e", "8569203f", "85692040"))


def short(uuid: str) -> str:
    """A short name of a UUID."""
    if uuid.endswith(BASE):
        return f"U{uuid[7]}"
    if uuid.endswith("-0000-1000-8000-00805f9b34fb"):
        return uuid[4:8]
    return {TABLE: "table", TABLE_NOTIFY: "notify", TABLE_WRITE: "write"}.get(uuid, uuid)
