"""Plays Tabletooth's page in Chromium against the program on the virtual air.

games.py [NAME...]
"""

import asyncio
import random
import re
import sys
import time

from browser import FIGURES, Air, run_tests, until
from trouble import cut, differing, frozen, full, limits, offline, trouble  # noqa: F401

TESTS = "gomoku xiangqi liuzhou bad_air cut differing frozen full robot offline trouble limits access chinese".split()


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
        start = time.monotonic()
        await air.seek()
        await air.tab.shows("#meet")
        if words:
            FIGURES[f"tap to digits, with {' '.join(words)}"] = time.monotonic() - start
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
        await tab.reads("#log", "Anna declined.")
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
        await tab.reads("#log", "红方：炮二平五。")
        english = re.findall(r"[A-Za-z]{4,}", (await tab.text("main")).replace("Tabletooth", "").replace("Anna", ""))
        assert not english, english
        # The player chooses another notation, and it is still chosen after a reload.
        assert await tab.js("document.querySelector('#notation').value") == "chinese"
        await tab.js("""(() => {
            const notation = document.querySelector('#notation')
            notation.value = 'wxf'
            notation.onchange()
          })()""")
        await tab.play("h9g7")
        await tab.reads("#log", r"黑方：h8\+7。")
        await tab.go(air.url)
        assert await tab.js("document.querySelector('#notation').value") == "wxf"


# The texts whose contrast is too low, by the formula of WCAG 2.
CONTRAST = """(() => {
  const channels = (colour) => colour.match(/[\\d.]+/g).slice(0, 3).map((part) => {
    const value = part / 255
    return value <= .04045 ? value / 12.92 : ((value + .055) / 1.055) ** 2.4
  })
  const light = (colour) => channels(colour).reduce((sum, part, index) => sum + part * [.2126, .7152, .0722][index], 0)
  const back = (element) => {
    const colour = element ? getComputedStyle(element).backgroundColor : 'rgb(255, 255, 255)'
    return colour === 'rgba(0, 0, 0, 0)' ? back(element.parentElement) : colour
  }
  return [...document.querySelectorAll('main *')].filter((element) => element.checkVisibility() &&
    !element.closest('svg') && [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
    .map((element) => {
      const [one, other] = [light(getComputedStyle(element).color), light(back(element))].sort((a, b) => b - a)
      return [element.textContent, (one + .05) / (other + .05)]
    }).filter(([, contrast]) => contrast < 4.5)
})()"""


async def access():
    """Each control has a role, a name and contrast, and a game can be played with the keyboard."""
    async with Air() as air:
        tab = air.tab

        async def look():
            await check_names(tab)
            for scheme in "dark", "light":
                features = [{"name": "prefers-color-scheme", "value": scheme}]
                await tab.call("Emulation.setEmulatedMedia", features=features)
                faint = await tab.js(CONTRAST)
                assert not faint, f"{scheme}: {faint}"

        await look()
        await tab.click("#alone button", "Play")
        await tab.shows("#board svg")
        await look()
        # The focus went to the board with the click.
        await press(tab, "ArrowRight")
        point = await tab.js("document.activeElement.dataset.point")
        await press(tab, "Enter")
        await tab.reads("#log", f"Black plays {point}")
        label = await tab.js(f"document.querySelector('[data-point={point}]').getAttribute('aria-label')")
        assert "black stone" in label, label
        # A finger that may have slipped plays with the second touch.
        await tab.reads("#situation", "Your turn")
        await touch(tab, "c3")
        await tab.reads("#situation", "Tap c3 again")
        await touch(tab, "c4")
        await tab.reads("#situation", "Tap c4 again")
        await touch(tab, "c4")
        await tab.reads("#log", "Black plays c4")
        width = await tab.js("document.documentElement.scrollWidth - innerWidth")
        assert width <= 0, f"{width} pixels too wide"


async def touch(tab, point):
    place = await tab.js(f"""(() => {{
        const box = document.querySelector('[data-point="{point}"]').getBoundingClientRect()
        return [box.x + box.width / 2, box.y + box.height / 2]
      }})()""")
    await tab.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": place[0], "y": place[1]}])
    await tab.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])


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


if __name__ == "__main__":
    asyncio.run(run_tests([globals()[name] for name in sys.argv[1:] or TESTS]))
