"""Links: how they begin and end, and what stays."""

from __future__ import annotations

import advertising
import attributes
import serving
from client import Client
from scene import A, ADAPTER, B, CHARACTERISTIC, DEVICE, Scene, flag, text
from wire import Message, Variant


def is_resolved(scene: Scene) -> bool:
    """Whether the client's adapter knows the host's services."""
    return scene.value(scene.get(scene.host, DEVICE, "ServicesResolved", scene.other)) is True


def meet(scene: Scene) -> None:
    """Lets the server serve and advertise, and the client's adapter find it."""
    scene.server.objects = serving.application()
    serving.register(scene)
    advertising.register(scene, advertising.PLAIN)
    scene.client.call(B, ADAPTER, "SetDiscoveryFilter", "a{sv}", {"Transport": text("le")})
    advertising.find(scene)
    advertising.stop(scene)


def connect(scene: Scene, by: Client | None = None) -> Message:
    """The answer to Connect, once the services are known."""
    for _ in range(4):
        reply = (by or scene.client).call(scene.host, DEVICE, "Connect")
        if not reply.error or not scene.radio:
            break
        scene.settle()
    scene.wait(lambda: is_resolved(scene), 20)
    scene.settle()
    return reply


def join(scene: Scene) -> None:
    """Connects the client's adapter with the server."""
    meet(scene)
    connect(scene)


def part(scene: Scene) -> None:
    """Ends link, advertisement and services, and forgets both devices."""
    scene.client.call(scene.host, DEVICE, "Disconnect")
    scene.settle()
    advertising.unregister(scene)
    serving.unregister(scene)
    advertising.forget(scene)
    scene.client.call(A, ADAPTER, "RemoveDevice", "o", scene.guest)
    scene.settle()


def is_attribute(message: Message) -> bool:
    """Whether a signal is of an object below a device."""
    path = message.body[0] if message.member.startswith("Interfaces") else message.path
    return "/service" in path


def run(scene: Scene) -> None:
    """All checks of this section."""
    check, client, server, host = scene.check, scene.client, scene.server, scene.host
    meet(scene)
    without = scene.devices_only
    check(800, "Connect", without(scene.after(lambda: connect(scene), under=host)))
    check(801, "what the server's adapter shows of it", without(scene.signals(A)))
    check(802, "objects that come with a link", scene.added())
    check(803, "Connect again", scene.after(lambda: client.call(host, DEVICE, "Connect"), under=B))
    check(805, "ActiveInstances when connected", scene.get(A, advertising.ADVERTISING, "ActiveInstances"))
    held = attributes.Attributes(scene)
    held.call("rwn", "StartNotify")
    scene.settle()
    check(806, "Disconnect while subscribed", scene.after(lambda: client.call(host, DEVICE, "Disconnect"), under=host, calls=server))
    check(807, "what the server's adapter shows of the end", scene.signals(A))
    check(808, "objects below a device after a link", without_handles(scene))
    check(809, "Notifying after a link", scene.get(held.paths["rwn"], CHARACTERISTIC, "Notifying"))
    check(810, "ReadValue after a link", held.read("rwn"))
    check(811, "WriteValue after a link", held.write("w", b"a"))
    check(812, "StartNotify after a link", held.call("rn", "StartNotify"))
    check(813, "AcquireWrite after a link", held.call("nwr", "AcquireWrite", "a{sv}", {}))
    check(814, "AcquireNotify after a link", held.call("nwr", "AcquireNotify", "a{sv}", {}))
    check(815, "Disconnect again", scene.after(lambda: client.call(host, DEVICE, "Disconnect"), under=B))
    check(816, "UUIDs after a link", scene.get(host, DEVICE, "UUIDs"))
    check(817, "an advertiser is heard after a link", advertising.find(scene))
    advertising.stop(scene)
    check(821, "Name when an advertiser is heard after a link", scene.get(host, DEVICE, "Name"))
    check(818, "Connect anew", scene.after(lambda: connect(scene), under=host, calls=server))
    check(819, "a value without a new StartNotify", scene.after(lambda: held.notify("rwn", b"again"), under=host))
    check(820, "Notifying after a new link", scene.get(held.paths["rwn"], CHARACTERISTIC, "Notifying"))
    changes(scene, held)
    ends(scene)


def without_handles(scene: Scene) -> int:
    """How many objects there are below the host."""
    return len([path for path in scene.tree() if path.startswith(scene.host + "/")])


def changes(scene: Scene, held: attributes.Attributes) -> None:
    """Services that go and come during a link."""
    check, host, server = scene.check, scene.host, scene.server
    old = held.paths["rwn"]
    check(830, "services end during a link", scene.after(lambda: serving.unregister(scene), under=host, calls=server))
    check(831, "ReadValue of what has ended", scene.reply(held.read("rwn")))
    check(832, "services come during a link", scene.after(lambda: serving.register(scene), under=host, calls=server))
    check(833, "the paths are others", scene.path(0x10) != old)
    check(834, "ReadValue of what has come", attributes.Attributes(scene).read("rwn"))


def ends(scene: Scene) -> None:
    """The other ways in which a link ends."""
    check, client, server, host, guest = scene.check, scene.client, scene.server, scene.host, scene.guest
    check(840, "the server disconnects", scene.after(lambda: server.call(guest, DEVICE, "Disconnect"), server, under=guest))
    check(841, "what the client's adapter shows of it", scene.signals(host))
    advertising.find(scene)
    advertising.stop(scene)
    connect(scene)
    check(842, "Blocked is set during a link", scene.after(lambda: scene.set(host, DEVICE, "Blocked", flag(True)), under=host))
    check(843, "Blocked is unset after a link", scene.after(lambda: scene.set(host, DEVICE, "Blocked", flag(False)), under=host))
    advertising.find(scene)
    advertising.stop(scene)
    connect(scene)
    removed = scene.after(lambda: client.call(B, ADAPTER, "RemoveDevice", "o", host), under=host)
    check(844, "RemoveDevice during a link", scene.devices_only(removed))
    check(845, "what the server's adapter shows of the removal", scene.signals(A))
    check(846, "a device is found anew", advertising.find(scene))
    advertising.stop(scene)
    check(847, "Connect of a device that was removed", connect(scene))
    check(848, "a second advertisement during a link", advertising.register(scene, advertising.DISCOVERABLE, "/more"))
    advertising.unregister(scene, "/more")
    part(scene)
    check(850, "Connect of a device that is gone", client.call(host, DEVICE, "Connect"))
    check(851, "objects at the end", sorted(scene.tree()))
    client.call(B, ADAPTER, "SetDiscoveryFilter", "a{sv}", {"Transport": Variant("s", "auto")})
