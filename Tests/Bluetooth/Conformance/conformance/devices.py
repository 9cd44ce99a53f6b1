"""Devices that are not connected: properties, and calls that need no link."""

from __future__ import annotations

import advertising
from scene import A, ADAPTER, B, DEVICE, Scene, flag, text, uuid
from wire import Variant

PROPERTIES = (
    "AddressType", "Name", "Alias", "Icon", "Class", "Appearance", "UUIDs", "Paired", "Bonded", "Connected", "Trusted",
    "Blocked", "WakeAllowed", "LegacyPairing", "CablePairing", "Modalias", "TxPower", "ManufacturerData", "ServiceData",
    "ServicesResolved", "AdvertisingFlags", "AdvertisingData", "Sets", "PreferredBearer", "Adapter",
)


def run(scene: Scene) -> None:
    """All checks of this section."""
    check, client, host = scene.check, scene.client, scene.host
    advertising.register(scene, advertising.PLAIN)
    client.call(B, ADAPTER, "SetDiscoveryFilter", "a{sv}", {"Transport": text("le")})
    advertising.find(scene)
    found = scene.tree().get(host, {})
    check(300, "interfaces of a device", sorted(found))
    check(301, "properties of a device that is heard", sorted(found.get(DEVICE, {})))
    check(302, "a device has been heard", "RSSI" in found.get(DEVICE, {}))
    for number, name in enumerate(PROPERTIES, 303):
        check(number, f"Device1.{name}", scene.get(host, DEVICE, name))
    check(330, "StopDiscovery after a device was heard", scene.after(lambda: client.call(B, ADAPTER, "StopDiscovery"), under=B))
    check(331, "RSSI after discovery", scene.get(host, DEVICE, "RSSI"))
    unconnected(scene)
    settings(scene)
    check(352, "RemoveDevice", scene.after(lambda: client.call(B, ADAPTER, "RemoveDevice", "o", host), under=B))
    check(353, "RemoveDevice again", client.call(B, ADAPTER, "RemoveDevice", "o", host))
    check(354, "call of a device that is gone", client.call(host, DEVICE, "Connect"))
    filters(scene)
    advertising.unregister(scene)
    client.call(B, ADAPTER, "SetDiscoveryFilter", "a{sv}", {})


def unconnected(scene: Scene) -> None:
    """Calls that need a link, without one."""
    check, client, host = scene.check, scene.client, scene.host
    check(332, "Disconnect without a link", scene.after(lambda: client.call(host, DEVICE, "Disconnect"), under=B))
    check(333, "CancelPairing without a pairing", client.call(host, DEVICE, "CancelPairing"))
    check(334, "DisconnectProfile without a link", client.call(host, DEVICE, "DisconnectProfile", "s", uuid(0)))
    check(335, "DisconnectProfile of nonsense", client.call(host, DEVICE, "DisconnectProfile", "s", "nonsense"))
    check(337, "objects below a device before a link", [path for path in sorted(scene.tree()) if path.startswith(host + "/")])
    check(338, "call of no method of a device", client.call(host, DEVICE, "Nothing"))


def settings(scene: Scene) -> None:
    """Properties that a program sets."""
    check, host = scene.check, scene.host

    def put(name: str, value: Variant) -> str:
        return scene.after(lambda: scene.set(host, DEVICE, name, value), under=B)

    check(340, "Trusted is set", put("Trusted", flag(True)))
    check(341, "Trusted is set again", put("Trusted", flag(True)))
    check(342, "Trusted is unset", put("Trusted", flag(False)))
    check(343, "Alias of a device is set", put("Alias", text("Ada")))
    check(344, "Name beside the alias of a device", scene.get(host, DEVICE, "Name"))
    check(345, "Alias of a device is emptied", put("Alias", text("")))
    check(346, "Blocked is set", put("Blocked", flag(True)))
    check(347, "Connect of a device that is blocked", scene.client.call(host, DEVICE, "Connect"))
    check(348, "Blocked is set again", put("Blocked", flag(True)))
    check(349, "Blocked is unset", put("Blocked", flag(False)))
    check(350, "Connected is set", put("Connected", flag(True)))
    check(351, "WakeAllowed is set", put("WakeAllowed", flag(True)))


def filters(scene: Scene) -> None:
    """Which devices a filter lets through."""
    rows: tuple[tuple[str, dict[str, Variant]], ...] = (
        ("an RSSI that none has", {"RSSI": Variant("n", 20), "Transport": text("le")}),
        ("Transport bredr", {"Transport": text("bredr")}),
    )
    for number, (name, options) in enumerate(rows, 358):
        scene.client.call(B, ADAPTER, "SetDiscoveryFilter", "a{sv}", options)
        found = advertising.find(scene, 4)
        scene.client.call(B, ADAPTER, "StopDiscovery")
        scene.check(number, f"a device is found with {name}", found)
        advertising.forget(scene)
