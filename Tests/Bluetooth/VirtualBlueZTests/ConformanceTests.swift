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

  @Test func `the answers are those of 5_82, but for the listed ones`() async throws {
    try await PrivateBus.run { bus in
      guard case .address(let address) = bus.address else { return }
      let air = try await VirtualBlueZ.start(on: bus.address)
      let script = try ProgramStart(
        [
          "python3", Self.folder + "/conformance", "--address", address,
          "--record", Self.folder + "/records/5.82.tsv", "--differs", Self.folder + "/differs.tsv",
        ],
        in: .ownGroup
      ).runConnected()
      close(script.input)
      let (report, status) = await Self.end(of: script)
      await air.stop()
      #expect(status == 0, "\(report)")
    }
  }

  /// What the script printed until it ended, and its exit status.
  private static func end(of script: ConnectedProgram) async -> (String, CInt) {
    let (output, process) = (script.output, script.process)
    // It ends only if the air is served meanwhile, by the threads that Swift's tasks have.
    return await withCheckedContinuation { waiter in
      DispatchQueue.global().async {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while case let count = unsafe read(output, &buffer, buffer.count), count > 0 {
          bytes += buffer[..<count]
        }
        close(output)
        var status: CInt = 0
        unsafe waitpid(process, &status, 0)
        waiter.resume(returning: (String(decoding: bytes, as: UTF8.self), status))
      }
    }
  }
}
