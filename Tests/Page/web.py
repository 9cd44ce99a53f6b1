"""Plays Tabletooth's page in Chromium against tabletooth host --on web, without Bluetooth.

web.py [NAME...]
"""

import asyncio
import re
import sys
import time
import urllib.error
import urllib.request

from browser import FIGURES, Air, Program, run_tests
from games import play_on

TESTS = "whole cut moved full alone chess".split()
# A name that is no secure context, as the address of a computer in a network.
NAME = "anna.example"
# What Chromium says of a socket whose host is gone, by the moment at which that happens.
LOST = ("ERR_CONNECTION_", "ERR_SOCKET_NOT_CONNECTED")
FLAGS = [f"--host-resolver-rules=MAP {NAME} 127.0.0.1"]


async def serve(air, *words, folder="host"):
    """A host with a page, and the address of that."""
    host = await Program.start("host", *words, "--name", "Anna", "--plain", folder=air.folder / folder)
    air.programs.append(host)
    url = (await host.says(r"http://localhost:\S+/"))[0]
    return host, url.replace("localhost", NAME)


async def open_table(air, *words):
    host, url = await serve(air, "gomoku", "--first", "me", "--new", "--on", "web:127.0.0.1:0", *words)
    await air.tab.go(url)
    return host, url


async def whole():
    """A game to the end, with digits, in a page without a certificate."""
    async with Air(flags=FLAGS) as air:
        tab = air.tab
        host, url = await serve(air, "gomoku", "--robot:3", "--new", "--first", "me", "--on", "web:127.0.0.1:0")
        await tab.go(url)
        await tab.reads("#unable", "without a certificate")
        assert not await tab.js("isSecureContext")
        start = time.monotonic()
        await air.seek()
        await tab.shows("#meet")
        FIGURES["tap to digits over the network"] = time.monotonic() - start
        await tab.click("#same")
        match = await play_on(air, "[d-l]([4-9]|1[0-2])")
        said = (await host.says(r"(wins|Draw): [^\n]*"))[0]
        print(f"  {len(match['moves'])} moves; the host says {said!r}, the page {await tab.text('#situation')!r}")


async def cut():
    """A cut connection, a reload and a killed host: the match continues at the same move."""
    async with Air(flags=FLAGS) as air:
        tab = air.tab
        host, url = await open_table(air)
        await air.seek()
        await air.begin_game(host)
        start = time.monotonic()
        await tab.js("import('./main.js').then((page) => page.current().table.link.cut())")
        await host.says("is back")
        FIGURES["a cut connection over the network resumed"] = time.monotonic() - start
        host.type("h9")
        await tab.reads("#log", "plays h9")
        await tab.go(url)
        await tab.click("#matches button", "Continue your game with Anna")
        await host.says("is back")
        await tab.has(3)
        await tab.play("a2")
        await host.says("plays a2")
        # A host that is killed comes back at the same address.
        await host.stop(9)
        await tab.reads("#situation", "Connecting to Anna again")
        host, again = await serve(air)
        assert again == url, f"{again} is not {url}"
        await host.says("is back|You are back")
        host.type("h10")
        await tab.reads("#log", "plays h10", 60)
        # The browser reports each attempt while the host was away.
        await tab.call("Page.navigate", url="about:blank")
        tab.problems = [problem for problem in tab.problems if not any(word in problem for word in LOST)]


# All that the browser keeps for this address, as another page of it can read that.
KEPT = """new Promise((done) => {
  indexedDB.open('tabletooth').onsuccess = ({ target: { result: base } }) => {
    const texts = (value) => value instanceof Uint8Array ? String.fromCharCode(...value)
      : typeof value === 'object' && value ? Object.entries(value).flat().map(texts).join('|') : String(value)
    Promise.all([...base.objectStoreNames].map((name) => new Promise((read) => {
      base.transaction(name).objectStore(name).getAll().onsuccess = ({ target: { result } }) => read(result)
    }))).then((rows) => done(texts(rows)))
  }
})"""


async def moved():
    """Another host that has the address next reads nothing that the page keeps for the first one."""
    async with Air(flags=FLAGS) as air:
        tab = air.tab
        host, url = await open_table(air)
        await tab.reads("#unable", "saved encrypted")
        await air.seek()
        await air.begin_game(host)
        kept = await tab.js(KEPT)
        # Only the player's own name is there.
        assert "Bert" in kept and "sealed" in kept
        assert "Anna" not in kept and "secret" not in kept, kept
        await host.stop(9)
        port = re.search(r":(\d+)/", url)[1]
        other, there = await serve(air, "gomoku", "--new", "--on", f"web:127.0.0.1:{port}", folder="other")
        await tab.go(there)
        assert not await tab.text("#matches") and not await tab.text("#known")
        await other.stop()
        host, again = await serve(air)
        assert again == url, f"{again} is not {url}"
        await tab.go(url)
        await tab.click("#matches button", "Continue your game with Anna")
        await host.says("You are back")
        await tab.reads("#players", "Anna")
        await tab.click("#wishes button", "Leave")
        await tab.click("#sure button", "Leave the game unfinished")
        await tab.shows("#start")
        await host.stop()
        # A contact needs no digits, at the next table of the same host.
        host, url = await serve(air, "gomoku", "--first", "guest", "--new", "--on", f"web:127.0.0.1:{port}")
        await tab.go(url)
        await air.seek()
        await tab.shows("#table", "#meet")
        assert not await tab.text("#code"), "digits for a contact"
        # The browser reports each attempt while no host was there.
        await tab.call("Page.navigate", url="about:blank")
        tab.problems = [problem for problem in tab.problems if not any(word in problem for word in LOST)]


async def full():
    """A guest in a terminal plays; the page is refused in words, and may not watch."""
    async with Air(flags=FLAGS) as air:
        host = await Program.start(
            "host", "gomoku", "--first", "me", "--new", "--on", "tcp:127.0.0.1:0,web:127.0.0.1:0", "--name", "Anna",
            "--admit", "anyone", "--plain", folder=air.folder / "host",
        )
        air.programs.append(host)
        address = (await host.says(r"tcp:127\S+"))[0]
        url = (await host.says(r"http://localhost:\S+/"))[0]
        await air.tab.go(url.replace("localhost", NAME))
        guest = await Program.start(
            "join", address, "--name", "Cleo", "--admit", "anyone", "--plain", folder=air.folder / "guest",
        )
        air.programs.append(guest)
        await guest.says("You are")
        await air.seek()
        await air.tab.reads("#status", f"Somebody else is playing with {NAME}")
        host.type("h8")
        await guest.says("plays h8")
        await air.tab.click("#watch")
        await air.tab.reads("#status", "does not let you watch")


async def alone():
    """tabletooth page serves the page to this computer, for Bluetooth and the robot."""
    async with Air(flags=FLAGS) as air:
        server = await Program.start("page", "--port", "0")
        air.programs.append(server)
        url = (await server.says(r"http://localhost:\d+/"))[0]
        await air.tab.go(url)
        assert await air.tab.js("isSecureContext && document.documentElement.dataset.link === undefined")
        await air.host("gomoku", "--first", "me", "--new")
        await air.seek()
        await air.tab.shows("#meet")
        try:
            await asyncio.to_thread(urllib.request.urlopen, f"{url}../passwd")
        except urllib.error.HTTPError as refused:
            assert refused.code == 404


async def chess():
    """Chess: the page asks what a pawn becomes, the queen first, and tells moves as chess players write them."""
    async with Air(flags=FLAGS) as air:
        tab = air.tab
        host, url = await serve(air, "chess", "--first", "guest", "--new", "--on", "web:127.0.0.1:0")
        await tab.go(url)
        await air.seek()
        await air.seat(host)
        for move, answer in ("h2h4", "g5"), ("h4g5", "h6"), ("g5h6", "Nf6"), ("h6h7", "Rg8"):
            await tab.play(move)
            await tab.reads("#situation", "Waiting")
            host.type(answer)
            await tab.reads("#log", f"Black plays {answer}")
        await tab.play("e4")
        await tab.reads("#situation", "There is no piece")
        await tab.play("h7g8")
        names = await tab.js("[...document.querySelectorAll('.promotions button')].map((button) => button.ariaLabel)")
        assert names == ["queen", "rook", "bishop", "knight"], names
        await tab.click(".promotions button")
        await tab.reads("#log", "White plays hxg8=Q")
        await host.says("White plays hxg8=Q")
        host.type("Nxg8")
        await tab.reads("#log", "Black plays Nxg8")
        await tab.click("#wishes button", "Resign")
        await tab.click("#sure button", "Resign")
        await host.says("Black wins: White resigned")


if __name__ == "__main__":
    asyncio.run(run_tests([globals()[name] for name in sys.argv[1:] or TESTS]))
