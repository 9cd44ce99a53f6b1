"""Compares how the page looks with Tests/Page/looks.txt: small pictures in letters, and where each text stands.

looks.py [write [FOLDER]]

With "write", the file is written anew; with a folder, so are whole pictures for a person to look at.
"""

import asyncio
import base64
import pathlib
import re
import struct
import sys
import zlib

from browser import Air

KEPT = pathlib.Path(__file__).with_name("looks.txt")
LANGUAGES = "en-US zh-CN".split()
# A picture has one letter for a square of so many pixels; a letter is one of 16 shades.
SQUARE = 20
WIDTH, HEIGHT = 360, 740
# What another font or Chromium may change: shades of a letter, letters of a picture, pixels of a place.
SHADES, LETTERS, PIXELS = 2, 0.03, 6

# Each text and control that can be seen, with its place and colours.
PLACES = """(() => {
  const back = (element) => {
    const colour = element ? getComputedStyle(element).backgroundColor : 'none'
    return colour === 'rgba(0, 0, 0, 0)' ? back(element.parentElement) : colour
  }
  const hex = (colour) => '#' + (colour.match(/[\\d.]+/g) ?? []).slice(0, 3)
    .map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')
  return [...document.querySelectorAll('main *, dialog[open] *')].filter((element) =>
    element.checkVisibility() && !element.closest('svg :not(svg)') && (['INPUT', 'SELECT', 'svg'].includes(element.tagName)
      || [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
  ).map((element) => {
    const box = element.getBoundingClientRect()
    const text = element.tagName === 'svg' ? `${element.querySelectorAll('*').length} parts`
      : ['INPUT', 'SELECT'].includes(element.tagName) ? element.value : element.innerText.replace(/\\s+/g, ' ')
    return [
      [box.x, box.y + scrollY, box.width, box.height].map(Math.round),
      `${element.tagName.toLowerCase()} ${hex(getComputedStyle(element).color)} on ${hex(back(element))} ${text}`,
    ]
  })
})()"""


def shades(png):
    """The rows of a small PNG with 8 bits for each of its channels, a letter for each pixel."""
    place, packed, size = 8, b"", None
    while place < len(png):
        length, kind = struct.unpack(">I4s", png[place : place + 8])
        data = png[place + 8 : place + 8 + length]
        place += 12 + length
        if kind == b"IHDR":
            size = struct.unpack(">IIBB", data[:10])
        elif kind == b"IDAT":
            packed += data
    width, height, depth, colour = size
    channels = {2: 3, 6: 4}[colour]
    assert depth == 8
    raw, rows, above = zlib.decompress(packed), [], bytes(width * channels)
    for row in range(height):
        line = bytearray(raw[row * (width * channels + 1) :][: width * channels + 1])
        way, line = line[0], line[1:]
        for index in range(len(line)):
            left = line[index - channels] if index >= channels else 0
            corner = above[index - channels] if index >= channels else 0
            up = above[index]
            guess = min((left, up, corner), key=lambda value: abs(left + up - corner - value))
            line[index] = (line[index] + [0, left, up, (left + up) // 2, guess][way]) & 255
        above = line
        pixels = [line[start : start + 3] for start in range(0, len(line), channels)]
        rows.append("".join("0123456789abcdef"[(r * 3 + g * 6 + b) // 160] for r, g, b in pixels))
    return rows


class Looks:
    def __init__(self, folder):
        self.folder, self.seen = folder, {}

    async def take(self, tab, name):
        """Takes the page as it is, in both colour schemes."""
        await tab.js("document.activeElement?.blur(); scrollTo(0, 0)")
        for scheme in "light", "dark":
            features = [
                {"name": "prefers-color-scheme", "value": scheme},
                {"name": "prefers-reduced-motion", "value": "reduce"},
            ]
            await tab.call("Emulation.setEmulatedMedia", features=features)
            await tab.js("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            clip = {"x": 0, "y": 0, "width": WIDTH, "height": HEIGHT, "scale": 1 / SQUARE}
            small = await tab.call("Page.captureScreenshot", format="png", clip=clip)
            # The six digits are others each time.
            places = [(box, re.sub(r" \d{3} \d{3}$", " 123 456", text)) for box, text in await tab.js(PLACES)]
            self.seen[f"{name} {scheme}"] = shades(base64.b64decode(small["data"])), places
            if self.folder:
                shot = await tab.call("Page.captureScreenshot", format="png")
                (self.folder / f"{name} {scheme}.png".replace(" ", "-")).write_bytes(base64.b64decode(shot["data"]))

    def write(self):
        lines = []
        for name, (rows, places) in self.seen.items():
            lines += [f"== {name}", *rows, *(f"{' '.join(map(str, box))} {text}" for box, text in places)]
        KEPT.write_text("\n".join(lines) + "\n")

    def differences(self):
        kept, name = {}, None
        for line in KEPT.read_text().splitlines():
            if line.startswith("== "):
                name = line[3:]
                kept[name] = [], []
            elif " " in line:
                *box, text = line.split(" ", 4)
                kept[name][1].append(([int(part) for part in box], text))
            else:
                kept[name][0].append(line)
        for name in kept.keys() | self.seen.keys():
            if name not in kept or name not in self.seen:
                yield f"{name}: only one of both"
                continue
            (rows, places), (now, here) = kept[name], self.seen[name]
            pairs = list(zip("".join(rows), "".join(now), strict=False))
            other = sum(abs(int(one, 16) - int(two, 16)) > SHADES for one, two in pairs)
            if len("".join(rows)) != len("".join(now)) or other > LETTERS * len(pairs):
                yield f"{name}: {other} of {len(pairs)} letters of the picture differ:\n" + "\n".join(
                    f"{one}  {two}" for one, two in zip(rows, now, strict=False)
                )
            if [text for _, text in places] != [text for _, text in here]:
                gone = [text for _, text in places if text not in [text for _, text in here]]
                new = [text for _, text in here if text not in [text for _, text in places]]
                yield f"{name}: {gone} became {new}"
                continue
            for (was, text), (box, _) in zip(places, here, strict=True):
                if any(abs(one - two) > PIXELS for one, two in zip(was, box, strict=True)):
                    yield f"{name}: {text!r} moved from {was} to {box}"


async def tour(language, looks):
    """Goes through the pages as a player does."""
    async with Air(language=language) as air:
        tab = air.tab
        metrics = {"width": WIDTH, "height": HEIGHT, "deviceScaleFactor": 1, "mobile": True}
        await tab.call("Emulation.setDeviceMetricsOverride", **metrics)

        async def take(name):
            await looks.take(tab, f"{name} {language}")

        await take("start")
        host = await air.host("gomoku", "--first", "me", "--new")
        await air.seek()
        await tab.shows("#meet")
        await take("digits")
        await tab.click("#same")
        await tab.shows("#wait")
        await take("wait")
        host.type("yes")
        await tab.shows("#table")
        host.type("h8")
        await tab.has(1)
        await tab.play("a1")
        await host.says("plays a1")
        await tab.has(2)
        await take("gomoku")
        host.type("undo")
        await tab.shows("#question")
        await take("question")
        await tab.click("#no")
        await host.says("declined")
        await tab.js("[...document.querySelectorAll('#wishes button')].at(-1).click()")
        await tab.shows("#sure")
        await take("leave")
        await tab.js("[...document.querySelectorAll('#sure button')][1].click()")
        await tab.shows("#start")
        await take("contacts")
        for game in "xiangqi", "liuzhou":
            await tab.js(f"document.querySelector('#game').value = '{game}'")
            await tab.js("document.querySelector('#alone button').click()")
            await tab.shows("#board svg")
            if game == "xiangqi":
                await tab.click('[data-point="b2"]')
            await take(game)
            await tab.js("[...document.querySelectorAll('#wishes button')].at(-1).click()")
            await tab.shows("#start")


async def main():
    folder = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
    looks = Looks(folder)
    for language in LANGUAGES:
        await tour(language, looks)
    if sys.argv[1:2] == ["write"]:
        return looks.write()
    wrong = list(looks.differences())
    print(f"{len(looks.seen)} pictures of the page, {len(wrong)} differences")
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    asyncio.run(main())
