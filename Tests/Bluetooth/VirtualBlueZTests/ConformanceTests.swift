import ChildProcesses
import DBus
import Dispatch
import Glibc
import Testing
import VirtualBlueZ

/// The virtual air gives the answers that a real bluetoothd gave.
@Suite struct ConformanceTests {
  private static let folder =
    "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/Conformance"

  @Test(arguments: Behaviour.Release.allCases)
  func `the answers are those of each release, but for the listed ones`(
    release: Behaviour.Release
  ) async throws {
    try await PrivateBus.run { bus in
      guard case .address(let address) = bus.address else { return }
      let air = try await VirtualBlueZ.start(
        on: bus.address,
        behaviour: .with { $0.release = release }
      )
      let script = try ProgramStart(
        [
          "python3", Self.folder + "/conformance", "--address", address,
          "--record", "\(Self.folder)/records/\(release.rawValue).tsv",
          "--differs", "\(Self.folder)/differs/\(release.rawValue).tsv",
        ],
        in: .ownGroup
      ).runConnected()
      let (report, status) = try await Self.follow(script, air)
      await air.stop()
      #expect(status == 0, "\(report)")
    }
  }

  /// What the script prints until it ends, and its exit status; bluetoothd is started again when
  /// the script asks for it.
  private static func follow(
    _ script: ConnectedProgram,
    _ air: VirtualBlueZ
  ) async throws -> (String, CInt) {
    let (output, input, process) = (script.output, script.input, script.process)
    let (pieces, piece) = AsyncStream.makeStream(of: String.self)
    // It goes on only if the air is served meanwhile, by the threads that Swift's tasks have.
    DispatchQueue.global().async {
      var buffer = [UInt8](repeating: 0, count: 4_096)
      while case let count = unsafe read(output, &buffer, buffer.count), count > 0 {
        piece.yield(String(decoding: buffer[..<count], as: UTF8.self))
      }
      piece.finish()
    }
    var report = ""
    for await piece in pieces {
      report += piece
      guard piece.contains("~restart") else { continue }
      try await air.restart()
      _ = unsafe write(input, "\n", 1)
    }
    close(input)
    close(output)
    var status: CInt = 0
    unsafe waitpid(process, &status, 0)
    return (report, status)
  }
}
