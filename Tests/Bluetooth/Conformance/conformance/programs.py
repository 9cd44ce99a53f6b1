"""Other programs: the calls that bluer, node-ble, bluetoothctl and BlueZ's own examples make, in their order."""

from __future__ import annotations

import itertools
import json
import pathlib
import re
from functools import partial
from typing import Any

import advertising
import links
import serving
from client import OBJECT_MANAGER, Client, Objects, Refused
from scene import A, ADAPTER, ADVERTISEMENT, B, CHARACTERISTIC, DESCRIPTOR, SERVICE, Scene, data, flag, text, texts, uuid
from wire import ERROR, Message, Variant

CALLS = pathlib.Path(__file__).parent.parent / "programs.tsv"
KINDS = {"Introspectable": "org.freedesktop.DBus.", "ObjectManager": "org.freedesktop.DBus.", "Properties": "org.freedesktop.DBus."}
EXAMPLE = "/org/bluez/example"
# The program that others use.
SERVING = "example-gatt-server"


def full(number: str) -> str:
    """A UUID of the Bluetooth specification."""
    return f"0000{number}-0000-1000-8000-00805f9b34fb"


def example_server() -> Objects:
    """The heart rate of BlueZ's example-gatt-server, and the advertisement of its example-advertisement."""
    above = EXAMPLE + "/service0"
    objects: Objects = {above: {SERVICE: {"UUID": text(full("180d")), "Primary": flag(True), "Characteristics": Variant(
        "ao", [f"{above}/char{number}" for number in range(3)])}}}
    for number, (name, flags) in enumerate((("2a37", "notify"), ("2a38", "read"), ("2a39", "write"))):
        objects[f"{above}/char{number}"] = {CHARACTERISTIC: {
            "UUID": text(full(name)), "Service": Variant("o", above), "Flags": texts(flags), "Descriptors": Variant("ao", [])}}
    objects[EXAMPLE + "/advertisement0"] = {ADVERTISEMENT: {
        "Type": text("peripheral"), "ServiceUUIDs": texts("180D", "180F"), "LocalName": text("TestAdvertisement"),
        "ManufacturerData": Variant("a{qv}", {0xFFFF: data(bytes(range(4)))}),
        "ServiceData": Variant("a{sv}", {"9999": data(bytes(range(5)))}), "Includes": texts("tx-power"),
        "Data": Variant("a{yv}", {0x26: data(b"\x01\x01\x00")})}}
    return objects


def control_point(call: Message) -> Any:
    """The answer of the example's control point to a write."""
    value = call.body[0]
    if len(value) != 1:
        return Refused("org.bluez.Error.InvalidValueLength", "")
    return () if value == b"\x01" else Refused("org.bluez.Error.Failed", "0x80")


def typed(kind: str, value: Any) -> Any:
    """A value of the type `kind` out of one in the file: bytes are hexadecimal, variants begin with their type."""
    if kind == "ay":
        return bytes.fromhex(value)
    if kind == "a{sv}":
        return {name: typed("v", item) for name, item in value.items()}
    if kind == "v":
        inner, _, words = value.partition(":")
        known: dict[str, Any] = {"b": words == "true", "as": words.split(), "s": words}
        return Variant(inner, known[inner] if inner in known else int(words))
    return value


class Program:
    """One program, and what it calls."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.client = scene.newcomer()
        self.client.objects = example_server()
        # The program that serves the example.
        self.owner: Client = self.client
        above = EXAMPLE + "/service0"
        self.client.handlers = {(above + "/char1", "ReadValue"): lambda call: ("ay", b"\x01"), (above + "/char2", "WriteValue"): control_point}

    def target(self, name: str) -> str:
        """The path of what the file names."""
        if name in ("A", "B", "host"):
            return {"A": A, "B": B, "host": self.scene.host}[name]
        if name.startswith("/"):
            return name
        path, kinds = self.scene.host, (SERVICE, CHARACTERISTIC)
        for part in name.split("/"):
            identifier = uuid(int(part[1:], 16)) if part.startswith("U") else full(part)
            tree = self.scene.tree()
            path = next(found for kind in kinds if (found := self.scene.path_of(identifier, kind, path, tree)) != "/none")
            kinds = (DESCRIPTOR,)
        return path

    def step(self, target: str, member: str, signature: str = "", arguments: str = "[]") -> None:
        """Makes a call, or lets happen what stands in its place."""
        if target == "-":
            self.meanwhile(member, signature, arguments)
            return
        kind, _, name = member.removeprefix("&").partition(".")
        interface = KINDS.get(kind, "org.bluez.") + kind
        values = [typed(part, value) for part, value in zip(re.findall(r"a\{sv\}|ay|.", signature), json.loads(arguments))]
        path = self.target(target)
        call = self.client.begin(path, interface, name, signature, *values)
        # Some programs make the next call before this one is answered.
        if not member.startswith("&"):
            self.shorten(name, path, self.client.finish(call))

    def shorten(self, member: str, path: str, reply: Message) -> None:
        """Leaves of a long answer what the checks of other sections have not."""
        if reply.kind == ERROR:
            return
        if member == "GetManagedObjects":
            reply.body = [f"{sum(found.startswith(self.scene.host + '/') for found in reply.body[0])} objects of the host"]
        elif member == "Introspect":
            self.scene.tree()
            nodes = re.findall(r'<node name="([^"]*)"', reply.body[0])
            reply.body = [sorted(self.scene.normal(f"{path}/{node}") for node in nodes)]

    def meanwhile(self, event: str, name: str, value: str) -> None:
        """Lets the server have a value, or waits for what the program waits for."""
        scene = self.scene
        if event == "value":
            owner, path = (self.owner, name) if name.startswith("/") else (scene.server, f"{serving.APP}/s/{name}")
            owner.changed(path, CHARACTERISTIC, {"Value": data(bytes.fromhex(value))})
        elif event == "heard":
            for _ in range(5):
                if scene.wait(lambda: scene.host in scene.tree(), 3):
                    break
                for member in ("StopDiscovery", "StartDiscovery"):
                    scene.ask(self.client, B, ADAPTER, member)
        elif event == "resolved":
            scene.wait(lambda: links.is_resolved(scene), 20)
        scene.settle()


def run(scene: Scene) -> None:
    """All checks of this section."""
    rows = [line.split("\t") for line in CALLS.read_text().splitlines() if not line.startswith("#")]
    links.meet(scene)
    programs: dict[str, Program] = {}
    for number, group in itertools.groupby(rows, lambda row: int(row[0])):
        steps = list(group)
        title = steps[0][1]
        name = title.split()[0].removesuffix(",")
        if name not in programs:
            begin(scene, programs, name)
        if is_search(title):
            advertising.forget(scene)
        program = programs[name]
        # What a search hears, and when, is a matter of the radio.
        under = "/none" if is_search(title) else scene.host
        trace = scene.after(partial(follow, program, steps), program.client, under, programs[SERVING].client if SERVING in programs else scene.server)
        scene.check(number, title, usual(scene, trace))
    for program in programs.values():
        scene.part(program.client)
    links.part(scene)


def usual(scene: Scene, trace: str) -> str:
    """What a program hears each time.

    bluetoothd 5.66 and 5.87 do not always signal Connected, as docs/dev/bluez-notes.md says, and any release tells the name and the
    identity of a device together or one after the other.
    """
    device = f"{scene.normal(scene.host)} Device1 "
    vague = (device + "Connected=true", device + "Alias=", device + "Modalias=")
    return " | ".join(part for part in scene.devices_only(trace).split(" | ") if not part.startswith(vague)) or "nothing"


def is_search(title: str) -> bool:
    """Whether a program begins with nothing here."""
    return "looks for" in title


def follow(program: Program, steps: list[list[str]]) -> None:
    """Makes the calls of one check."""
    for step in steps:
        program.step(*step[2:])


def begin(scene: Scene, programs: dict[str, Any], name: str) -> None:
    """Starts a program; others leave, but for the one that serves."""
    for other in programs.keys() - {SERVING}:
        scene.part(programs.pop(other).client)
    programs[name] = Program(scene)
    if SERVING in programs:
        programs[name].owner = programs[SERVING].client
