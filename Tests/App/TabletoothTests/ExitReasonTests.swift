import BLETransport
import BlueZ
import BoardUI
import DBus
import MatchProtocol
import MatchStore
import Testing

@testable import tabletooth

/// Which code an error of the transport ends with, for those that take long to happen.
@Suite struct ExitReasonTests {
  static let causes: [(any Error, Int32, String)] = [
    (
      TransportError.notFound(HostQuery("00:11:22:33:44:55"), heard: []), 20,
      "called 00:11:22:33:44:55"
    ),
    (TransportError.notFound(.any, heard: []), 20, "no open table"),
    (TransportError.noAdapter(name: "hci7"), 10, "hci7"),
    (TransportError.adapterOff(name: "hci0"), 11, "cannot be switched on"),
    (TransportError.adapterBlocked(name: "hci0"), 12, "rfkill"),
    (TransportError.notPeripheral(name: "hci0"), 15, "cannot host"),
    (TransportError.tableOpen(name: "hci0"), 18, "--adapter hci1"),
    (TransportError.noFreeAdvertisement(name: "hci0"), 18, "other programs use all places"),
    (TransportError.bluetooth(.notRunning), 13, "bluetoothd is not running"),
    (TransportError.bluetooth(.gone), 13, "bluetoothd was running and is gone"),
    (TransportError.bluetooth(.accessDenied("no")), 14, "dbus-policy"),
    (TransportError.bluetooth(.objectGone("no method")), 10, "no Bluetooth adapter"),
    (BlueZError.blocked(""), 12, "rfkill"),
    (
      StoreError.database(.readOnly, path: "/d/tabletooth.db", words: "SQLite error 8"), 41,
      "/d/tabletooth.db: nothing can be written to it, or beside it; see to it that"
    ),
    (
      BusError.unreachable(address: "unix:", name: "", text: ""), 13, "there is no bus at unix:"
    ),
    (
      BusError.unreachable(address: "unix:path=/run/dbus/system_bus_socket", name: "", text: ""),
      13, "sudo systemctl start dbus"
    ),
    (BusError.disconnected, 27, "has stopped"),
    (
      ExitReason.network(.nobodyThere(after: .seconds(120), isNearby: true)), 75,
      "for 120 seconds; see whether tabletooth host still runs there, and is near enough"
    ),
    (BusError.remote(name: BusError.Name.accessDenied, text: ""), 14, "dbus-policy"),
  ]

  @Test(arguments: causes.indices)
  func `each error has its code and a line`(index: Int) {
    let (error, code, words) = Self.causes[index]
    let reason = ExitReason(error)
    #expect(reason.code == code)
    #expect(reason.line?.contains(words) == true, "\(reason.line ?? "no line")")
  }

  @Test(arguments: [
    (BlueZError.failed("le-connection-abort-by-local"), "le-connection-abort-by-local"),
    (.timedOut(.seconds(30)), "no answer for 30 seconds"), (.failed(""), "failed"),
    (.cancelled, "interrupted"),
  ])
  func `bluetoothd's own words are told`(error: BlueZError, words: String) {
    #expect(error.words.contains(words))
  }
}
