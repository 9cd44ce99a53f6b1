"""The client's side of services: attributes, values, notifications and sockets."""

from __future__ import annotations

import socket
from collections.abc import Callable
from typing import Any

import links
import serving
from client import PROPERTIES, Refused, pump
from scene import CHARACTERISTIC, DESCRIPTOR, DEVICE, SERVICE, Scene, data, flag, text, uuid
from wire import Message, Variant

NAMES = serving.CHARACTERISTICS
# The errors of a server's program.
ERRORS = (
    "Failed", "InProgress", "NotPermitted", "NotAuthorized", "NotSupported", "InvalidValueLength", "InvalidOffset",
    "InvalidArguments", "ImproperlyConfigured", "NotReady", "AlreadyExists", "Nonsense",
)
NOTIFYING = ("rwn", "ind", "rn", "ni", "nwr")


class Attributes:
    """The host's attributes, as the client's adapter shows them."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        tree = scene.tree()
        self.paths = {name: scene.path(number, tree=tree) for name, (number, _) in NAMES.items()}
        self.descriptors = {name: scene.path(number, DESCRIPTOR, tree) for name, (number, _) in serving.DESCRIPTORS.items()}

    def call(self, name: str, member: str, *words: Any, by: Any = None) -> Message:
        """The answer to a call of a characteristic."""
        return (by or self.scene.client).call(self.paths[name], CHARACTERISTIC, member, *words)

    def read(self, name: str, **options: Variant) -> Message:
        """The answer to ReadValue."""
        return self.call(name, "ReadValue", "a{sv}", options)

    def write(self, name: str, value: bytes, **options: Variant) -> Message:
        """The answer to WriteValue."""
        return self.call(name, "WriteValue", "aya{sv}", value, options)

    def notify(self, name: str, value: bytes) -> None:
        """Lets the server have a new value."""
        self.scene.server.changed(f"{serving.APP}/s/{name}", CHARACTERISTIC, {"Value": data(value)})

    def trace(self, body: Callable[[], Any], until: Callable[[Any], Any] | None = None) -> str:
        """What the client hears of the host, and the server's calls."""
        return self.scene.after(body, under=self.scene.host, calls=self.scene.server, until=until)

    def is_called(self, _: Any) -> bool:
        """Whether the server has been called."""
        return bool(self.scene.server.calls)

    def has_changed(self, _: Any) -> bool:
        """Whether the client has heard of a change."""
        return any(message.member == "PropertiesChanged" for message in self.scene.client.heard)

    def answer(self, member: str, result: Any) -> None:
        """Lets the server's characteristics and descriptors answer a call so."""
        self.scene.server.handlers[("", member)] = lambda call: result


def run(scene: Scene) -> None:
    """All checks of this section."""
    links.join(scene)
    host = Attributes(scene)
    shape(scene, host)
    reads(scene, host)
    writes(scene, host)
    errors(scene, host)
    descriptors(scene, host)
    subscriptions(scene, host)
    sockets(scene, host)
    links.part(scene)


def shape(scene: Scene, host: Attributes) -> None:
    """The objects and their properties."""
    check, client = scene.check, scene.client
    tree = {path: found for path, found in scene.tree().items() if path.startswith(scene.host + "/")}
    service = scene.path(0, SERVICE, tree)
    check(500, "services of a device", [scene.normal(path) for path, found in sorted(tree.items()) if SERVICE in found])
    check(501, "attributes of the service in their order", [
        scene.normal(path).rpartition("/")[2] for path in sorted(tree) if path.startswith(service)
    ])
    check(502, "properties of a service", client.call(service, PROPERTIES, "GetAll", "s", SERVICE))
    for number, name in enumerate(NAMES, 503):
        check(number, f"properties of characteristic {name}", client.call(host.paths[name], PROPERTIES, "GetAll", "s", CHARACTERISTIC))
    for number, name in enumerate(serving.DESCRIPTORS, 514):
        check(number, f"properties of descriptor {name}", client.call(host.descriptors[name], PROPERTIES, "GetAll", "s", DESCRIPTOR))
    configuration = next((path for path in sorted(tree) if path.startswith(host.paths["rwn"] + "/")), "/none")
    check(517, "properties of the configuration", client.call(configuration, PROPERTIES, "GetAll", "s", DESCRIPTOR))
    check(518, "Handle of a service", scene.get(service, SERVICE, "Handle").kind)
    check(519, "interfaces of a characteristic", sorted(tree.get(host.paths["rwn"], {})))
    check(520, "Get of Notifying where it is not there", scene.get(host.paths["w"], CHARACTERISTIC, "Notifying"))
    check(521, "Get of WriteAcquired where it is not there", scene.get(host.paths["w"], CHARACTERISTIC, "WriteAcquired"))
    check(522, "Set of a characteristic's Value", scene.set(host.paths["rwn"], CHARACTERISTIC, "Value", data(b"a")))
    check(523, "call of no method of a characteristic", host.call("rwn", "Nothing"))
    check(524, "properties of a connected device", sorted(scene.tree()[scene.host][DEVICE]))
    for number, name in enumerate(("Name", "Alias", "UUIDs", "Modalias", "ServicesResolved", "AdvertisingFlags"), 525):
        check(number, f"Device1.{name} when connected", scene.get(scene.host, DEVICE, name))
    central = scene.tree().get(scene.guest, {})
    check(532, "properties of the central at the server", sorted(central.get(DEVICE, {})))
    for number, name in enumerate(("Name", "Alias", "UUIDs", "Modalias", "ServicesResolved", "Connected"), 533):
        check(number, f"Device1.{name} of the central", scene.get(scene.guest, DEVICE, name))


def reads(scene: Scene, host: Attributes) -> None:
    """ReadValue."""
    check = scene.check
    check(550, "ReadValue", host.trace(lambda: host.read("rwn")))
    check(551, "ReadValue of the same value", host.trace(lambda: host.read("rwn")))
    check(552, "Value after ReadValue", scene.get(host.paths["rwn"], CHARACTERISTIC, "Value"))
    check(553, "ReadValue without the flag", host.trace(lambda: host.read("w")))
    check(554, "ReadValue from 2", host.trace(lambda: host.read("rwn", offset=Variant("q", 2))))
    check(555, "ReadValue with another type of offset", host.trace(lambda: host.read("rwn", offset=Variant("u", 2))))
    check(556, "ReadValue with an unknown option", host.trace(lambda: host.read("rwn", nothing=flag(True))))
    host.answer("ReadValue", ("ay", b""))
    check(557, "ReadValue of nothing", host.trace(lambda: host.read("rwn")))
    for number, size in enumerate((511, 512, 515, 516, 600), 558):
        host.answer("ReadValue", ("ay", b"x" * size))
        check(number, f"ReadValue of {size} bytes", host.trace(lambda: host.read("rwn")))
    host.answer("ReadValue", ("s", "text"))
    check(563, "ReadValue answered with a text", host.trace(lambda: host.read("rwn")))
    host.answer("ReadValue", None)
    scene.server.calls = []
    first = scene.client.begin(host.paths["rwn"], CHARACTERISTIC, "ReadValue", "a{sv}", {})
    scene.wait(lambda: any(call.member == "ReadValue" for call in scene.server.calls), 5)
    scene.server.handlers.clear()
    held = next((call for call in scene.server.calls if call.member == "ReadValue"), None)
    if held:
        scene.server.send(Message(2, destination=held.sender, reply_to=held.serial, signature="ay", body=[b"late"]))
    check(565, "ReadValue that is answered late", scene.client.finish(first))
    host.notify("rn", b"XY")
    scene.settle()
    check(566, "ReadValue after a value that nobody was subscribed to", host.trace(lambda: host.read("rn")))
    check(567, "ReadValue by two programs", host.trace(lambda: (host.read("rwn"), host.call("rwn", "ReadValue", "a{sv}", {}, by=scene.other))))


def writes(scene: Scene, host: Attributes) -> None:
    """WriteValue."""
    rows: tuple[tuple[str, str, bytes, dict[str, Variant]], ...] = (
        ("WriteValue", "w", b"abc", {}),
        ("WriteValue of a command where requests are allowed", "w", b"abc", {"type": text("command")}),
        ("WriteValue of a request where requests are allowed", "w", b"abc", {"type": text("request")}),
        ("WriteValue of a reliable one where requests are allowed", "w", b"abc", {"type": text("reliable")}),
        ("WriteValue of a nonsense type", "w", b"abc", {"type": text("nonsense")}),
        ("WriteValue of a type that is no text", "w", b"abc", {"type": flag(True)}),
        ("WriteValue where commands are allowed", "wwr", b"abc", {}),
        ("WriteValue of a command where commands are allowed", "wwr", b"abc", {"type": text("command")}),
        ("WriteValue of a request where commands are allowed", "wwr", b"abc", {"type": text("request")}),
        ("WriteValue where both are allowed", "nwr", b"abc", {}),
        ("WriteValue of a command where both are allowed", "nwr", b"abc", {"type": text("command")}),
        ("WriteValue of a request where both are allowed", "nwr", b"abc", {"type": text("request")}),
        ("WriteValue where reliable ones are allowed", "rel", b"abc", {}),
        ("WriteValue of a reliable one where they are allowed", "rel", b"abc", {"type": text("reliable")}),
        ("WriteValue without the flag", "rn", b"abc", {}),
        ("WriteValue of a command without the flag", "rn", b"abc", {"type": text("command")}),
        ("WriteValue of nothing", "w", b"", {}),
        ("WriteValue from 2", "w", b"abc", {"offset": Variant("q", 2)}),
        ("WriteValue of 510 bytes", "w", b"a" * 510, {}),
        ("WriteValue of 511 bytes", "w", b"a" * 511, {}),
        ("WriteValue of 512 bytes", "w", b"a" * 512, {}),
        ("WriteValue of 513 bytes", "w", b"a" * 513, {}),
        ("WriteValue of a command of 512 bytes", "wwr", b"a" * 512, {"type": text("command")}),
        ("WriteValue that asks for authorization", "w", b"ab", {"prepare-authorize": flag(True)}),
        ("WriteValue with an unknown option", "w", b"ab", {"nothing": flag(True)}),
    )
    for number, (name, where, value, options) in enumerate(rows, 580):
        scene.check(number, name, host.trace(lambda: host.write(where, value, **options)))


def errors(scene: Scene, host: Attributes) -> None:
    """Errors of the server's program, as the client gets them."""
    for number, name in enumerate(ERRORS, 620):
        host.answer("ReadValue", Refused("org.bluez.Error." + name))
        host.answer("WriteValue", Refused("org.bluez.Error." + name))
        scene.check(number, f"the server's error {name}", host.read("rwn"), host.write("rwn", b"a"), host.write("nwr", b"a"))
    for number, code in enumerate(("0x80", "0x9f", "0xa0", "0x7f", "0xff", "128", "80"), 635):
        host.answer("ReadValue", Refused("org.bluez.Error.Failed", code))
        scene.check(number, f"the server's error Failed with {code}", host.read("rwn"))
    host.answer("ReadValue", Refused("com.example.Error"))
    scene.check(642, "the server's error of another name", host.read("rwn"))
    scene.server.handlers.clear()


def descriptors(scene: Scene, host: Attributes) -> None:
    """Descriptors."""
    def call(name: str, member: str, *words: Any) -> str:
        return host.trace(lambda: scene.client.call(host.descriptors[name], DESCRIPTOR, member, *words))

    check = scene.check
    check(650, "ReadValue of a descriptor", call("rw", "ReadValue", "a{sv}", {}))
    check(651, "WriteValue of a descriptor", call("rw", "WriteValue", "aya{sv}", b"abc", {}))
    check(652, "WriteValue of a descriptor without the flag", call("r", "WriteValue", "aya{sv}", b"abc", {}))
    check(653, "ReadValue of a descriptor without the flag", call("w", "ReadValue", "a{sv}", {}))
    check(654, "ReadValue of a descriptor from 2", call("r", "ReadValue", "a{sv}", {"offset": Variant("q", 2)}))
    check(655, "WriteValue of 513 bytes to a descriptor", call("rw", "WriteValue", "aya{sv}", b"a" * 513, {}))
    configuration = scene.path_of("00002902-0000-1000-8000-00805f9b34fb", DESCRIPTOR, host.paths["rwn"])
    check(656, "ReadValue of the configuration", host.trace(lambda: scene.client.call(configuration, DESCRIPTOR, "ReadValue", "a{sv}", {})))
    check(657, "WriteValue of the configuration", host.trace(lambda: scene.client.call(configuration, DESCRIPTOR, "WriteValue", "aya{sv}", b"\1\0", {})))
    host.answer("ReadValue", Refused("org.bluez.Error.NotAuthorized"))
    check(658, "the server's error at a descriptor", call("rw", "ReadValue", "a{sv}", {}))
    scene.server.handlers.clear()


def subscriptions(scene: Scene, host: Attributes) -> None:
    """StartNotify and StopNotify."""
    check, other = scene.check, scene.other
    check(670, "StopNotify that was not started", host.call("rwn", "StopNotify"))
    check(671, "StartNotify", host.trace(lambda: host.call("rwn", "StartNotify")))
    check(672, "StartNotify again", host.trace(lambda: host.call("rwn", "StartNotify")))
    check(673, "StartNotify by another program", host.trace(lambda: host.call("rwn", "StartNotify", by=other)))
    check(674, "AcquireNotify meanwhile", host.call("rwn", "AcquireNotify", "a{sv}", {}))
    check(675, "Notifying", scene.get(host.paths["rwn"], CHARACTERISTIC, "Notifying"))
    configuration = scene.path_of("00002902-0000-1000-8000-00805f9b34fb", DESCRIPTOR, host.paths["rwn"])
    check(676, "ReadValue of the configuration meanwhile", scene.client.call(configuration, DESCRIPTOR, "ReadValue", "a{sv}", {}))
    check(677, "two equal values", host.trace(lambda: (host.notify("rwn", b"same"), host.notify("rwn", b"same"))))
    check(678, "an empty value", host.trace(lambda: host.notify("rwn", b"")))
    check(679, "a value of 512 bytes", host.trace(lambda: host.notify("rwn", b"a" * 512)))
    check(680, "a value of 513 bytes", host.trace(lambda: host.notify("rwn", b"a" * 513)))
    check(681, "ReadValue while subscribed", host.trace(lambda: host.read("rwn")))
    check(682, "StopNotify of one of two", host.trace(lambda: host.call("rwn", "StopNotify", by=other)))
    check(683, "a value for the one that remains", host.trace(lambda: host.notify("rwn", b"left")))
    check(684, "StopNotify of the last", host.trace(lambda: host.call("rwn", "StopNotify")))
    check(685, "a value after StopNotify", host.trace(lambda: host.notify("rwn", b"gone")))
    check(686, "StopNotify again", host.call("rwn", "StopNotify"))
    check(687, "StartNotify without the flag", host.call("w", "StartNotify"))
    check(688, "StopNotify without the flag", host.call("w", "StopNotify"))
    check(689, "StartNotify for indications", host.trace(lambda: host.call("ind", "StartNotify")))
    check(690, "an indication", host.trace(lambda: host.notify("ind", b"I1")))
    check(691, "StopNotify for indications", host.trace(lambda: host.call("ind", "StopNotify")))
    check(692, "StartNotify where there are both", host.trace(lambda: host.call("ni", "StartNotify")))
    check(693, "a value where there are both", host.trace(lambda: host.notify("ni", b"NI")))
    check(694, "StopNotify where there are both", host.trace(lambda: host.call("ni", "StopNotify")))
    third = scene.newcomer()
    third.call(host.paths["rwn"], CHARACTERISTIC, "StartNotify")
    scene.settle()
    check(695, "a program that is subscribed leaves", host.trace(third.leave, scene.has_heard))
    host.answer("StartNotify", Refused("org.bluez.Error.Failed"))
    check(696, "StartNotify that the server refuses", host.trace(lambda: host.call("rn", "StartNotify")))
    scene.server.handlers.clear()
    check(697, "StopNotify of what the server refused", host.trace(lambda: host.call("rn", "StopNotify")))


def acquire(scene: Scene, host: Attributes, name: str, member: str) -> tuple[Message, socket.socket | None]:
    """The answer to an acquisition, and the socket."""
    scene.client.files = []
    reply = host.call(name, member, "a{sv}", {})
    scene.settle()
    files = scene.client.files
    found = socket.socket(fileno=files.pop()) if files else None
    if found:
        found.setblocking(False)
    return reply, found


def received(scene: Scene, one: socket.socket | None) -> str:
    """The packets in a socket."""
    scene.settle()
    packets = []
    while one:
        try:
            packets.append(one.recv(1024))
        except BlockingIOError:
            break
        if not packets[-1] and len(packets) > 2:
            break
    return scene.words(packets)


def sockets(scene: Scene, host: Attributes) -> None:
    """AcquireNotify and AcquireWrite."""
    check, client, other = scene.check, scene.client, scene.other
    kept: list[Any] = []
    check(720, "AcquireNotify", host.trace(lambda: kept.append(acquire(scene, host, "nwr", "AcquireNotify"))))
    one = kept.pop()[1]
    check(721, "kind of the socket", one is not None and (one.family, one.type) == (socket.AF_UNIX, socket.SOCK_SEQPACKET))
    check(722, "AcquireNotify again", host.call("nwr", "AcquireNotify", "a{sv}", {}, by=other))
    check(723, "StartNotify meanwhile", host.call("nwr", "StartNotify"))
    check(724, "NotifyAcquired", scene.get(host.paths["nwr"], CHARACTERISTIC, "NotifyAcquired"))
    check(725, "a value to the socket", host.trace(lambda: host.notify("nwr", b"one")), received(scene, one))
    host.notify("nwr", b"")
    check(726, "an empty value to the socket", received(scene, one))
    check(727, "the socket is closed", host.trace(lambda: one and one.close(), host.has_changed))
    check(728, "NotifyAcquired afterwards", scene.get(host.paths["nwr"], CHARACTERISTIC, "NotifyAcquired"))
    check(729, "AcquireNotify without the flag", host.call("w", "AcquireNotify", "a{sv}", {}))
    check(730, "AcquireNotify for indications", host.trace(lambda: kept.append(acquire(scene, host, "ind", "AcquireNotify"))))
    two = kept.pop()[1]
    check(731, "an indication to the socket", host.trace(lambda: host.notify("ind", b"I2")), received(scene, two))
    check(732, "the socket for indications is closed", host.trace(lambda: two and two.close(), host.has_changed))
    check(740, "AcquireWrite", host.trace(lambda: kept.append(acquire(scene, host, "nwr", "AcquireWrite"))))
    three = kept.pop()[1]
    check(741, "AcquireWrite again", host.call("nwr", "AcquireWrite", "a{sv}", {}))
    check(742, "WriteValue meanwhile", host.write("nwr", b"a"))
    check(743, "WriteAcquired", scene.get(host.paths["nwr"], CHARACTERISTIC, "WriteAcquired"))
    check(744, "a packet", host.trace(lambda: three and three.send(b"hello"), host.is_called))
    check(745, "a packet of 512 bytes", host.trace(lambda: three and three.send(b"a" * 512), host.is_called))
    check(746, "the socket for writing is closed", host.trace(lambda: three and three.close(), host.has_changed))
    check(747, "AcquireWrite where requests are allowed", host.call("w", "AcquireWrite", "a{sv}", {}))
    check(748, "AcquireWrite where commands are allowed", host.trace(lambda: kept.append(acquire(scene, host, "wwr", "AcquireWrite"))))
    four = kept.pop()[1]
    if four:
        four.close()
    scene.settle()
    check(749, "AcquireNotify with an unknown option", scene.reply(host.call("rn", "AcquireNotify", "a{sv}", {"nothing": flag(True)})))
    for file in client.files:
        socket.socket(fileno=file).close()
    client.files = []
    scene.settle()
