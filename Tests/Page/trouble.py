"""What goes wrong while a page plays: lost connections, lost records, browsers that cannot do everything."""

import shutil
import time

from browser import FIGURES, Air, until


async def cut():
    """A lost connection, a reload and a killed host: the match continues at the same move."""
    async with Air() as air:
        tab = air.tab
        host = await air.host("gomoku", "--first", "me", "--new")
        await air.seek()
        await air.begin_game(host)
        start = time.monotonic()
        await tab.js("import('./main.js').then((page) => page.current().table.link.cut())")
        await host.says("Connection to Bert lost")
        await host.says("is back")
        FIGURES["a cut connection resumed"] = time.monotonic() - start
        host.type("h9")
        await tab.reads("#log", "plays h9")
        # A reload, and one tap.
        await tab.go(air.url)
        await host.says("Connection to Bert lost")
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
        await host.says("is back|You are back")
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


# Forgets all but the first entries of the guest's record.
CUT = """new Promise((done) => {
  indexedDB.open('tabletooth').onsuccess = ({ target: { result } }) => {
    const entries = result.transaction('entries', 'readwrite').objectStore('entries')
    entries.getAllKeys().onsuccess = ({ target: { result: keys } }) => {
      entries.delete(IDBKeyRange.lowerBound(keys[COUNT])).onsuccess = () => done()
    }
  }
})"""


async def differing():
    """Two records that differ: both go back to the last position that both have."""
    async with Air() as air:
        tab = air.tab

        async def turn(host, own, other):
            count = len((await tab.view())["match"]["moves"])
            host.type(own)
            await tab.has(count + 1)
            await tab.play(other)
            await host.says(f"plays {other}")

        async def restart(host, copy):
            """Kills the host, keeps its folder as `copy`, and goes on with the folder `first`."""
            await host.stop(9)
            shutil.copytree(air.folder / "host", air.folder / copy)
            if copy == "second":
                shutil.rmtree(air.folder / "host")
                shutil.copytree(air.folder / "first", air.folder / "host")
            await tab.go(air.url)

        # bluetoothd does not list a controller again whose service was gone: each host has its own.
        adapters = iter(range(2, 5))

        async def resume():
            host = await air.run("host", "--name", "Anna", adapter=next(adapters))
            await host.says("open only for Bert")
            await tab.click("#matches button", "Continue your game with Anna")
            return host

        host = await air.host("gomoku", "--first", "me", "--new")
        await air.seek()
        await air.seat(host)
        await turn(host, "h8", "b1")
        await restart(host, "first")
        host = await resume()
        await host.says("You are back")
        await turn(host, "h9", "b2")
        await restart(host, "second")
        # The start of the match, and two moves.
        await tab.js(CUT.replace("COUNT", "3"))
        host = await resume()
        await host.says("You are back")
        await turn(host, "i9", "c2")
        await host.stop(9)
        shutil.rmtree(air.folder / "host")
        shutil.copytree(air.folder / "second", air.folder / "host")
        await tab.go(air.url)
        host = await resume()
        await tab.reads("#asked", "The two records of this game differ")
        await tab.click("#yes")
        host.type("yes")
        await tab.reads("#log", "continues from the last position")
        await tab.has(2)
        await tab.reads("#situation", "Waiting for Anna to move")
        await turn(host, "j9", "d2")
        await tab.go(air.url)
        await tab.click("#matches button", "Continue your game with Anna")
        await tab.has(4)


async def full():
    """The second guest is refused in words, and may watch."""
    async with Air() as air:
        host = await air.host("gomoku", "--first", "me", "--new", "--admit", "anyone", "--spectators", "2")
        guest = await air.run("join", "Anna", "--name", "Cleo", "--admit", "anyone", adapter=2, folder="guest")
        await guest.says("You are")
        await air.seek()
        tab = air.tab
        await tab.reads("#status", "Somebody else is playing with Anna")
        host.type("h8")
        await guest.says("plays h8")
        await tab.click("#watch")
        await tab.has(1)
        guest.type("h9")
        await tab.reads("#log", "White plays h9")
        await tab.reads("#players", r"Anna \(Black\)\s+Cleo \(White\)")
        await tab.reads("#situation", "Black to move")
        assert await tab.js("[...document.querySelectorAll('#wishes button')].every((wish) => "
                            "wish.hidden || wish.textContent === 'Leave')")
        # One who watches changes nothing, and comes back to the same game.
        await tab.play("a1")
        await tab.js("import('./main.js').then((page) => page.current().table.link.cut())")
        host.type("h10")
        await tab.has(3)
        await tab.click("#wishes button", "Leave")
        await tab.shows("#start")


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
        # The player stops waiting for the other one.
        await air.seek()
        await tab.shows("#meet")
        await tab.click("#same")
        await tab.shows("#wait")
        await tab.click("#stop")
        await tab.shows("#start")
        await host.says("Waiting for another guest|left")
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
        await tab.reads("#status", "does not save the game")
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
        await host.says("Connection to Bert lost", 40)
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
        # The browser's disk is full.
        await tab.js("IDBDatabase.prototype.transaction = () => { throw new DOMException('', 'QuotaExceededError') }")
        await tab.play("a1")
        await host.says("plays a1")
        assert "does not save the game" in await tab.text("#log")
