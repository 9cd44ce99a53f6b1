"""Discovery: who may begin and end it, and its filters."""

from __future__ import annotations

from scene import ADAPTER, B, Scene, flag, text, texts, uuid
from wire import Variant

FILTERS: tuple[tuple[str, dict[str, Variant]], ...] = (
    ("nothing", {}),
    ("Transport le", {"Transport": text("le")}),
    ("Transport bredr", {"Transport": text("bredr")}),
    ("Transport auto", {"Transport": text("auto")}),
    ("Transport nonsense", {"Transport": text("nonsense")}),
    ("Transport of another type", {"Transport": flag(True)}),
    ("RSSI -80", {"RSSI": Variant("n", -80)}),
    ("RSSI -127", {"RSSI": Variant("n", -127)}),
    ("RSSI -128", {"RSSI": Variant("n", -128)}),
    ("RSSI 20", {"RSSI": Variant("n", 20)}),
    ("RSSI 21", {"RSSI": Variant("n", 21)}),
    ("RSSI of another type", {"RSSI": Variant("i", -80)}),
    ("Pathloss 20", {"Pathloss": Variant("q", 20)}),
    ("Pathloss 138", {"Pathloss": Variant("q", 138)}),
    ("RSSI and Pathloss", {"RSSI": Variant("n", -80), "Pathloss": Variant("q", 20)}),
    ("UUIDs", {"UUIDs": texts(uuid(0))}),
    ("UUIDs of 16 bits", {"UUIDs": texts("180d")}),
    ("UUIDs nonsense", {"UUIDs": texts("nonsense")}),
    ("UUIDs of another type", {"UUIDs": text("180d")}),
    ("DuplicateData", {"DuplicateData": flag(True)}),
    ("DuplicateData of another type", {"DuplicateData": text("yes")}),
    ("Discoverable", {"Discoverable": flag(True)}),
    ("Pattern", {"Pattern": text("Ada")}),
    ("Pattern of another type", {"Pattern": flag(True)}),
    ("AutoConnect", {"AutoConnect": flag(True)}),
    ("an unknown key", {"Nothing": flag(True)}),
)


def run(scene: Scene) -> None:
    """All checks of this section."""
    check, client, other = scene.check, scene.client, scene.other

    def discovery(member: str, by: object = None) -> object:
        return (by or client).call(B, ADAPTER, member)

    check(100, "GetDiscoveryFilters", discovery("GetDiscoveryFilters"))
    check(101, "StopDiscovery that was not started", discovery("StopDiscovery"))
    for number, (name, options) in enumerate(FILTERS, 102):
        check(number, f"SetDiscoveryFilter, {name}", client.call(B, ADAPTER, "SetDiscoveryFilter", "a{sv}", options))
    client.call(B, ADAPTER, "SetDiscoveryFilter", "a{sv}", {})
    check(130, "StartDiscovery", scene.after(lambda: discovery("StartDiscovery"), under=B))
    check(131, "Discovering", scene.get(B, ADAPTER, "Discovering"))
    check(132, "StartDiscovery again", scene.after(lambda: discovery("StartDiscovery"), under=B))
    check(133, "SetDiscoveryFilter meanwhile", client.call(B, ADAPTER, "SetDiscoveryFilter", "a{sv}", {"Transport": text("le")}))
    check(134, "StopDiscovery by another program", discovery("StopDiscovery", other))
    check(135, "StartDiscovery by another program", scene.after(lambda: discovery("StartDiscovery", other), other, under=B))
    check(136, "StopDiscovery of the first", scene.after(lambda: discovery("StopDiscovery"), under=B))
    check(137, "Discovering for the other", scene.get(B, ADAPTER, "Discovering"))
    check(138, "StopDiscovery of the last", scene.after(lambda: discovery("StopDiscovery", other), other, under=B))
    check(139, "StopDiscovery again", discovery("StopDiscovery", other))
    third = scene.newcomer()
    third.call(B, ADAPTER, "StartDiscovery")
    scene.settle()
    check(140, "a program that discovers leaves", scene.after(third.leave, under=B, until=scene.has_heard))
    check(141, "RemoveDevice of none", client.call(B, ADAPTER, "RemoveDevice", "o", B + "/dev_00_00_00_00_00_01"))
    check(142, "RemoveDevice of an adapter", client.call(B, ADAPTER, "RemoveDevice", "o", B))
    check(143, "ConnectDevice", client.call(B, ADAPTER, "ConnectDevice", "a{sv}", {}))
