import BLETransport
import BlueZ
import DBus
import MatchProtocol
import Testing

/// Which failures a match that goes on waits out.
@Suite struct FailureTests {
  static let passing: [any TransportFailure] = [
    TransportError.noAdapter(name: nil), TransportError.adapterOff(name: "hci0"),
    TransportError.adapterBlocked(name: "hci0"), TransportError.notPeripheral(name: "hci0"),
    TransportError.notAdvertised(name: "hci0", .failed("")),
    TransportError.notScanning(name: "hci0", nil),
    TransportError.notConnected, TransportError.bluetooth(.notRunning),
    TransportError.bluetooth(.failed("")), BlueZError.notRunning, BlueZError.gone,
    BlueZError.noSuchAdapter(""), BlueZError.blocked(""), BlueZError.notReady(""),
    BlueZError.timedOut(.seconds(25)),
    BlueZError.bus(.unreachable(address: "unix:", name: "", text: "")),
  ]

  static let lasting: [any TransportFailure] = [
    TransportError.packetTooLong(509, maximum: 508),
    TransportError.bluetooth(.accessDenied("no")), BlueZError.accessDenied("no"),
  ]

  @Test(arguments: passing.indices)
  func `what is missing on this computer may be there soon`(index: Int) {
    #expect(Self.passing[index].mayPass)
  }

  @Test(arguments: lasting.indices)
  func `what somebody has to change does not pass by itself`(index: Int) {
    #expect(!Self.lasting[index].mayPass)
  }
}
