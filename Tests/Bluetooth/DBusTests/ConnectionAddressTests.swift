import DBus
import Testing

/// Addresses at which there is no bus.
@Suite struct ConnectionAddressTests {
  @Test(arguments: [
    "unixexec:path=/bin/touch,argv1=/tmp/tabletooth-started", "autolaunch:", "launchd:env=X", "x",
    "unix:path=/nonexistent;unixexec:path=/bin/true",
  ])
  func `an address by which a program would start is refused`(address: String) async {
    let name = "org.freedesktop.DBus.Error.BadAddress"
    let words = "a bus address begins with unix: or tcp:"
    await #expect(throws: BusError.unreachable(address: address, name: name, text: words)) {
      try await Connection.open(.address(address))
    }
  }

  @Test func `an address where nothing listens is an error`() async throws {
    let error = await #expect(throws: BusError.self) {
      try await Connection.open(.address("unix:path=/nonexistent/bus"))
    }
    guard case .unreachable(let address, _, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(address == "unix:path=/nonexistent/bus")
  }

  @Test(arguments: ["nonsense", "", "unix:path=", "a\0b"])
  func `an address that is none is an error`(address: String) async throws {
    await #expect(throws: BusError.self) { try await Connection.open(.address(address)) }
  }
}
