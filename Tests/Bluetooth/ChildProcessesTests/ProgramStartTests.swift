import ChildProcesses
import Glibc
import Testing

@Suite struct ProgramStartTests {
  @Test func `a program reads and writes through its connection`() throws {
    let child = try ProgramStart(["cat"], in: .ownGroup).runConnected()
    let words = Array("one line\n".utf8)
    #expect(unsafe write(child.input, words, words.count) == words.count)
    close(child.input)
    #expect(Self.all(from: child.output) == "one line\n")
    #expect(Self.status(of: child.process) == 0)
  }

  @Test func `a program has the signals of a fresh process`() throws {
    // Those of 1 to 28 that are blocked and ignored: 32 is of glibc itself.
    let script = "sed -n 's/^Sig\\(Blk\\|Ign\\):.*\\(.\\{7\\}\\)$/\\1 \\2/p' /proc/self/status"
    var (mask, before) = (sigset_t(), sigset_t())
    unsafe sigfillset(&mask)
    unsafe pthread_sigmask(SIG_BLOCK, &mask, &before)
    let child = try ProgramStart(["sh", "-c", script], in: .ownSession).runConnected()
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    close(child.input)
    #expect(Self.all(from: child.output) == "Blk 0000000\nIgn 0000000\n")
    #expect(Self.status(of: child.process) == 0)
  }

  @Test func `what is not there is not started`() {
    #expect(throws: SystemFailure(number: ENOENT)) {
      try ProgramStart(["/nonexistent/program"], in: .ownGroup).runConnected()
    }
    #expect(SystemFailure(number: ENOENT).words == "No such file or directory")
  }

  @Test func `a daemon ends with its guardian`() throws {
    let script = "sleep 1000 & echo $!; exec 1>&-; read -r _; kill $!; wait $!"
    let daemon = try GuardedDaemon(script, "") { $0.contains("\n") }
    let process = try #require(pid_t(daemon.said.prefix { $0 != "\n" }))
    #expect(kill(process, 0) == 0)
    daemon.end()
    #expect(kill(process, 0) == -1)
  }

  @Test func `a daemon that says something else is no use`() {
    #expect(throws: GuardedDaemon.StartFailure.unready(said: "no\n")) {
      try GuardedDaemon("echo no", "") { $0.contains("yes") }
    }
  }

  private static func all(from descriptor: CInt) -> String {
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 256)
    while case let count = unsafe read(descriptor, &buffer, buffer.count), count > 0 {
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func status(of process: pid_t) -> CInt {
    var status: CInt = -1
    unsafe waitpid(process, &status, 0)
    return status
  }
}
