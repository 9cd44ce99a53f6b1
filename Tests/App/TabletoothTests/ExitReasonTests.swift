import BLETransport
import BlueZ
import BoardUI
import BrokerTransport
import DBus
import DoctorText
import MQTT
import MatchProtocol
import MatchStore
import Phrases
import Testing

@testable import tabletooth

/// The exit code and the line of each error of a library, for those that take long to happen.
@Suite struct ExitReasonTests {
  private static func broker(_ error: MQTTError) -> BrokerError {
    .broker(BrokerAddress(.plain, host: "club", port: 1_883), error)
  }

  static let causes: [(any Error, Int32, String)] = [
    (TransportError.noAdapter(name: "hci7"), 10, "hci7"),
    (TransportError.adapterOff(name: "hci0"), 10, "cannot be switched on"),
    (TransportError.adapterBlocked(name: "hci0"), 10, "rfkill"),
    (TransportError.notPeripheral(name: "hci0"), 10, "cannot host"),
    (
      TransportError.notAdvertised(name: "hci0", .failed("Failed to register advertisement")), 10,
      "refuses to open a table on hci0 (Failed to register advertisement)"
    ),
    (
      TransportError.notScanning(name: "hci0", .failed("Input/output error")), 10,
      "hci0 does not search for tables (Input/output error)"
    ),
    (TransportError.notScanning(name: "hci0", nil), 10, "systemctl restart bluetooth"),
    (TransportError.tableOpen(name: "hci0"), 22, "--adapter hci1"),
    (TransportError.noFreeAdvertisement(name: "hci0"), 10, "use all advertising slots"),
    (TransportError.bluetooth(.notRunning), 10, "bluetoothd is not running"),
    (TransportError.bluetooth(.gone), 10, "bluetoothd is no longer running"),
    (TransportError.bluetooth(.accessDenied("no")), 10, "dbus-policy"),
    (TransportError.bluetooth(.objectGone("no method")), 10, "no Bluetooth adapter"),
    (BlueZError.blocked(""), 10, "rfkill"),
    (
      StoreError.noLocks(path: "/d"), 41,
      "/d has no locks; network file systems may lack them. Set XDG_DATA_HOME"
    ),
    (
      StoreError.database(.readOnly, path: "/d/tabletooth.db", words: "SQLite error 8"), 41,
      "/d/tabletooth.db: nothing can be written to it, or beside it. Make sure that"
    ),
    (
      BusError.unreachable(address: "unix:", name: "", text: ""), 10, "there is no bus at unix:"
    ),
    (
      BusError.unreachable(address: "unix:path=/run/dbus/system_bus_socket", name: "", text: ""),
      10, "sudo systemctl start dbus"
    ),
    (BusError.disconnected, 27, "has stopped"),
    (
      BluetoothAccess.closed(toNamespace: true), 10,
      "runs in a user namespace (a container or a sandbox). Run it outside"
    ),
    (BluetoothAccess.closed(toNamespace: false), 10, "Install dbus-policy/tabletooth.conf"),
    (
      ExitReason.nobodyThere(after: .seconds(120), isNearby: true), 20,
      "for 120 seconds. Check that tabletooth host is still running there, and within range"
    ),
    (BrokerError.nobodyThere(after: .seconds(10)), 20, "each table has its own code"),
    (broker(.unreachable(words: "")), 27, "could not connect to mqtt://club. Check"),
    (broker(.lost(words: "reset")), 27, "could not connect to mqtt://club: reset. Check"),
    (broker(.notAuthorized), 32, "password, or its limit is reached. Add a name and a password"),
    (broker(.forbidden(topic: "")), 32, "forbids the topics for tables. Ask its operator"),
    (broker(.otherVersion), 23, "does not speak MQTT 3.1.1"),
    (broker(.insecure(words: "expired")), 32, "is not trusted: expired. Check its name"),
    (NoBrokerSet(path: "/s.toml"), 64, "/s.toml: found online = \"always\" and no broker"),
    (BusError.remote(name: BusError.Name.accessDenied, text: ""), 10, "dbus-policy"),
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

  @Test(arguments: [
    (Language.english, 29, "the code has 29 of 30 letters"),
    (.english, 31, "the code is too long: it has 31 letters instead of 30"),
    (.chinese, 29, "代码应有 30 个字母，只有 29 个"),
    (.chinese, 31, "代码太长：有 31 个字母，而代码只有 30 个"),
  ])
  func `a code of another length is told to be too short or too long`(
    language: Language,
    count: Int,
    words: String
  ) {
    Language.$ofTask.withValue(language) {
      #expect(ExitReason(TableCode.Broken.length(count)).failure?.happened == words)
    }
  }

  @Test func `who has a code of another version is told to install that`() {
    let advice = ExitReason(TableCode.Broken.version("3")).failure?.advice
    #expect(advice == "install the same version of tabletooth on both computers")
  }
}
