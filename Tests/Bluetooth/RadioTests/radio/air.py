"""Virtual controllers in one air, each with as many LE links as it likes: `python3 -m radio.air COUNT`.

btvirt gives every LE link of a controller the same handle, so a host there has one guest at most. Bumble's controllers
do not, and need what is overridden here before Linux and bluetoothd are content with them.
"""

from __future__ import annotations

import asyncio
import sys

from bumble import hci, ll
from bumble.controller import Controller, LegacyAdvertiser
from bumble.link import LocalLink
from bumble.transport import open_transport

# The signal that every advertisement is said to have, in dBm.
STRENGTH = -50
# An advertising interval is told in this unit, in seconds.
INTERVAL_UNIT = 0.000625


class Air(LocalLink):
    """Carries data in the name of the address by which the link was made; Bumble takes the random one."""

    def send_acl_data(self, sender_controller, destination_address, transport, data):
        """Hands data to the controller at the other end of the link."""
        connection = sender_controller.le_connections.get(destination_address)
        receiver = self.find_le_controller(destination_address)
        if connection and receiver:
            asyncio.get_running_loop().call_soon(receiver.on_link_acl_data, connection.self_address, transport, data)


class Advertiser(LegacyAdvertiser):
    """Advertises in all ways, at the interval that it was told; Bumble knows one way, and reads milliseconds."""

    def send_advertising_data(self):
        if self.enabled:
            self.controller.send_advertising_pdu(
                ll.AdvInd(advertiser_address=self.address, data=self.advertising_data))

    def _on_timer_fired(self):
        self.send_advertising_data()
        pause = self.advertising_interval_min * INTERVAL_UNIT
        self.timer_handle = asyncio.get_running_loop().call_later(pause, self._on_timer_fired)


class Radio(Controller):
    """A controller with legacy advertising, public addresses and the 1M PHY, as btvirt's."""

    le_features = hci.LeFeatureMask.LE_ENCRYPTION | hci.LeFeatureMask.PERIPHERAL_INITIATED_FEATURE_EXCHANGE
    acl_data_packet_length = le_acl_data_packet_length = 251

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.le_legacy_advertiser = Advertiser(self)

    def on_advertising_pdu(self, pdu):
        """Tells of an advertisement and of its own scan response, and connects where that is wanted."""
        address = pdu.advertiser_address
        sender = self.link.find_le_controller(address)
        if not sender:
            return
        event = hci.HCI_LE_Advertising_Report_Event
        told = sender.le_legacy_advertiser
        # The ways to advertise have the same numbers as what is reported of them.
        kind = event.EventType(told.advertising_type)
        reports = [(kind, pdu.data)]
        if kind in (event.EventType.ADV_IND, event.EventType.ADV_SCAN_IND):
            reports.append((event.EventType.SCAN_RSP, bytes(told.scan_response_data or b"")))
        for kind_told, data in reports if self.le_scan_enable else []:
            report = event.Report(
                event_type=kind_told, address_type=address.address_type, address=address, data=data, rssi=STRENGTH)
            self.send_hci_packet(event([report]))
        wanted = self.pending_le_connection
        if kind == event.EventType.ADV_IND and wanted and wanted.peer_address == address:
            self.create_le_connection(address)


async def run(count: int) -> None:
    """Keeps `count` controllers up, with the addresses that btvirt's have."""
    air, kept = Air(), []
    for index in range(count):
        transport = await open_transport("vhci")
        kept.append((transport, Radio(
            f"C{index}", host_source=transport.source, host_sink=transport.sink, link=air,
            public_address=f"00:AA:01:{index:02X}:00:{index:02X}")))
        # Linux asks a new controller for all it can before the next one comes.
        await asyncio.sleep(0.5)
    await asyncio.get_running_loop().create_future()


if __name__ == "__main__":
    asyncio.run(run(int(sys.argv[1])))
