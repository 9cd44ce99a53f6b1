"""Adapters that are switched off and on."""

from __future__ import annotations

import advertising
import links
import serving
from scene import A, ADAPTER, ADVERTISING, B, DEVICE, Scene, flag, text


def switch(scene: Scene, adapter: str, is_on: bool) -> None:
    """Switches an adapter."""
    scene.client.call(*(adapter, "org.freedesktop.DBus.Properties", "Set", "ssv", ADAPTER, "Powered", flag(is_on)))


def run(scene: Scene) -> None:
    """All checks of this section."""
    check, client, host, server = scene.check, scene.client, scene.host, scene.server
    links.join(scene)
    client.call(B, ADAPTER, "StartDiscovery")
    scene.settle()
    check(900, "the client's adapter goes off", scene.after(lambda: switch(scene, B, False), under=B))
    check(901, "what the server's adapter shows of that", scene.signals(A))
    check(902, "a device when its adapter is off", host in scene.tree())
    check(903, "StartDiscovery while off", client.call(B, ADAPTER, "StartDiscovery"))
    check(904, "StopDiscovery while off", client.call(B, ADAPTER, "StopDiscovery"))
    check(905, "SetDiscoveryFilter while off", client.call(B, ADAPTER, "SetDiscoveryFilter", "a{sv}", {"Transport": text("le")}))
    check(906, "GetDiscoveryFilters while off", client.call(B, ADAPTER, "GetDiscoveryFilters"))
    check(907, "Connect while off", client.call(host, DEVICE, "Connect"))
    check(908, "Disconnect while off", client.call(host, DEVICE, "Disconnect"))
    check(909, "Discovering while off", scene.get(B, ADAPTER, "Discovering"))
    check(910, "Discoverable is set while off", scene.after(lambda: scene.set(B, ADAPTER, "Discoverable", flag(True)), under=B))
    check(911, "Pairable is set while off", scene.after(lambda: scene.set(B, ADAPTER, "Pairable", flag(True)), under=B))
    scene.set(B, ADAPTER, "Pairable", flag(False))
    scene.settle()
    check(912, "Alias is set while off", scene.after(lambda: scene.set(B, ADAPTER, "Alias", text("Ada")), under=B))
    scene.set(B, ADAPTER, "Alias", text(""))
    scene.settle()
    check(913, "Powered is unset while off", scene.after(lambda: switch(scene, B, False), under=B))
    check(914, "the client's adapter goes on", scene.after(lambda: switch(scene, B, True), under=B))
    check(915, "Discovering afterwards", scene.get(B, ADAPTER, "Discovering"))
    check(916, "StopDiscovery afterwards", client.call(B, ADAPTER, "StopDiscovery"))
    check(917, "RemoveDevice afterwards", client.call(B, ADAPTER, "RemoveDevice", "o", host))
    client.call(A, ADAPTER, "RemoveDevice", "o", scene.guest)
    scene.settle()
    check(920, "the server's adapter goes off", scene.after(lambda: switch(scene, A, False), under=A, calls=server))
    check(921, "ActiveInstances while off", scene.get(A, ADVERTISING, "ActiveInstances"))
    check(922, "RegisterAdvertisement while off", advertising.register(scene, advertising.DISCOVERABLE, "/more"))
    check(923, "RegisterApplication while off", serving.register(scene, "/"))
    serving.unregister(scene, "/")
    check(924, "UnregisterApplication while off", serving.unregister(scene))
    scene.settle()
    check(925, "the server's adapter goes on", scene.after(lambda: switch(scene, A, True), under=A, calls=server))
    check(926, "ActiveInstances afterwards", scene.get(A, ADVERTISING, "ActiveInstances"))
    check(927, "an advertiser is heard after it was off", advertising.find(scene))
    advertising.stop(scene)
    check(928, "UnregisterAdvertisement", scene.after(lambda: advertising.unregister(scene), under=A, calls=server))
    advertising.forget(scene)
