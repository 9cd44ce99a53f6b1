"""Plays Tabletooth's page in Chromium against the program on the virtual air.

games.py [NAME...]
"""

import asyncio
import random
import re
import sys
import time

from browser import Air, until

FIGURES = {}
TESTS = "gomoku xiangqi liuzhou bad_air cut frozen full robot offline trouble limits access chinese".split()


async def play_on(air, prefer=None, limit=400):
    """Plays the page's turns at random until the game is over; the moves are taps on the board."""
    chance = random.Random(1)
    for _ in range(limit):
        async def turn():
            view = await air.tab.view()
            match = view and view["match"]
            return match if match and (match["isMyTurn"] and match["legal"] or match["outcome"]) else None
        match = await until("a turn", turn)
        if match["outcome"]:
            return match
        moves = match["legal"]
        good = [move for move in moves if prefer and re.fullmatch(prefer, move)]
        count = len(match["moves"])
        move = chance.choice(good or moves)
        await air.tab.play(move)

        async def played():
            now = (await air.tab.view())["match"]
            return len(now["moves"]) > count or now["outcome"]
        await until(f"{move} on the board", played)
    raise AssertionError("no end")


async def whole_game(game, prefer=None, *words):
    async with Air(*words) as air:
        host = await air.host(game, "--robot:3", "--new", "--first", "me")
        await air.seek()
        await air.tab.shows("#meet")
        await air.tab.click("#same")
        match = await play_on(air, prefer)
        said = (await host.says(r"(wins|Draw): [^\n]*"))[0]
        shown = await air.tab.text("#situation")
        print(f"  {len(match['moves'])} moves; the host says {said!r}, the page {shown!r}")
        assert said.split(":")[0] in shown, f"{said} is not {shown}"
        return match


async def gomoku():
    """A game against a person, with digits; a draw refused, a move taken back, chat, another game."""
    async with Air() as air:
        tab = air.tab
        host = await air.host("gomoku", "--first", "me", "--new")
        start = time.monotonic()
        await air.seek()
        FIGURES["tap to digits"] = await air.seat(host) - start
        host.type("h4")
        await tab.reads("#log", "Black plays h4")
        # A refusal in words.
        await tab.click('[data-point="h4"]')
        await tab.reads("#situation", "There is a stone already.")
        # Chat, both ways.
        host.type("/hello Bert")
        await tab.reads("#log", "Anna: hello Bert")
        await tab.type("#words", "你好, Anna <b>")
        await tab.click("#chat button")
        await host.says("你好, Anna <b>")
        # Questions, both ways.
        await tab.click("#wishes button", "Draw")
        await host.says("offers a draw")
        host.type("no")
        await tab.reads("#log", "Anna says no.")
        start = time.monotonic()
        await tab.play("a4")
        await host.says("plays a4")
        FIGURES["a move, tap to the host's screen"] = time.monotonic() - start
        host.type("undo")
        await tab.reads("#asked", "Anna asks to take moves back")
        await tab.click("#yes")
        await host.says("taken back")
        for row in range(4, 9):
            host.type(f"h{row}")
            await tab.has(2 * (row - 4) + 1)
            if row < 8:
                await tab.play(f"a{row}")
                await host.says(f"plays a{row}")
        await tab.reads("#situation", "Black wins: five in a row. You lost.")
        # Another game.
        await tab.click("#wishes button", "Play again")
        await host.says("wants another game")
        host.type("yes")
        await tab.reads("#log", "Both players want another game|moves first[^$]*moves first")
        await tab.reads("#situation", "Your turn|Waiting")
        await tab.click("#wishes button", "Resign")
        await tab.click("#sure button", "Resign")
        await host.says("resigned")
        await tab.reads("#situation", "resignation. You lost.")
        await tab.click("#wishes button", "Leave")
        await tab.shows("#start")
        await host.says("left|Again")


async def xiangqi():
    """Xiangqi to the end."""
    await whole_game("xiangqi")


async def liuzhou():
    """Liuzhou chess to the end."""
    await whole_game("liuzhou")


async def bad_air():
    """A game with the smallest packets, of which 3 % get lost."""
    await whole_game("gomoku", "[d-l]([4-9]|1[0-2])", "--mtu", "23", "--loss", "30")


async def cut():
    """A lost connection, a reload and a killed host: the match continues at the same move."""
    async with Air() as air:
        tab = air.tab
        host = await air.host("gomoku", "--first", "me", "--new")
        await air.seek()
        await air.seat(host)
        host.type("h8")
        await tab.reads("#situation", "Your turn")
        await tab.play("a1")
        await host.says("plays a1")
        start = time.monotonic()
        await tab.js("import('./main.js').then((page) => page.current().table.link.cut())")
        await host.says("is lost")
        await host.says("is back")
        FIGURES["a cut connection resumed"] = time.monotonic() - start
        host.type("h9")
        await tab.reads("#log", "plays h9")
        # A reload, and one tap.
        await tab.go(air.url)
        await host.says("is lost")
        await tab.click("#matches button", "Continue your game with Anna")
        await host.says("is back")
        await tab.reads("#situation", "Your turn")
        await tab.has(3)
        await tab.play("a2")
        await host.says("plays a2")
        # A host that is killed, and started again.
        await host.stop(9)
        await tab.reads("#situation", "Connecting to Anna again")
        host = await air.run("host", "--name", "Anna")
        await host.says("is back|Going on")
        host.type("h10")
        await tab.reads("#log", "plays h10", 60)
        # Later, and in another run of the browser's page.
        await tab.click("#wishes button", "Leave")
        await tab.click("#sure button", "Continue later")
        await tab.shows("#start")
        await tab.click("#matches button", "Continue your game with Anna")
        await tab.reads("#situation", "Your turn")
        await tab.click("#wishes button", "Leave")
        await tab.click("#sure button", "Leave the game unfinished")
        await tab.shows("#start")
        await host.stop()
        # A known host needs no digits.
        host = await air.host("gomoku", "--first", "guest", "--new")
        await air.seek()
        await tab.shows("#table", "#meet")
        assert not await tab.text("#code"), "digits for a contact"
        await tab.reads("#situation", "Your turn")


async def full():
    """The second guest is refused in words."""
    async with Air() as air:
        host = await air.host("gomoku", "--first", "me", "--new", "--admit", "anyone", "--watchers", "2")
        guest = await air.run("join", "Anna", "--name", "Cleo", "--admit", "anyone", adapter=2, folder="guest")
        await guest.says("You are")
        await air.seek()
        await air.tab.reads("#status", "Somebody else plays with Anna")
        host.type("h8")
        await guest.says("plays h8")


async def robot():
    """A game against the robot, which continues after a reload."""
    async with Air() as air:
        tab = air.tab
        await tab.click("#alone button", "Play")
        await tab.play("h8")
        start = time.monotonic()
        await tab.reads("#log", "White plays")
        FIGURES["the robot's first answer at level 5"] = time.monotonic() - start
        await tab.go(air.url)
        await tab.click("#goon")
        await tab.reads("#situation", "Your turn")
        await tab.has(2)
        await play_on(air, "[d-l]([4-9]|1[0-2])")
        print("  the page says", repr(await tab.text("#situation")))
        for game in "xiangqi", "liuzhou":
            await tab.click("#wishes button", "Leave")
            await tab.shows("#start")
            await tab.js(f"document.querySelector('#game').value = '{game}'")
            await tab.click("#alone button", "Play")
            await play_on(air)
            print("  the page says", repr(await tab.text("#situation")))


async def trouble():
    """One sentence for each thing that goes wrong."""
    async with Air() as air:
        tab = air.tab
        # The chooser is cancelled.
        tab.chooses = False
        await air.seek()
        await tab.reads("#status", "No computer was chosen")
        tab.chooses = True
        # The host vanishes while digits are compared.
        host = await air.host("gomoku", "--new")
        await air.seek()
        await tab.shows("#meet")
        await host.stop(9)
        await tab.reads("#status", "Anna", 60)
        print("  the page says", repr(await tab.text("#status")))
        await tab.shows("#start")
        # The digits differ. bluetoothd does not list the other controller again, as its service was gone.
        host = await air.host("gomoku", "--new", adapter=2)
        await air.seek()
        await tab.shows("#meet")
        await tab.click("#differ")
        await tab.reads("#status", "did not accept each other")
        await host.stop()
        # The host vanishes before the page connects.
        host = await air.host("gomoku", "--new", adapter=2, folder="other")
        tab.meanwhile = lambda: host.stop(9)
        await air.seek()
        await tab.reads("#status", "cannot be reached", 60)
        # A second tab.
        other = await air.tab_of("PUT")
        await other.reads("#status", "open in another tab")
        assert not await other.js("document.querySelector('#start').checkVisibility()")


async def offline():
    """The page comes from its service worker, robot and all, when the server has gone."""
    async with Air() as air:
        tab = air.tab
        # The robot is kept from its first game on.
        await tab.js("navigator.serviceWorker.ready.then(() => 1)")
        await tab.go(air.url)
        await tab.click("#alone button", "Play")
        await tab.play("h8")
        await tab.reads("#log", "White plays")
        air.server.shutdown()
        air.server.server_close()
        await tab.go(air.url)
        paint = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
        FIGURES["first paint from the service worker"] = await until("a paint", lambda: tab.js(paint)) / 1000
        await tab.click("#goon")
        await tab.has(2)
        await tab.play("a1")
        await tab.has(4)


async def limits():
    """Browsers that cannot do everything: one sentence each, and no dead button."""
    async with Air() as air:
        tab = air.tab
        added = await tab.call(
            "Page.addScriptToEvaluateOnNewDocument", source="delete Navigator.prototype.bluetooth",
        )
        await tab.go(air.url)
        await tab.reads("#unable", "This browser has no Bluetooth.*Chrome and Edge")
        assert not await tab.text("#seek")
        await tab.call("Page.removeScriptToEvaluateOnNewDocument", identifier=added["identifier"])
        # Nothing is kept; the game is played all the same.
        await tab.call(
            "Page.addScriptToEvaluateOnNewDocument",
            source="IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError') }",
        )
        await tab.go(air.url)
        await tab.reads("#status", "does not keep the game")
        host = await air.host("gomoku", "--new", "--first", "me")
        await air.seek()
        await air.seat(host)
        host.type("h8")
        await tab.reads("#situation", "Your turn")
        # The host leaves.
        host.type("quit")
        await tab.reads("#status", "Anna has left.", 60)
        # The browser says that Bluetooth is off.
        await tab.js("Bluetooth.prototype.getAvailability = async () => false")
        await air.seek()
        await tab.reads("#status", "Bluetooth is off")


async def frozen():
    """A page that sleeps for longer than a host waits continues when it wakes; so does its clock."""
    async with Air() as air:
        tab = air.tab
        host = await air.host("gomoku", "--new", "--first", "me", "--clock", "10m")
        await air.seek()
        await air.seat(host)
        await tab.reads("#players", "10:00")
        await tab.call("Page.setWebLifecycleState", state="frozen")
        await host.says("is lost", 40)
        host.type("h8")
        await tab.call("Page.setWebLifecycleState", state="active")
        start = time.monotonic()
        await host.says("is back")
        FIGURES["a frozen page resumed"] = time.monotonic() - start
        await tab.has(1)
        await tab.reads("#situation", "Your turn")
        # Bluetooth is switched off and on again.
        await air.power(False)
        await tab.reads("#situation", "Connecting to Anna again")
        await air.power(True)
        await host.says("is back")
        await tab.reads("#situation", "Your turn")


async def chinese():
    """The page speaks Chinese to a Chinese browser."""
    async with Air(language="zh-CN") as air:
        tab = air.tab
        assert await tab.text("#seek") == "寻找对局", await tab.text("main")
        host = await air.host("xiangqi", "--new", "--first", "me")
        await air.seek("小明")
        await air.seat(host)
        host.type("h2e2")
        await tab.reads("#situation", "轮到你")
        english = re.findall(r"[A-Za-z]{4,}", (await tab.text("main")).replace("Tabletooth", "").replace("Anna", ""))
        assert not english, english


async def access():
    """Each control has a role and a name, and a game can be played with the keyboard."""
    async with Air() as air:
        tab = air.tab
        await check_names(tab)
        await tab.click("#alone button", "Play")
        await tab.shows("#board svg")
        await check_names(tab)
        await tab.js("document.querySelector('[data-point][tabindex=\"0\"]').focus()")
        await press(tab, "ArrowRight")
        point = await tab.js("document.activeElement.dataset.point")
        await press(tab, "Enter")
        await tab.reads("#log", f"Black plays {point}")
        label = await tab.js(f"document.querySelector('[data-point={point}]').getAttribute('aria-label')")
        assert "black stone" in label, label
        width = await tab.js("document.documentElement.scrollWidth - innerWidth")
        assert width <= 0, f"{width} pixels too wide"


async def press(tab, key):
    for kind in "keyDown", "keyUp":
        await tab.call("Input.dispatchKeyEvent", type=kind, key=key, code=key)


async def check_names(tab):
    """Compares the accessibility tree with what a person needs."""
    nodes = (await tab.call("Accessibility.getFullAXTree"))["nodes"]
    roles = {}
    for node in nodes:
        if node.get("ignored"):
            continue
        role, name = node["role"]["value"], node.get("name", {}).get("value", "").strip()
        roles.setdefault(role, []).append(name)
    for role in "button", "textbox", "combobox", "spinbutton", "gridcell", "grid", "log":
        assert all(roles.get(role, [])), f"a {role} without a name: {roles[role]}"
    assert "button" in roles


async def main(names):
    for name in names or TESTS:
        start = time.monotonic()
        await asyncio.wait_for(globals()[name](), 120)
        print(f"ok {name} ({time.monotonic() - start:.1f} s)", flush=True)
    for name, value in FIGURES.items():
        print(f"{name}: {value * 1000:.0f} ms")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
