"""A bluetoothd that ends and is started again: what it has kept, and what programs see."""

from __future__ import annotations

import advertising
import attributes
import links
import serving
from scene import A, ADAPTER, ADVERTISING, B, DEVICE, Scene, flag, text


def run(scene: Scene) -> None:
    """All checks of this section."""
    check, client, server, host = scene.check, scene.client, scene.server, scene.host
    links.join(scene)
    scene.set(B, ADAPTER, "Alias", text("Ada"))
    scene.set(host, DEVICE, "Trusted", flag(True))
    scene.set(host, DEVICE, "Alias", text("Host"))
    attributes.Attributes(scene).call("rwn", "StartNotify")
    client.call(B, ADAPTER, "StartDiscovery")
    scene.settle()
    check(940, "what the server is called when bluetoothd ends", scene.after(scene.restart, server, under="/none", calls=server))
    check(941, "devices afterwards", [path for path in sorted(scene.tree()) if "/dev_" in path])
    check(942, "Powered afterwards", scene.get(A, ADAPTER, "Powered"), scene.get(B, ADAPTER, "Powered"))
    check(943, "Discovering afterwards", scene.get(B, ADAPTER, "Discovering"))
    check(944, "Alias of an adapter afterwards", scene.get(B, ADAPTER, "Alias"))
    for number, name in enumerate(("Connected", "ServicesResolved", "Trusted", "Alias", "Name", "UUIDs", "Paired"), 945):
        check(number, f"Device1.{name} afterwards", scene.get(host, DEVICE, name))
    check(952, "StopDiscovery afterwards", client.call(B, ADAPTER, "StopDiscovery"))
    check(953, "ActiveInstances afterwards", scene.get(A, ADVERTISING, "ActiveInstances"))
    check(954, "UnregisterAdvertisement afterwards", advertising.unregister(scene))
    check(955, "UnregisterApplication afterwards", serving.unregister(scene))
    check(956, "RegisterApplication afterwards", serving.register(scene))
    check(957, "RegisterAdvertisement afterwards", advertising.register(scene, advertising.PLAIN))
    client.call(B, ADAPTER, "SetDiscoveryFilter", "a{sv}", {"Transport": text("le")})
    check(958, "the host is heard afterwards", advertising.find(scene))
    advertising.stop(scene)
    check(959, "Connect afterwards", links.connect(scene))
    held = attributes.Attributes(scene)
    check(960, "a value for the subscription of before", scene.after(lambda: held.notify("rwn", b"again"), under=host))
    check(961, "ReadValue afterwards", held.read("rwn"))
    scene.set(host, DEVICE, "Trusted", flag(False))
    scene.set(B, ADAPTER, "Alias", text(""))
    links.part(scene)
    client.call(B, ADAPTER, "SetDiscoveryFilter", "a{sv}", {})
