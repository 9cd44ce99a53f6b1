"""Chromium on the virtual air, driven over the DevTools protocol; programs of Tabletooth beside it."""

import asyncio
import base64
import contextlib
import functools
import http.server
import json
import os
import pathlib
import re
import shutil
import signal
import tempfile
import threading
import time
import urllib.request

import websockets

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = ROOT / os.environ.get("TABLETOOTH", ".build/debug/tabletooth")
SITE = ROOT / ".build/page"
PATIENCE = 30
# The times that the tests have measured, in seconds.
FIGURES = {}
LAST_LINES = "[...document.querySelectorAll('#log p')].slice(-8).map((line) => line.textContent).join('\\n')"


class Late(AssertionError):
    """Something has not come in time."""


async def until(what, check, limit=PATIENCE):
    """Waits until `check` returns something true, and returns that."""
    end = time.monotonic() + limit
    while True:
        if found := await check():
            return found
        if time.monotonic() > end:
            raise Late(f"never: {what}")
        await asyncio.sleep(0.01)


class Program:
    """A program of Tabletooth with its lines; it believes that it has a terminal."""

    def __init__(self, process, terminal):
        self.process, self.terminal, self.text = process, terminal, ""
        asyncio.get_running_loop().add_reader(terminal, self.read)

    @classmethod
    async def start(cls, *words, folder=None):
        environment = dict(os.environ, LC_ALL="C.UTF-8", TERM="dumb")
        if folder:
            environment["XDG_DATA_HOME"] = str(folder)
        terminal, theirs = os.openpty()
        process = await asyncio.create_subprocess_exec(
            PROGRAM, *words, env=environment, stdin=theirs, stdout=theirs, stderr=theirs,
        )
        os.close(theirs)
        return cls(process, terminal)

    def read(self):
        try:
            self.text += os.read(self.terminal, 65536).decode(errors="replace").replace("\r", "")
        except OSError:
            # The program has ended.
            asyncio.get_running_loop().remove_reader(self.terminal)

    def type(self, line):
        os.write(self.terminal, f"{line}\n".encode())

    async def says(self, pattern, limit=PATIENCE):
        """Waits for a text that has not been waited for yet, and returns its match."""
        async def check():
            return re.search(pattern, self.text)
        try:
            found = await until(f"{pattern!r}", check, limit)
        except Late as late:
            raise Late(f"{late}; the program said:\n{self.text}") from None
        self.text = self.text[found.end():]
        return found

    async def stop(self, kind=signal.SIGTERM):
        if self.terminal is None:
            return
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(kind)
        try:
            await asyncio.wait_for(self.process.wait(), 10)
        except asyncio.TimeoutError:
            self.process.kill()
            await self.process.wait()
        asyncio.get_running_loop().remove_reader(self.terminal)
        os.close(self.terminal)
        self.terminal = None


class Quiet(http.server.SimpleHTTPRequestHandler):
    extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | {".wasm": "application/wasm"}

    def log_message(self, *_):
        pass


class Tab:
    """A page in Chromium."""

    def __init__(self, socket):
        self.socket, self.number, self.waiting, self.problems = socket, 0, {}, []
        self.prompts, self.chooses = set(), True
        self.reader = asyncio.create_task(self.read())

    async def read(self):
        with contextlib.suppress(websockets.ConnectionClosed):
            async for text in self.socket:
                message = json.loads(text)
                if "id" in message:
                    self.waiting.pop(message["id"]).set_result(message)
                else:
                    asyncio.create_task(self.handle(message["method"], message["params"]))

    async def meanwhile(self):
        """Does what a test wants between the look at the list of devices and the choice."""

    async def handle(self, method, values):
        if method == "Runtime.exceptionThrown":
            self.problems.append(json.dumps(values["exceptionDetails"])[:1000])
        if method == "Log.entryAdded" and values["entry"]["level"] == "error":
            self.problems.append(values["entry"]["text"])
        if method == "DeviceAccess.deviceRequestPrompted" and values["id"] not in self.prompts:
            # The event is repeated for each change, and only one answer counts.
            if self.chooses and values["devices"]:
                self.prompts.add(values["id"])
                await self.meanwhile()
                await self.call("DeviceAccess.selectPrompt", id=values["id"], deviceId=values["devices"][0]["id"])
            elif not self.chooses:
                self.prompts.add(values["id"])
                await self.call("DeviceAccess.cancelPrompt", id=values["id"])

    async def call(self, method, **values):
        self.number += 1
        number, answer = self.number, asyncio.get_running_loop().create_future()
        self.waiting[number] = answer
        await self.socket.send(json.dumps({"id": number, "method": method, "params": values}))
        message = await asyncio.wait_for(answer, PATIENCE)
        if "error" in message:
            raise AssertionError(f"{method}: {message['error']}")
        return message["result"]

    async def js(self, expression):
        result = await self.call(
            "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True,
        )
        if "exceptionDetails" in result:
            raise AssertionError(f"{expression}: {json.dumps(result['exceptionDetails'])[:600]}")
        return result["result"].get("value")

    async def open(self, url):
        for domain in "Page", "Runtime", "Log", "Accessibility", "DeviceAccess":
            await self.call(f"{domain}.enable")
        # The smallest phone that the page is made for.
        await self.call("Emulation.setDeviceMetricsOverride", width=360, height=740, deviceScaleFactor=2, mobile=True)
        await self.go(url)

    async def go(self, url):
        await self.call("Page.navigate", url=url)
        await self.shows("#start", "#status:not(:empty)")

    async def shows(self, *selectors, limit=PATIENCE):
        """Waits until one of these elements can be seen."""
        check = f"{json.dumps(selectors)}.find((s) => document.querySelector(s)?.checkVisibility())"
        try:
            return await until(f"{selectors}", lambda: self.js(check), limit)
        except Late as late:
            raise Late(f"{late}; the page shows:\n{await self.text('main')}\n{self.problems}") from None

    async def text(self, selector):
        return await self.js(f"""(() => {{
            const element = document.querySelector({json.dumps(selector)})
            return element?.checkVisibility() ? element.innerText : ''
          }})()""")

    async def reads(self, selector, pattern, limit=PATIENCE):
        """Waits until the text of an element matches."""
        async def check():
            return re.search(pattern, await self.text(selector))
        try:
            return await until(f"{selector} {pattern!r}", check, limit)
        except Late as late:
            raise Late(f"{late}; the page shows:\n{await self.text('main')}\n{self.problems}") from None

    async def click(self, selector, text=None):
        """Clicks with the mouse, as a person does."""
        place = await self.js(f"""(() => {{
            const found = [...document.querySelectorAll({json.dumps(selector)})].find((element) =>
              element.checkVisibility() && ({json.dumps(text)} ?? element.textContent) === element.textContent)
            if (!found) return null
            found.scrollIntoView({{ block: 'center' }})
            const box = found.getBoundingClientRect()
            return [box.x + box.width / 2, box.y + box.height / 2]
          }})()""")
        assert place, f"no {selector} {text or ''} to click; the page shows:\n{await self.text('main')}"
        for kind in "mousePressed", "mouseReleased":
            await self.call(
                "Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], button="left", clickCount=1,
            )

    async def type(self, selector, text):
        await self.js(f"document.querySelector({json.dumps(selector)}).select()")
        await self.call("Input.insertText", text=text)

    async def view(self):
        return await self.js("import('./main.js').then((page) => page.current().view)")

    async def has(self, count):
        """Waits until so many moves stand on the board."""
        async def check():
            view = await self.view()
            return view and view["match"] and len(view["match"]["moves"]) == count
        await until(f"{count} moves", check)

    async def play(self, move):
        """Taps the points of a move."""
        for point in re.findall(r"[a-z]\d+", move) or [move]:
            await self.click(f'[data-point="{point}"]')


class Air:
    """The virtual air with a browser on its first controller."""

    def __init__(self, *words, language="en-US", flags=()):
        self.words, self.language, self.flags, self.programs = words, language, flags, []
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.program = self.server = self.browser = self.tab = None

    async def __aenter__(self):
        try:
            await self.begin()
        except BaseException:
            await self.end()
            raise
        return self

    async def begin(self):
        self.program = await Program.start("air", "--adapters", "5", *self.words)
        found = await self.program.says(r"_BUS=(\S+)")
        self.bus = found[1]
        handler = functools.partial(Quiet, directory=str(SITE))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://localhost:{self.server.server_port}/"
        self.tab = await self.browse(self.language)

    async def browse(self, language):
        profile = self.folder / "profile"
        self.browser = await asyncio.create_subprocess_exec(
            "chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0",
            f"--user-data-dir={profile}", "--no-first-run", "--enable-features=WebBluetooth", "--window-size=412,900",
            f"--accept-lang={language}", f"--lang={language}", *self.flags, "about:blank",
            env=dict(os.environ, DBUS_SYSTEM_BUS_ADDRESS=self.bus, HOME=str(self.folder)),
            stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL, start_new_session=True,
        )

        async def port():
            with contextlib.suppress(OSError, IndexError):
                return (profile / "DevToolsActivePort").read_text().split()[0]
        self.port = await until("the port of Chromium", port)
        return await self.tab_of("GET")

    async def tab_of(self, method):
        """The first page, or with PUT a new one, with Tabletooth in it."""
        address = f"http://127.0.0.1:{self.port}/json" + ("/new" if method == "PUT" else "")
        request = urllib.request.Request(address, method=method)
        answer = json.load(await asyncio.to_thread(urllib.request.urlopen, request))
        target = answer if method == "PUT" else next(page for page in answer if page["type"] == "page")
        tab = Tab(await websockets.connect(target["webSocketDebuggerUrl"], max_size=None))
        await tab.open(self.url)
        return tab

    async def run(self, *words, adapter=1, folder="host"):
        """A program on another controller."""
        program = await Program.start(
            *words, "--adapter", f"hci{adapter}", "--bus", self.bus, folder=self.folder / folder,
        )
        self.programs.append(program)
        return program

    async def host(self, *words, adapter=1, folder="host"):
        host = await self.run("host", *words, "--name", "Anna", adapter=adapter, folder=folder)
        await host.says("is open|open for")
        return host

    async def power(self, is_on):
        """Switches the browser's controller on or off."""
        switch = await asyncio.create_subprocess_exec(
            "dbus-send", f"--bus={self.bus}", "--print-reply", "--dest=org.bluez", "/org/bluez/hci0",
            "org.freedesktop.DBus.Properties.Set", "string:org.bluez.Adapter1", "string:Powered",
            f"variant:boolean:{str(is_on).lower()}", stdout=asyncio.subprocess.DEVNULL,
        )
        assert await switch.wait() == 0

    async def seek(self, name="Bert"):
        """Finds the host from the page."""
        await self.tab.type("#name", name)
        await self.tab.click("#seek")

    async def seat(self, host):
        """Compares the digits on both sides, and returns when they were there."""
        await self.tab.shows("#meet")
        shown = time.monotonic()
        code = (await self.tab.text("#code")).replace(" ", "")
        said = (await host.says(r"\d{3} ?\d{3}"))[0].replace(" ", "")
        assert code == said, f"{code} here and {said} there"
        await self.tab.click("#same")
        host.type("yes")
        await self.tab.shows("#table")
        return shown

    async def begin_game(self, host):
        """Compares the digits, and plays a move of the host's and one of the page's."""
        await self.seat(host)
        host.type("h8")
        await self.tab.reads("#situation", "Your turn")
        await self.tab.play("a1")
        await host.says("plays a1")

    async def __aexit__(self, kind, error, _):
        if error:
            print("The page shows:", await self.tab.text("main"), await self.tab.js(LAST_LINES), sep="\n")
            for program in self.programs:
                print("A program said:", program.text[-1500:], sep="\n")
            if path := os.environ.get("PICTURE"):
                shot = await self.tab.call("Page.captureScreenshot", captureBeyondViewport=True)
                pathlib.Path(path).write_bytes(base64.b64decode(shot["data"]))
        await self.end()
        if not error:
            assert not self.tab.problems, self.tab.problems

    async def end(self):
        for program in self.programs:
            await program.stop()
        if self.browser:
            os.killpg(self.browser.pid, signal.SIGTERM)
            await self.browser.wait()
        if self.program:
            await self.program.stop()
        if self.server:
            self.server.shutdown()
        shutil.rmtree(self.folder, ignore_errors=True)


async def run_tests(tests):
    """Runs these functions one after another, and prints the times that they noted."""
    for test in tests:
        start = time.monotonic()
        await asyncio.wait_for(test(), 120)
        print(f"ok {test.__name__} ({time.monotonic() - start:.1f} s)", flush=True)
    for name, value in FIGURES.items():
        print(f"{name}: {value * 1000:.0f} ms")
