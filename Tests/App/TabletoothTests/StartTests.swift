import DBus
import Glibc
import Testing

/// What keeps a game from starting, as the one who typed the command sees it.
@Suite(.timeLimit(.minutes(1))) struct StartTests {
  static let nowhere = "unix:path=/nonexistent/bus"

  @Test(arguments: ["host", "join", "scan"])
  func `an adapter that is not there`(command: String) async throws {
    try await VirtualAir.run { air in
      let program = try air.start(command, "--adapter", "hci7")
      await expectEnd(of: program, code: 10, saying: "hci7")
    }
  }

  @Test(arguments: ["host", "join", "scan"])
  func `no bus, also where standard input is closed`(command: String) async throws {
    let folder = try TemporaryFolder()
    let program = try Program([command, "--bus", Self.nowhere], home: folder.path)
    program.endInput()
    await expectEnd(of: program, code: 10, saying: "there is no bus at \(Self.nowhere)")
  }

  @Test(arguments: ["host", "join", "scan"])
  func `no bluetoothd on the bus`(command: String) async throws {
    let folder = try TemporaryFolder()
    try await PrivateBus.run { bus in
      guard case .address(let address) = bus.address else { return }
      let program = try Program([command, "--bus", address], home: folder.path)
      await expectEnd(of: program, code: 10, saying: "bluetoothd is not running")
    }
  }

  @Test(arguments: [
    (SIGHUP, 129, "with its terminal. Run the same command"),
    (SIGINT, 130, "by control-C. Run the same command"),
    (SIGTERM, 143, "by a signal. Run the same command"),
  ])
  func `a signal ends the wait`(number: CInt, code: CInt, words: String) async throws {
    try await VirtualAir.run { air in
      let host = try await air.openTable()
      host.signal(number)
      await expectEnd(of: host, code: code, saying: words)
    }
  }
}
