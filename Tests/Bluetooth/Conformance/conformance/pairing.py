"""Pairing: which agent is asked what, and what stays of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import advertising
import attributes
import links
from client import Client, Refused
from scene import A, ADAPTER, AGENTS, B, DEVICE, Scene
from wire import Message

REJECTED = "org.bluez.Error.Rejected"


def agent(client: Client, ability: str) -> None:
    """Registers a program's agent as the default."""
    for member, signature, *more in (("RegisterAgent", "os", ability), ("RequestDefaultAgent", "o")):
        client.call("/org/bluez", AGENTS, member, signature, "/agent", *more)


def no_agent(client: Client) -> None:
    """Takes a program's agent back."""
    client.call("/org/bluez", AGENTS, "UnregisterAgent", "o", "/agent")


def forget(scene: Scene) -> None:
    """Lets both adapters forget each other."""
    scene.client.call(B, ADAPTER, "RemoveDevice", "o", scene.host)
    scene.client.call(A, ADAPTER, "RemoveDevice", "o", scene.guest)
    scene.settle()


def meet(scene: Scene) -> None:
    """Connects the two anew; they pair over a link whose services are known."""
    forget(scene)
    advertising.find(scene)
    advertising.stop(scene)
    links.connect(scene)


def asked(scene: Scene, body: Callable[[], Any], under: str = "") -> str:
    """What the client hears of the host while something is done, and what the agents are asked, the client's first."""
    seen = scene.after(body, under=under or scene.host)
    words = [without_objects(scene, seen)]
    for name, client in (("client", scene.client), ("server", scene.server)):
        calls = [call for call in client.calls if call.path == "/agent"]
        words.append(f"{name}: " + (", ".join(question(scene, call) for call in calls) or "nothing"))
    return "; ".join(words)


def without_objects(scene: Scene, seen: str) -> str:
    """Signals without those of the objects below devices."""
    return " | ".join(part for part in scene.devices_only(seen).split(" | ") if "Gatt" not in part) or "nothing"


def question(scene: Scene, call: Message) -> str:
    """A call of an agent; numbers differ each time."""
    return f"{call.member}({', '.join('some' if isinstance(value, int) else scene.words(value) for value in call.body)})"


def run(scene: Scene) -> None:
    """All checks of this section."""
    check, client, server, host, guest = scene.check, scene.client, scene.server, scene.host, scene.guest

    def pair() -> Message:
        return client.call(host, DEVICE, "Pair")

    links.meet(scene)
    links.connect(scene)
    check(860, "Pair without an agent", asked(scene, pair))
    check(861, "CancelPairing without a pairing", client.call(host, DEVICE, "CancelPairing"))
    agent(client, "NoInputNoOutput")
    agent(server, "NoInputNoOutput")
    meet(scene)
    check(862, "Pair where nobody can see or type", asked(scene, pair))
    check(863, "what the server's adapter shows of it", without_objects(scene, scene.signals(A)))
    check(864, "Paired and Bonded", *(scene.get(path, DEVICE, name) for path in (host, guest) for name in ("Paired", "Bonded")))
    check(865, "Pair again", pair())
    held = attributes.Attributes(scene)
    check(866, "ReadValue of what needs encryption", held.read("er"))
    check(867, "Disconnect of a paired device", asked(scene, lambda: client.call(host, DEVICE, "Disconnect")))
    advertising.find(scene)
    advertising.stop(scene)
    check(868, "Connect of a paired device", asked(scene, lambda: links.connect(scene)))
    check(869, "ReadValue of what needs encryption then", attributes.Attributes(scene).read("er"))
    check(870, "RemoveDevice of a paired device", asked(scene, lambda: client.call(B, ADAPTER, "RemoveDevice", "o", host)))
    check(871, "Paired at the server's adapter afterwards", scene.get(guest, DEVICE, "Paired"))
    meet(scene)
    check(872, "ReadValue that begins a pairing", asked(scene, lambda: attributes.Attributes(scene).read("er")))
    compared(scene, pair)
    links.part(scene)
    client.call(B, ADAPTER, "SetDiscoveryFilter", "a{sv}", {})


def compared(scene: Scene, pair: Callable[[], Message]) -> None:
    """Pairings in which people compare numbers."""
    check, client, server, host = scene.check, scene.client, scene.server, scene.host
    for one in (client, server):
        no_agent(one)
        agent(one, "DisplayYesNo")
    meet(scene)
    check(880, "Pair where both compare", asked(scene, pair))
    # The other agent has not answered yet: whether it has is a matter of moments.
    for number, name, one, other in ((881, "server", server, client), (882, "client", client, server)):
        meet(scene)
        one.handlers[("/agent", "RequestConfirmation")] = lambda call: Refused(REJECTED)
        other.handlers[("/agent", "RequestConfirmation")] = lambda call: None
        check(number, f"Pair where the {name}'s agent refuses", asked(scene, pair))
        one.handlers.clear()
        other.handlers.clear()
    meet(scene)
    for one in (client, server):
        one.handlers[("/agent", "RequestConfirmation")] = lambda call: None
        one.calls = []
    begun = client.begin(host, DEVICE, "Pair")
    scene.wait(lambda: all(any(call.path == "/agent" for call in one.calls) for one in (client, server)), 20)
    check(883, "Pair meanwhile", pair())
    check(884, "CancelPairing", asked(scene, lambda: client.call(host, DEVICE, "CancelPairing")))
    check(885, "the answer to what was cancelled", client.finish(begun))
    for one in (client, server):
        one.handlers.clear()
        no_agent(one)
