"""Advertisements: which are taken, and what a scanner sees of them."""

from __future__ import annotations

import time
from collections.abc import Callable

from client import Client, Refused, pump
from scene import A, ADAPTER, ADVERTISEMENT, ADVERTISING, B, DEVICE, Scene, data, flag, text, texts, uuid
from wire import Message, Variant

Properties = dict[str, Variant]
PLAIN: Properties = {"Type": text("peripheral"), "ServiceUUIDs": texts(uuid(0)), "LocalName": text("Probe"), "Discoverable": flag(True)}
DISCOVERABLE: Properties = {"Type": text("peripheral"), "Discoverable": flag(True)}
SEEN = (
    "Name", "Alias", "UUIDs", "ManufacturerData", "ServiceData", "TxPower", "Appearance", "Icon", "AdvertisingFlags",
    "AdvertisingData",
)
COMPANY = {"ManufacturerData": Variant("a{qv}", {0xFFFF: data(b"abc")})}
# What is registered, and whether a scanner finds it.
HEARD: tuple[tuple[str, Properties], ...] = (
    ("a name and a service", PLAIN),
    ("no name", {**DISCOVERABLE, "ServiceUUIDs": texts(uuid(0))}),
    ("nothing else", DISCOVERABLE),
    ("two services of 16 bits", {**DISCOVERABLE, "ServiceUUIDs": texts("180d", "0000180f-0000-1000-8000-00805f9b34fb")}),
    ("manufacturer data", {**DISCOVERABLE, **COMPANY}),
    ("service data", {**DISCOVERABLE, "ServiceData": Variant("a{sv}", {"180d": data(b"xyz")})}),
    ("a solicited service", {**DISCOVERABLE, "SolicitUUIDs": texts("180d")}),
    ("an appearance", {**DISCOVERABLE, "Appearance": Variant("q", 0x03C1)}),
    ("Includes tx-power", {**DISCOVERABLE, "Includes": texts("tx-power")}),
    ("Includes local-name", {**DISCOVERABLE, "Includes": texts("local-name")}),
    ("Includes appearance", {**DISCOVERABLE, "Includes": texts("appearance")}),
    ("Includes nonsense", {**DISCOVERABLE, "Includes": texts("nonsense")}),
    ("TxPower 4", {**DISCOVERABLE, "TxPower": Variant("n", 4)}),
    ("intervals", {**DISCOVERABLE, "MinInterval": Variant("u", 100), "MaxInterval": Variant("u", 200)}),
    ("data of a type of its own", {**DISCOVERABLE, "Data": Variant("a{yv}", {0x26: data(b"abc")})}),
)
# What is registered, and found or refused by itself.
REGISTERED: tuple[tuple[str, Properties], ...] = (
    ("without a type", {"LocalName": text("Probe")}),
    ("of a type of nonsense", {"Type": text("nonsense")}),
    ("of a type that is no text", {"Type": flag(True)}),
    ("of type broadcast", {"Type": text("broadcast")}),
    ("of type broadcast that is discoverable", {"Type": text("broadcast"), "Discoverable": flag(True)}),
    ("with a service that is no UUID", {**DISCOVERABLE, "ServiceUUIDs": texts("nonsense")}),
    ("with a service that is no list", {**DISCOVERABLE, "ServiceUUIDs": text("180d")}),
    ("with a name that is no text", {**DISCOVERABLE, "LocalName": flag(True)}),
    ("with manufacturer data by text", {**DISCOVERABLE, "ManufacturerData": Variant("a{sv}", {"x": data(b"abc")})}),
    ("with 20 bytes of manufacturer data", {**DISCOVERABLE, "ManufacturerData": Variant("a{qv}", {1: data(bytes(20))})}),
    ("with two services of 128 bits", {**DISCOVERABLE, "ServiceUUIDs": texts(uuid(0), uuid(1))}),
    ("with an appearance that is no number", {**DISCOVERABLE, "Appearance": text("x")}),
    ("with a channel of nonsense", {**DISCOVERABLE, "SecondaryChannel": text("nonsense")}),
    ("with a channel", {**DISCOVERABLE, "SecondaryChannel": text("1M")}),
    ("with a duration", {**DISCOVERABLE, "Duration": Variant("q", 2)}),
    ("with intervals the wrong way round", {**DISCOVERABLE, "MinInterval": Variant("u", 200), "MaxInterval": Variant("u", 100)}),
    ("with data of the type of flags", {**DISCOVERABLE, "Data": Variant("a{yv}", {1: data(b"\x06")})}),
    ("with a timeout of a minute", {**DISCOVERABLE, "Timeout": Variant("q", 60)}),
)


def register(scene: Scene, properties: Properties | None = None, path: str = "/adv", by: Client | None = None) -> Message:
    """The answer to a registration of an advertisement."""
    server = by or scene.server
    if properties is not None:
        server.objects[path] = {ADVERTISEMENT: dict(properties)}
    return server.call(A, ADVERTISING, "RegisterAdvertisement", "oa{sv}", path, {})


def unregister(scene: Scene, path: str = "/adv", by: Client | None = None) -> Message:
    """The answer to the end of an advertisement."""
    return (by or scene.server).call(A, ADVERTISING, "UnregisterAdvertisement", "o", path)


def find(scene: Scene, tries: int = 5) -> bool:
    """Lets the client's adapter discover until it hears the host; says whether it does."""
    def is_heard() -> bool:
        return any(scene.host in (message.path, *message.body[:1]) for message in scene.client.heard)

    for _ in range(tries if scene.radio else 1):
        scene.client.heard = []
        scene.client.call(B, ADAPTER, "StartDiscovery")
        if scene.wait(is_heard, 3):
            return True
        scene.client.call(B, ADAPTER, "StopDiscovery")
        scene.settle()
    return False


def stop(scene: Scene) -> None:
    """Ends discovery."""
    scene.client.call(B, ADAPTER, "StopDiscovery")
    scene.settle()


def forget(scene: Scene) -> None:
    """Lets the client's adapter forget the host."""
    scene.client.call(B, ADAPTER, "RemoveDevice", "o", scene.host)
    scene.settle()


def run(scene: Scene) -> None:
    """All checks of this section."""
    check, server = scene.check, scene.server
    check(200, "UnregisterAdvertisement of none", unregister(scene))
    check(201, "RegisterAdvertisement", scene.after(lambda: register(scene, PLAIN), server, under=A))
    check(202, "ActiveInstances", scene.get(A, ADVERTISING, "ActiveInstances"))
    check(203, "SupportedInstances", scene.get(A, ADVERTISING, "SupportedInstances"))
    check(204, "RegisterAdvertisement again", register(scene))
    check(205, "UnregisterAdvertisement by another program", unregister(scene, by=scene.client))
    scene.client.objects["/adv"] = {ADVERTISEMENT: dict(PLAIN)}
    check(206, "the same path by another program", scene.after(lambda: register(scene, by=scene.client), under=A))
    check(207, "both end", unregister(scene, by=scene.client), unregister(scene))
    check(208, "UnregisterAdvertisement again", unregister(scene))
    check(209, "what the advertisement is asked", scene.after(lambda: register(scene, PLAIN), server, under="/none", calls=server))
    check(210, "UnregisterAdvertisement", scene.after(lambda: unregister(scene), server, under=A, calls=server))
    numbers(scene)
    server.handlers[("/adv", "GetAll")] = lambda call: Refused("org.freedesktop.DBus.Error.Failed")
    check(216, "an advertisement that refuses to be read", register(scene, PLAIN))
    server.handlers.clear()
    for number, (name, properties) in enumerate(REGISTERED, 220):
        check(number, f"advertisement {name}", register(scene, properties), unregister(scene))
        scene.settle()
    scene.client.call(B, ADAPTER, "SetDiscoveryFilter", "a{sv}", {"Transport": text("le")})
    for number, (name, properties) in enumerate(HEARD, 240):
        check(number, f"a scanner sees an advertisement with {name}", seen(scene, properties))
    quiet(scene)
    changes(scene)
    timeout(scene)
    scene.client.call(B, ADAPTER, "SetDiscoveryFilter", "a{sv}", {})


def numbers(scene: Scene) -> None:
    """How many advertisements there may be, and what becomes of those of a program that leaves."""
    check, server = scene.check, scene.server
    answers = []
    for number in range(8):
        answers.append(scene.reply(register(scene, DISCOVERABLE, f"/adv{number}")))
    check(211, "advertisements until no more are taken", answers)
    check(212, "ActiveInstances when no more are taken", scene.get(A, ADVERTISING, "ActiveInstances"))
    for number in range(8):
        unregister(scene, f"/adv{number}")
    check(213, "ActiveInstances when all have ended", scene.get(A, ADVERTISING, "ActiveInstances"))
    third = scene.newcomer()
    register(scene, PLAIN, by=third)
    scene.settle()
    check(214, "a program that advertises leaves", scene.after(third.leave, server, under=A, until=scene.has_heard))
    check(215, "RegisterAdvertisement at the root", scene.reply(register(scene, PLAIN, "/")), unregister(scene, "/"))


def seen(scene: Scene, properties: Properties, change: Callable[[], object] | None = None) -> str:
    """What a scanner sees of an advertisement, after a change of it."""
    answer = register(scene, properties)
    if answer.body:
        return scene.reply(answer)
    scene.settle()
    if change:
        change()
        scene.settle()
    found = find(scene)
    device = scene.tree().get(scene.host, {}).get(DEVICE, {})
    stop(scene)
    unregister(scene)
    forget(scene)
    return scene.words({name: device[name] for name in SEEN if name in device}) if found else "not found"


def quiet(scene: Scene) -> None:
    """Advertisements that say nothing of being discoverable."""
    check = scene.check
    check(260, "a scanner sees an advertisement that is not discoverable", seen(scene, {**PLAIN, "Discoverable": flag(False)}))
    without = {name: value for name, value in PLAIN.items() if name != "Discoverable"}
    check(261, "a scanner sees an advertisement without the property", seen(scene, without))


def changes(scene: Scene) -> None:
    """Advertisements that change without being registered anew."""
    rows: tuple[tuple[str, Properties], ...] = (
        ("LocalName", {"LocalName": text("Other")}),
        ("ServiceUUIDs", {"ServiceUUIDs": texts(uuid(1))}),
        ("ManufacturerData", COMPANY),
        ("Discoverable", {"Discoverable": flag(False)}),
        ("Appearance", {"Appearance": Variant("q", 0x03C1)}),
    )
    for number, (name, change) in enumerate(rows, 264):
        answer = seen(scene, PLAIN, lambda change=change: scene.server.changed("/adv", ADVERTISEMENT, change))
        scene.check(number, f"a scanner sees an advertisement whose {name} has changed", answer)

    def rename() -> None:
        scene.set(A, ADAPTER, "Alias", text("Ada"))

    named = {**DISCOVERABLE, "Includes": texts("local-name")}
    scene.check(269, "a scanner sees Includes local-name when the alias has changed", seen(scene, named, rename))
    scene.set(A, ADAPTER, "Alias", text(""))
    scene.check(270, "a scanner sees LocalName when the alias has changed", seen(scene, PLAIN, rename))
    scene.set(A, ADAPTER, "Alias", text(""))
    scene.settle()


def timeout(scene: Scene) -> None:
    """An advertisement that ends when its time is over."""
    check, server = scene.check, scene.server

    def wait() -> None:
        register(scene, {**DISCOVERABLE, "Timeout": Variant("q", 1)})
        deadline = time.monotonic() + 3 * scene.slowness
        while not server.calls and time.monotonic() < deadline:
            pump(0.1)

    check(271, "an advertisement whose time is over", scene.after(wait, server, under=A, calls=server))
    check(272, "UnregisterAdvertisement of what has ended so", unregister(scene))
    check(273, "ActiveInstances when one has ended so", scene.get(A, ADVERTISING, "ActiveInstances"))
