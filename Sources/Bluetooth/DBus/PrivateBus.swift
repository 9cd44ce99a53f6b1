internal import ChildProcesses
internal import Glibc
internal import Synchronization

/// A message bus of one's own: a real `dbus-daemon` that lives as long as the code that asked for
/// it.
///
/// For tests, and for programs that bring both ends of a conversation. It needs `dbus-daemon` on
/// the search path, which is in Debian's package `dbus-daemon`.
public final class PrivateBus: Sendable {
  /// The address of the bus.
  public let address: BusAddress
  private let guardian: Mutex<GuardedDaemon?>
  private let directory: String

  /// The reason why no bus could be started.
  public struct StartFailure: Error, Hashable {
    /// The failure, for a person.
    public let text: String
  }

  /// The policy of the bus.
  public enum Policy: Hashable, Sendable {
    /// Everything, as on a session bus.
    case open
    /// The policy of these elements of a `busconfig` file.
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
      let daemon = try Self.start(file)
      guardian = Mutex(daemon)
      address = .address(String(daemon.said.prefix { $0 != "\n" }))
    } catch {
      Self.removeDirectory(directory)
      throw error
    }
  }

  /// The shell's script: it takes the folder away, too.
  ///
  /// What the shell itself says, such as that there is no such daemon, is for nobody.
  private static let script = """
    exec 2>/dev/null
    dbus-daemon --nofork --nopidfile --print-address=1 --config-file="$0" & daemon=$!
    exec 1>&-
    read -r _
    kill "$daemon"
    wait "$daemon"
    rm -rf "${0%/*}"
    """

  /// A `dbus-daemon` with the configuration in `file`, which has said where it listens.
  private static func start(_ file: String) throws(StartFailure) -> GuardedDaemon {
    do throws(GuardedDaemon.StartFailure) {
      return try GuardedDaemon(script, file) { $0.contains("\n") }
    } catch {
      switch error {
      case .system(let failure): throw StartFailure(text: "no shell is started: \(failure.words)")
      case .unready: throw StartFailure(text: "dbus-daemon does not start, or is not installed")
      }
    }
  }

  deinit { stop() }

  /// Ends the bus now, as a crash of it would; later calls do nothing.
  public func stop() {
    guard let daemon = guardian.withLock({ $0.take() }) else { return }
    daemon.end()
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
