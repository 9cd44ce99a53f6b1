internal import Glibc
internal import Synchronization

/// A message bus of one's own: a real `dbus-daemon` that lives as long as the code that asked for
/// it.
///
/// For tests, and for programs that bring both ends of a conversation. It needs `dbus-daemon` on
/// the search path, which is in Debian's package `dbus-daemon`.
public final class PrivateBus: Sendable {
  /// Where the bus listens.
  public let address: BusAddress
  private let guardian: Mutex<ChildProcess?>
  private let directory: String

  /// Why no bus could be started.
  public struct StartFailure: Error, Hashable {
    /// What went wrong, for a person.
    public let text: String
  }

  /// What anybody on the bus may do.
  public enum Policy: Hashable, Sendable {
    /// Everything, as on a session bus.
    case open
    /// What these elements of a `busconfig` file allow.
    case custom(String)

    var elements: String {
      switch self {
      case .open:
        """
        <policy context="default">
          <allow user="*"/>
          <allow own="*"/>
          <allow send_destination="*"/>
          <allow receive_sender="*"/>
        </policy>
        """
      case .custom(let elements):
        elements
      }
    }
  }

  /// Starts a bus, runs `body`, and ends the bus.
  ///
  /// The bus also ends when this process does, however that happens.
  public static func run<Result>(
    policy: Policy = .open,
    _ body: (PrivateBus) async throws -> Result
  ) async throws -> Result {
    let bus = try PrivateBus(policy: policy)
    defer { bus.stop() }
    return try await body(bus)
  }

  private init(policy: Policy) throws(StartFailure) {
    directory = try Self.makeDirectory()
    let file = "\(directory)/bus.conf"
    do throws(StartFailure) {
      try Self.write(Self.configuration(policy, in: directory), to: file)
      let child = try ChildProcess(configuration: file)
      guardian = Mutex(child)
      address = .address(child.firstLine)
    } catch {
      Self.removeDirectory(directory)
      throw error
    }
  }

  deinit { stop() }

  /// Ends the bus now, as a crash of it would; later calls do nothing.
  public func stop() {
    guard let child = guardian.withLock({ $0.take() }) else { return }
    child.end()
    Self.removeDirectory(directory)
  }

  private static func configuration(_ policy: Policy, in directory: String) -> String {
    """
    <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
     "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
    <busconfig>
      <listen>unix:path=\(directory)/bus</listen>
      <auth>EXTERNAL</auth>
      \(policy.elements)
    </busconfig>
    """
  }

  private static func makeDirectory() throws(StartFailure) -> String {
    var template = Array("/tmp/private-bus.XXXXXX".utf8CString)
    let name = unsafe template.withUnsafeMutableBufferPointer { buffer -> String? in
      guard let base = buffer.baseAddress, let made = unsafe mkdtemp(base) else { return nil }
      return unsafe String(cString: made)
    }
    guard let name else { throw StartFailure(text: "no folder can be made in /tmp") }
    return name
  }

  private static func write(_ text: String, to file: String) throws(StartFailure) {
    guard let stream = unsafe fopen(file, "w") else {
      throw StartFailure(text: "\(file) cannot be written")
    }
    unsafe fputs(text, stream)
    unsafe fclose(stream)
  }

  private static func removeDirectory(_ directory: String) {
    unsafe unlink("\(directory)/bus")
    unsafe unlink("\(directory)/bus.conf")
    unsafe rmdir(directory)
  }
}

/// The shell that guards a `dbus-daemon`: it ends the daemon when its standard input does, so also
/// when this process dies, and takes the folder away.
///
/// It has a session of its own: what a terminal sends to all that was started there, such as SIGINT
/// for control-C, would end the shell before the daemon.
private struct ChildProcess: Sendable {
  let firstLine: String
  private let process: pid_t
  private let lifeline: CInt

  private static let script = """
    dbus-daemon --nofork --nopidfile --print-address=1 --config-file="$0" 2>/dev/null & daemon=$!
    exec 1>&-
    read -r _
    kill "$daemon"
    wait "$daemon"
    rm -f "$0" "${0%/*}/bus"
    rmdir "${0%/*}" 2>/dev/null
    """

  /// `POSIX_SPAWN_SETSID` of glibc's `spawn.h`, which is no POSIX and not shown to Swift.
  private static let newSession: CInt = 0x80

  /// How long the daemon may take to say where it listens, in milliseconds.
  private static let startLimit: CInt = 10_000

  init(configuration: String) throws(PrivateBus.StartFailure) {
    let (input, lifeline) = try Self.makePipe()
    let (answers, output) = try Self.makePipe()
    defer { close(answers) }
    let process = Self.spawn(["/bin/sh", "-c", Self.script, configuration], input, output)
    close(input)
    close(output)
    guard let process else {
      close(lifeline)
      throw PrivateBus.StartFailure(text: "/bin/sh cannot be started")
    }
    guard let line = Self.readLine(answers) else {
      close(lifeline)
      waitpid(process, nil, 0)
      throw PrivateBus.StartFailure(text: "dbus-daemon does not start; is it installed?")
    }
    firstLine = line
    self.process = process
    self.lifeline = lifeline
  }

  func end() {
    close(lifeline)
    waitpid(process, nil, 0)
  }

  /// A pair of sockets, which unlike a pipe can be made close-on-exec in one step: children that
  /// start meanwhile do not inherit it.
  private static func makePipe() throws(PrivateBus.StartFailure) -> (reading: CInt, writing: CInt) {
    var ends: [CInt] = [-1, -1]
    let type = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else {
      throw PrivateBus.StartFailure(text: "no pair of sockets can be made")
    }
    return (ends[0], ends[1])
  }

  private static func spawn(_ arguments: [String], _ input: CInt, _ output: CInt) -> pid_t? {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
    var words = unsafe arguments.map { unsafe strdup($0) } + [nil]
    defer {
      for index in unsafe words.indices { unsafe free(words[index]) }
    }
    // A thread of a dispatch queue blocks most signals, and a child would inherit that: it could
    // not be ended.
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    let flags = CInt(POSIX_SPAWN_SETSIGMASK) | newSession
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    var process: pid_t = 0
    let status = unsafe posix_spawn(&process, arguments[0], &actions, &attributes, &words, environ)
    return status == 0 ? process : nil
  }

  /// The first line that comes through `descriptor`, without its end.
  private static func readLine(_ descriptor: CInt) -> String? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while unsafe poll(&wait, 1, startLimit) == 1, unsafe read(descriptor, &byte, 1) == 1 {
      if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
    return nil
  }
}
