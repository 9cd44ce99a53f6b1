"""Two adapters, the programs that use them, and words for what they see."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from typing import Any

import client as bus
from client import BLUEZ, OBJECT_MANAGER, PROPERTIES, Client, pump
from wire import ERROR, RETURN, SIGNAL, Message, Variant

ADAPTER, DEVICE = "org.bluez.Adapter1", "org.bluez.Device1"
SERVICE, CHARACTERISTIC = "org.bluez.GattService1", "org.bluez.GattCharacteristic1"
DESCRIPTOR = "org.bluez.GattDescriptor1"
ADVERTISEMENT, ADVERTISING = "org.bluez.LEAdvertisement1", "org.bluez.LEAdvertisingManager1"
GATT, AGENTS = "org.bluez.GattManager1", "org.bluez.AgentManager1"
# The server's adapter and the client's.
A, B = "/org/bluez/hci0", "/org/bluez/hci1"
BASE = "-1111-2222-3333-444455556666"


def uuid(number: int) -> str:
    """A UUID of these checks."""
    return f"d0d0{number:04x}{BASE}"


def text(value: str) -> Variant:
    return Variant("s", value)


def flag(value: bool) -> Variant:
    return Variant("b", value)


def texts(*values: str) -> Variant:
    return Variant("as", list(values))


def data(value: bytes) -> Variant:
    return Variant("ay", value)


class Scene:
    """What all checks share: the clients, and the answers so far."""

    def __init__(self, address: str, radio: bool, tell: Callable[[str], None]) -> None:
        self.address = address
        self.tell = tell
        # Whether what happens takes time: a radio's, or an emulated one's.
        self.radio = radio
        self.slowness = max(1.0, float(os.environ.get("BOOTED", "10")) / 10)
        self.names: dict[str, str] = {}
        self.numbers: set[int] = set()
        self.last: list[Message] = []
        self.server = Client(address)
        self.client = Client(address)
        self.other = Client(address)
        self.addresses = {self.value(self.get(path, ADAPTER, "Address")): letter for path, letter in ((A, "A"), (B, "B"))}
        self.host = self.device(B, "A")
        self.guest = self.device(A, "B")

    def device(self, adapter: str, letter: str) -> str:
        """The path of an adapter's device at another adapter."""
        address = next(one for one, name in self.addresses.items() if name == letter)
        return f"{adapter}/dev_{address.replace(':', '_')}"

    def newcomer(self) -> Client:
        """One more program."""
        return Client(self.address)

    def part(self, client: Client) -> None:
        """Lets a program leave, and everything happen that follows."""
        client.leave()
        while self.value(self.client.call("/", bus.BUS, "NameHasOwner", "s", client.name, to=bus.BUS)):
            pass
        self.settle()

    # Calls

    def get(self, path: str, interface: str, name: str, client: Client | None = None) -> Message:
        """The answer to a question for a property."""
        return (client or self.client).call(path, PROPERTIES, "Get", "ss", interface, name)

    def set(self, path: str, interface: str, name: str, value: Variant, client: Client | None = None) -> Message:
        """The answer to an attempt to set a property."""
        return (client or self.client).call(path, PROPERTIES, "Set", "ssv", interface, name, value)

    @staticmethod
    def value(reply: Message) -> Any:
        """The first value of a reply; None if it is none."""
        return reply.body[0] if reply.kind == RETURN and reply.body else None

    def tree(self) -> bus.Objects:
        """All objects of bluetoothd, by their paths."""
        found = self.client.call("/", OBJECT_MANAGER, "GetManagedObjects").body[0]
        for path, interfaces in sorted(found.items()):
            self.name(path, interfaces)
        return found

    def path(self, number: int, kind: str = CHARACTERISTIC, tree: bus.Objects | None = None) -> str:
        """The path of the host's attribute that has the UUID of this number."""
        return self.path_of(uuid(number), kind, tree=tree)

    def path_of(self, identifier: str, kind: str, below: str = "", tree: bus.Objects | None = None) -> str:
        """The path of the host's attribute that has a UUID, or of nothing."""
        for path, interfaces in sorted((tree or self.tree()).items()):
            if path.startswith(below or self.host) and interfaces.get(kind, {}).get("UUID") == identifier:
                return path
        return "/none"

    # Time

    def settle(self) -> None:
        """Lets everything arrive that follows from what was done.

        Without a radio, all has happened when bluetoothd has answered a call and nothing else came meanwhile.
        """
        before = -1
        while before != self.count():
            before = self.count()
            self.meet_bus()
            self.ask(self.client, A, ADAPTER, "GetDiscoveryFilters")
            self.meet_bus()
        if self.radio:
            while pump(0.6):
                pass

    @staticmethod
    def count() -> int:
        """How much all clients have received."""
        return sum(len(one.heard) + len(one.calls) for one in Client.everybody)

    def meet_bus(self) -> None:
        """Lets everything that was sent to the clients, and by them, pass the bus."""
        calls = [(one, one.begin("/", "org.freedesktop.DBus.Peer", "Ping", to=bus.BUS)) for one in Client.everybody]
        for one, call in calls:
            self.conclude(one, call)

    def ask(self, client: Client, *words: Any) -> None:
        """Makes a call that nobody is to hear of."""
        self.conclude(client, client.begin(*words))

    @staticmethod
    def conclude(client: Client, call: int) -> None:
        """Waits for an answer that nobody is to hear of."""
        client.finish(call)
        client.heard = [message for message in client.heard if message.kind == SIGNAL or message.reply_to != call]

    def wait(self, claim: Callable[[], Any], seconds: float = 10) -> bool:
        """Waits until a claim holds; says whether it does."""
        for _ in range(int(seconds * self.slowness * 4) if self.radio else 1):
            if claim():
                return True
            if self.radio:
                pump(0.25)
            else:
                self.settle()
        return bool(claim())

    def expect(self, claim: Callable[[], Any]) -> None:
        """Waits for what comes by a socket, which has no order with the bus."""
        for _ in range(200):
            if claim():
                break
            if self.radio:
                pump(0.1)
            else:
                self.settle()

    @staticmethod
    def restart() -> None:
        """Has bluetoothd ended and started again."""
        print("~restart", flush=True)
        sys.stdin.readline()

    # Words

    def check(self, number: int, name: str, *answers: Any) -> None:
        """Prints one answer."""
        assert number not in self.numbers, number
        self.numbers.add(number)
        self.tell(f"{number:03} {name}: {'; '.join(self.words(answer) for answer in answers)}")

    def words(self, value: Any) -> str:
        """A value, without what another run has otherwise."""
        if isinstance(value, Message):
            return self.reply(value)
        if isinstance(value, str):
            return self.normal(value)
        if isinstance(value, bool):
            return str(value).lower()
        if isinstance(value, bytes):
            if len(value) > 40:
                return f"{len(value)} bytes"
            return f"<{value.hex()}>"
        if isinstance(value, dict):
            pairs = sorted(((self.words(key), self.shown(str(key), item)) for key, item in value.items()))
            return "{" + ", ".join(f"{key}={item}" for key, item in pairs) + "}"
        if isinstance(value, (list, tuple)):
            return "[" + ", ".join(self.words(item) for item in value) + "]"
        return str(value)

    def reply(self, message: Message) -> str:
        """An answer to a call."""
        if message.kind == ERROR:
            name = message.error.replace("org.bluez.Error.", "").replace("org.freedesktop.DBus.Error.", "DBus.")
            said = self.normal(str(message.body[0] if message.body else "")).strip()
            return f'{name} "{said}"'
        return " ".join(["ok", *(self.words(value) for value in message.body)])

    def normal(self, value: str) -> str:
        """A text with names for paths and addresses."""
        if value.startswith("/"):
            return self.names.get(value) or self.place(value)
        for path in sorted(self.names, key=len, reverse=True):
            value = value.replace(path, self.names[path])
        value = self.place(value)
        for address, letter in self.addresses.items():
            value = value.replace(address, f"ADDRESS-{letter}").replace(address.replace(":", "-"), f"ADDRESS-{letter}-DASHED")
        known = re.fullmatch(r"d0d0(....)" + BASE, value)
        if known:
            return f"U{known[1].lstrip('0') or '0'}"
        return re.sub(r"\b0000(....)-0000-1000-8000-00805f9b34fb\b", r"\1", value)

    def place(self, path: str) -> str:
        """A path with letters for adapters and devices."""
        for adapter, letter in ((A, "A"), (B, "B")):
            path = re.sub(rf"{adapter}\b", letter, path)
        for address, letter in getattr(self, "addresses", {}).items():
            path = path.replace("dev_" + address.replace(":", "_"), f"dev-{letter}")
        return path

    def name(self, path: str, interfaces: dict[str, dict[str, Any]]) -> None:
        """Gives an attribute a name that does not depend on its handle."""
        for kind in (SERVICE, CHARACTERISTIC, DESCRIPTOR):
            identifier = interfaces.get(kind, {}).get("UUID")
            if identifier:
                above = path.rpartition("/")[0]
                self.names[path] = f"{self.names.get(above) or self.place(above)}/{self.normal(identifier)}"

    def signal(self, message: Message) -> str:
        """A signal in words."""
        if message.member == "PropertiesChanged":
            interface, properties, gone = message.body
            changes = [f"{name}={self.shown(name, value)}" for name, value in sorted(properties.items())]
            changes += [f"{name} gone" for name in gone]
            return f"{self.normal(message.path)} {interface.rpartition('.')[2]} {' '.join(changes)}"
        if message.member == "InterfacesAdded":
            self.name(message.body[0], message.body[1])
            return f"+{self.normal(message.body[0])}"
        if message.member == "InterfacesRemoved":
            return f"-{self.normal(message.body[0])}"
        return f"{self.normal(message.path)} {message.member} {self.words(message.body)}"

    def shown(self, name: str, value: Any) -> str:
        """The value of a property; strengths and handles differ each time."""
        return "some" if name in ("RSSI", "Handle") else self.words(value)

    # What follows from something

    def after(self, body: Callable[[], Any], client: Client | None = None, under: str = "", calls: Client | None = None,
              until: Callable[[Client], Any] | None = None) -> str:
        """What a client hears while and after something is done: signals of objects under a path, and replies, in order.

        The calls of another client's objects follow, which have no order with it.
        """
        listener = client or self.client
        # What was told before this is no part of it, though one of the clients may not have read it yet.
        self.meet_bus()
        for one in Client.everybody:
            one.heard, one.calls = [], []
        body()
        if until:
            self.expect(lambda: until(listener))
        self.settle()
        self.last = list(listener.heard)
        seen = [self.signal(message) if message.kind == SIGNAL else self.reply(message) for message in self.last if self.concerns(message, under)]
        for call in calls.calls if calls else []:
            seen.append(self.called(call))
        return " | ".join(seen) or "nothing"

    @staticmethod
    def has_heard(client: Client) -> bool:
        """Whether a client has heard anything, as when another program leaves: the bus tells of that when it likes."""
        return bool(client.heard)

    @staticmethod
    def concerns(message: Message, under: str) -> bool:
        """Whether a message is a reply, or a signal of an object under a path."""
        if message.kind != SIGNAL:
            return True
        return (message.body[0] if message.member.startswith("Interfaces") else message.path).startswith(under)

    def signals(self, under: str) -> str:
        """The signals of the last ``after`` that are of objects under a path."""
        seen = [self.signal(message) for message in self.last if message.kind == SIGNAL and self.concerns(message, under)]
        return " | ".join(seen) or "nothing"

    def added(self) -> list[str]:
        """The objects that came during the last ``after``, in their order."""
        return [self.normal(message.body[0]) for message in self.last if message.member == "InterfacesAdded"]

    @staticmethod
    def devices_only(seen: str) -> str:
        """Signals without those of objects that come and go below devices."""
        return " | ".join(part for part in seen.split(" | ") if not (part[:1] in "+-" and part.count("/") > 1))

    def called(self, call: Message) -> str:
        """A call of a served object in words."""
        return f"{call.path} {call.member}({', '.join(self.words(value) for value in call.body)})"

