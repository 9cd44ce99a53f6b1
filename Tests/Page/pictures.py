"""Takes the pictures of docs/howto/play-from-a-phone.md: the six digits, and a game of Xiangqi.

pictures.py FOLDER
"""

import asyncio
import base64
import pathlib
import sys

from browser import Air


async def take(tab, name):
    await tab.js("scrollTo(0, 0)")
    await asyncio.sleep(0.5)
    shot = await tab.call("Page.captureScreenshot", format="png")
    pathlib.Path(sys.argv[1], name).write_bytes(base64.b64decode(shot["data"]))


async def main():
    async with Air() as air:
        tab = air.tab
        await tab.call("Emulation.setDeviceMetricsOverride", width=360, height=640, deviceScaleFactor=1, mobile=True)
        host = await air.host("xiangqi", "--new", "--first", "me")
        await air.seek()
        await tab.shows("#meet")
        await take(tab, "page-digits.png")
        await air.seat(host)
        host.type("h2e2")
        await tab.has(1)
        await tab.play("h9g7")
        await host.says("horse h9g7")
        host.type("h0g2")
        await tab.has(3)
        await tab.click('[data-point="b9"]')
        await take(tab, "page-xiangqi.png")


asyncio.run(main())
