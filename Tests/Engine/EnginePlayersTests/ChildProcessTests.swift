import Glibc
import Testing

@testable import EnginePlayers

/// Programs that an engine starts.
@Suite(.timeLimit(.minutes(1))) struct ChildProcessTests {
  /// The process that a program started and named, once the program was ended.
  private func orphan(of script: String) throws -> pid_t {
    var program = try ChildProcess(["/bin/sh", "-c", script], in: nil)
    let reading = program.readLine(until: .now + .seconds(30))
    guard case .line(let line) = reading else { throw Missing() }
    return try #require(pid_t(line))
  }

  private struct Missing: Error {}

  /// True if the process runs: one that was ended may wait for its parent.
  private func isRunning(_ process: pid_t) -> Bool {
    guard let file = unsafe fopen("/proc/\(process)/stat", "r") else { return false }
    defer { unsafe fclose(file) }
    var buffer = [CChar](repeating: 0, count: 512)
    guard unsafe fgets(&buffer, 512, file) != nil else { return false }
    let bytes = buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    let line = String(decoding: bytes, as: UTF8.self)
    return line.split(separator: ")").last?.split(separator: " ").first != "Z"
  }

  @Test(arguments: [
    "sleep 1000 & echo $!; read x",
    "setsid sleep 1000 & echo $!; read x",
    "(setsid sh -c 'sleep 1000 & echo $!') ; read x",
  ])
  func `what an engine has started ends with it, in whatever group it is`(script: String) throws {
    let process = try orphan(of: script)
    while isRunning(process) { sched_yield() }
  }

  @Test func `what an engine has started ends with it, also if the engine ended first`() throws {
    let process = try orphan(of: "setsid sleep 1000 & echo $!")
    while isRunning(process) { sched_yield() }
  }
}
