"""Plays Tabletooth's page in Chromium against the program on the virtual air.

games.py [NAME...]
"""

import asyncio
import sys
import time

from browser import Air


async def gomoku():
    """A game against a person, with digits."""
    async with Air() as air:
        host = await air.host("gomoku", "--first", "me", "--new")
        await air.seek()
        await air.seat(host)
        for row in range(4, 9):
            host.type(f"h{row}")
            await air.tab.reads("#log", f"plays h{row}")
            if row < 8:
                await air.tab.play(f"a{row}")
                await host.says(f"plays a{row}")
        await air.tab.reads("#situation", "Black wins: five in a row. You lost.")
        await air.tab.click("#wishes button", "Leave")
        await air.tab.shows("#start")


async def main(names):
    tests = {name: test for name, test in globals().items() if asyncio.iscoroutinefunction(test) and name not in ("main",)}
    for name in names or tests:
        start = time.monotonic()
        await asyncio.wait_for(tests[name](), 120)
        print(f"ok {name} ({time.monotonic() - start:.1f} s)", flush=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
