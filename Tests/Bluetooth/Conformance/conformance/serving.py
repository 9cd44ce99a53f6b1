"""Registrations of services."""

from __future__ import annotations

from collections.abc import Callable

from client import Client, Objects, Refused
from scene import A, ADAPTER, CHARACTERISTIC, DESCRIPTOR, GATT, SERVICE, Scene, data, flag, text, texts, uuid
from wire import Message, Variant

APP = "/app"
# The characteristics of the server: a name, a number for its UUID, and its flags.
CHARACTERISTICS = {
    "rwn": (0x10, ["read", "write", "notify"]), "wwr": (0x11, ["write-without-response"]), "w": (0x12, ["write"]),
    "ind": (0x13, ["indicate"]), "rn": (0x14, ["read", "notify"]), "ni": (0x15, ["notify", "indicate"]),
    "nwr": (0x16, ["notify", "write-without-response", "write"]), "r": (0x17, ["read"]),
    "rel": (0x18, ["read", "write", "reliable-write"]), "er": (0x19, ["encrypt-read", "write"]),
}
DESCRIPTORS = {"rw": (0x30, ["read", "write"]), "r": (0x31, ["read"]), "w": (0x32, ["write"])}


def service(number: int, primary: bool = True, **more: Variant) -> dict[str, dict[str, Variant]]:
    """The interfaces of a service's object."""
    return {SERVICE: {"UUID": text(uuid(number)), "Primary": flag(primary), **more}}


def characteristic(number: int, flags: list[str], above: str = APP + "/s", **more: Variant) -> dict[str, dict[str, Variant]]:
    """The interfaces of a characteristic's object."""
    return {CHARACTERISTIC: {"UUID": text(uuid(number)), "Service": Variant("o", above), "Flags": texts(*flags), **more}}


def descriptor(number: int, flags: list[str], above: str) -> dict[str, dict[str, Variant]]:
    """The interfaces of a descriptor's object."""
    return {DESCRIPTOR: {"UUID": text(uuid(number)), "Characteristic": Variant("o", above), "Flags": texts(*flags)}}


def application() -> Objects:
    """The objects of the server."""
    objects: Objects = {APP + "/s": service(0)}
    for name, (number, flags) in CHARACTERISTICS.items():
        objects[f"{APP}/s/{name}"] = characteristic(number, flags)
    for name, (number, flags) in DESCRIPTORS.items():
        objects[f"{APP}/s/r/{name}"] = descriptor(number, flags, APP + "/s/r")
    return objects


def register(scene: Scene, path: str = APP, by: Client | None = None) -> Message:
    """The answer to a registration of services."""
    return (by or scene.server).call(A, GATT, "RegisterApplication", "oa{sv}", path, {})


def unregister(scene: Scene, path: str = APP, by: Client | None = None) -> Message:
    """The answer to the end of services."""
    return (by or scene.server).call(A, GATT, "UnregisterApplication", "o", path)


def changed(*path_and_key: str, **properties: Variant | None) -> Callable[[Objects], None]:
    """Changes properties of an object; those that are None it has no more."""
    path, kind = path_and_key

    def change(objects: Objects) -> None:
        for name, value in properties.items():
            if value is None:
                objects[path][kind].pop(name, None)
            else:
                objects[path][kind][name] = value
    return change


S, C, D = APP + "/s", APP + "/s/c", APP + "/s/c/d"
ODD: tuple[tuple[str, Callable[[Objects], None]], ...] = (
    ("without a UUID of the service", changed(S, SERVICE, UUID=None)),
    ("with a service's UUID that is none", changed(S, SERVICE, UUID=text("nonsense"))),
    ("with a service's UUID of 16 bits", changed(S, SERVICE, UUID=text("180d"))),
    ("without Primary", changed(S, SERVICE, Primary=None)),
    ("with a secondary service", changed(S, SERVICE, Primary=flag(False))),
    ("with a characteristic of no service", changed(C, CHARACTERISTIC, Service=Variant("o", "/app/none"))),
    ("without a UUID of a characteristic", changed(C, CHARACTERISTIC, UUID=None)),
    ("with a characteristic's UUID that is none", changed(C, CHARACTERISTIC, UUID=text("nonsense"))),
    ("without flags of a characteristic", changed(C, CHARACTERISTIC, Flags=None)),
    ("with no flag of a characteristic", changed(C, CHARACTERISTIC, Flags=texts())),
    ("with a characteristic's flag of nonsense", changed(C, CHARACTERISTIC, Flags=texts("nonsense"))),
    ("with a value of a characteristic", changed(C, CHARACTERISTIC, Value=data(b"abc"))),
    ("without flags of a descriptor", changed(D, DESCRIPTOR, Flags=None)),
    ("with a descriptor's flag of nonsense", changed(D, DESCRIPTOR, Flags=texts("nonsense"))),
    ("without a UUID of a descriptor", changed(D, DESCRIPTOR, UUID=None)),
    ("with a descriptor of no characteristic", changed(D, DESCRIPTOR, Characteristic=Variant("o", "/app/none"))),
    ("without a service", lambda objects: objects.clear()),
    ("with a service alone", lambda objects: (objects.pop(C), objects.pop(D), None)[-1]),
)


def small() -> Objects:
    """A service, a characteristic and a descriptor."""
    return {S: service(0x40), C: characteristic(0x41, ["read"]), D: descriptor(0x42, ["read"], C)}


def run(scene: Scene) -> None:
    """All checks of this section."""
    check, server = scene.check, scene.server
    check(400, "UnregisterApplication of none", unregister(scene))
    server.objects = application()
    check(401, "RegisterApplication", scene.after(lambda: register(scene), server, under=A, calls=server))
    check(402, "RegisterApplication again", register(scene))
    check(403, "Adapter1.UUIDs with services", scene.get(A, ADAPTER, "UUIDs"))
    check(404, "UnregisterApplication by another program", unregister(scene, by=scene.client))
    scene.client.objects = small()
    check(405, "RegisterApplication by another program", scene.after(lambda: register(scene, by=scene.client), under=A))
    check(406, "UnregisterApplication of the other program", scene.after(lambda: unregister(scene, by=scene.client), under=A))
    check(407, "UnregisterApplication", scene.after(lambda: unregister(scene), server, under=A, calls=server))
    check(408, "UnregisterApplication again", unregister(scene))
    third = scene.newcomer()
    third.objects = small()
    register(scene, by=third)
    scene.settle()
    check(409, "a program that serves leaves", scene.after(third.leave, server, under=A, until=scene.has_heard))
    server.handlers[(APP, "GetManagedObjects")] = lambda call: Refused("org.freedesktop.DBus.Error.Failed")
    check(410, "an application that refuses to be read", register(scene))
    server.handlers.clear()
    server.objects = {APP + "/s": service(0x40)}
    check(411, "an application at the root", register(scene, "/"), unregister(scene, "/"))
    for number, (name, change) in enumerate(ODD, 420):
        server.objects = small()
        change(server.objects)
        check(number, f"an application {name}", register(scene), unregister(scene))
        scene.settle()
    server.objects = {}
