"""The adapter: properties, and how they are set."""

from __future__ import annotations

from client import PROPERTIES
from scene import A, ADAPTER, ADVERTISING, AGENTS, B, GATT, Scene, flag, text
from wire import Variant

ADAPTER_PROPERTIES = (
    "AddressType", "Name", "Alias", "Class", "Connectable", "Powered", "PowerState", "Discoverable", "DiscoverableTimeout",
    "Pairable", "PairableTimeout", "Discovering", "UUIDs", "Modalias", "Roles", "Manufacturer", "Version",
    "ExperimentalFeatures",
)
ADVERTISING_PROPERTIES = (
    "ActiveInstances", "SupportedInstances", "SupportedIncludes", "SupportedSecondaryChannels", "SupportedFeatures",
    "SupportedCapabilities",
)


def run(scene: Scene) -> None:
    """All checks of this section."""
    check, client = scene.check, scene.client
    found = scene.tree()
    check(1, "objects at the start", sorted(found))
    check(2, "interfaces of /org/bluez", sorted(found["/org/bluez"]))
    check(3, "interfaces of an adapter", sorted(found[A]))
    check(4, "properties of an adapter", sorted(found[A][ADAPTER]))
    for number, name in enumerate(ADAPTER_PROPERTIES, 5):
        check(number, f"Adapter1.{name}", scene.get(A, ADAPTER, name))
    for number, name in enumerate(ADVERTISING_PROPERTIES, 24):
        check(number, f"LEAdvertisingManager1.{name}", scene.get(A, ADVERTISING, name))
    refusals(scene)
    check(41, "properties of GattManager1", client.call(A, PROPERTIES, "GetAll", "s", GATT))
    check(42, "Alias is set", scene.after(lambda: scene.set(A, ADAPTER, "Alias", text("Ada"))))
    check(43, "Alias is set to the same", scene.after(lambda: scene.set(A, ADAPTER, "Alias", text("Ada"))))
    check(44, "Name beside an alias", scene.get(A, ADAPTER, "Name"))
    check(45, "Alias is emptied", scene.after(lambda: scene.set(A, ADAPTER, "Alias", text(""))))
    check(46, "PairableTimeout is set", scene.after(lambda: scene.set(A, ADAPTER, "PairableTimeout", Variant("u", 100))))
    check(47, "PairableTimeout is set back", scene.after(lambda: scene.set(A, ADAPTER, "PairableTimeout", Variant("u", 0))))
    check(48, "DiscoverableTimeout is set", scene.after(lambda: scene.set(A, ADAPTER, "DiscoverableTimeout", Variant("u", 0))))
    check(49, "DiscoverableTimeout is set back", scene.after(lambda: scene.set(A, ADAPTER, "DiscoverableTimeout", Variant("u", 180))))
    check(50, "Pairable is set", scene.after(lambda: scene.set(A, ADAPTER, "Pairable", flag(True))))
    check(51, "Pairable is set again", scene.after(lambda: scene.set(A, ADAPTER, "Pairable", flag(True))))
    check(52, "Pairable is unset", scene.after(lambda: scene.set(A, ADAPTER, "Pairable", flag(False))))
    check(53, "Powered is set while on", scene.after(lambda: scene.set(A, ADAPTER, "Powered", flag(True))))
    check(54, "Discoverable is set", scene.after(lambda: scene.set(A, ADAPTER, "Discoverable", flag(True))))
    check(55, "Discoverable is set again", scene.after(lambda: scene.set(A, ADAPTER, "Discoverable", flag(True))))
    check(56, "Discoverable is unset", scene.after(lambda: scene.set(A, ADAPTER, "Discoverable", flag(False))))
    agents(scene)


def refusals(scene: Scene) -> None:
    """What is not there, or cannot be done."""
    check, client = scene.check, scene.client
    check(30, "Get of no property", scene.get(A, ADAPTER, "Nothing"))
    check(31, "Get of no interface", scene.get(A, "org.bluez.Nothing1", "Name"))
    check(32, "GetAll of no interface", client.call(A, PROPERTIES, "GetAll", "s", "org.bluez.Nothing1"))
    check(33, "Set of no property", scene.set(A, ADAPTER, "Nothing", flag(True)))
    check(34, "Set of a property that is only read", scene.set(A, ADAPTER, "Address", text("x")))
    check(35, "Set with another type", scene.set(A, ADAPTER, "Powered", text("yes")))
    check(36, "call of no method", client.call(A, ADAPTER, "Nothing"))
    check(37, "call of no interface", client.call(A, "org.bluez.Nothing1", "Nothing"))
    check(38, "call of no object", client.call("/org/bluez/hci7", ADAPTER, "StartDiscovery"))
    check(39, "call with another signature", client.call(A, ADAPTER, "StartDiscovery", "s", "x"))
    check(40, "Get at no object", scene.get("/org/bluez/hci7", ADAPTER, "Name"))


def agents(scene: Scene) -> None:
    """Who answers questions about pairing."""
    check, client, other = scene.check, scene.client, scene.other
    manager = ("/org/bluez", AGENTS)
    check(60, "RequestDefaultAgent without an agent", client.call(*manager, "RequestDefaultAgent", "o", "/agent"))
    check(61, "UnregisterAgent without an agent", client.call(*manager, "UnregisterAgent", "o", "/agent"))
    check(62, "RegisterAgent that can do nonsense", client.call(*manager, "RegisterAgent", "os", "/agent", "Nonsense"))
    check(63, "RegisterAgent", scene.after(lambda: client.call(*manager, "RegisterAgent", "os", "/agent", "NoInputNoOutput")))
    check(64, "RegisterAgent again", client.call(*manager, "RegisterAgent", "os", "/agent", "NoInputNoOutput"))
    check(65, "RegisterAgent at another path", client.call(*manager, "RegisterAgent", "os", "/agent2", "NoInputNoOutput"))
    check(66, "RequestDefaultAgent at another path", client.call(*manager, "RequestDefaultAgent", "o", "/agent2"))
    check(67, "RequestDefaultAgent", client.call(*manager, "RequestDefaultAgent", "o", "/agent"))
    check(68, "RequestDefaultAgent again", client.call(*manager, "RequestDefaultAgent", "o", "/agent"))
    check(69, "RequestDefaultAgent by another program", other.call(*manager, "RequestDefaultAgent", "o", "/agent"))
    check(70, "UnregisterAgent by another program", other.call(*manager, "UnregisterAgent", "o", "/agent"))
    check(71, "RegisterAgent by another program", other.call(*manager, "RegisterAgent", "os", "/agent", "KeyboardDisplay"))
    check(72, "UnregisterAgent at another path", client.call(*manager, "UnregisterAgent", "o", "/agent2"))
    check(73, "UnregisterAgent", scene.after(lambda: client.call(*manager, "UnregisterAgent", "o", "/agent"), calls=client))
    check(74, "UnregisterAgent again", client.call(*manager, "UnregisterAgent", "o", "/agent"))
    check(75, "UnregisterAgent of the other program", other.call(*manager, "UnregisterAgent", "o", "/agent"))
    check(76, "RegisterAgent with an empty capability", client.call(*manager, "RegisterAgent", "os", "/agent", ""))
    client.call(*manager, "UnregisterAgent", "o", "/agent")
    check(77, "agents at an adapter", client.call(B, AGENTS, "RegisterAgent", "os", "/agent", ""))
