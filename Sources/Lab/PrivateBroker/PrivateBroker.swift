internal import ChildProcesses
public import Glibc
internal import Synchronization

/// A broker of one's own on a loopback port: a real `mosquitto` that lives as long as the test that
/// asked for it.
///
/// It needs `mosquitto`, which is in Debian's package of that name.
public final class PrivateBroker: Sendable {
  /// The port on 127.0.0.1, the same after each start.
  public let port: UInt16
  let folder: String
  private let broker = Mutex<GuardedDaemon?>(nil)

  /// The reason why no broker could be started.
  public struct StartFailure: Error, Hashable {
    /// The failure, for a person.
    public let text: String
  }

  /// Starts a broker that lets everybody in, runs `body`, and ends the broker.
  ///
  /// It also ends when this process does, however that happens.
  ///
  /// - Parameters:
  ///   - lines: What its file of settings says besides.
  ///   - isSecure: Whether it speaks TLS, with a certificate that it made for itself.
  ///   - body: What it is for.
  /// - Returns: What `body` returns.
  /// - Throws: ``StartFailure``, or what `body` throws.
  @discardableResult
  public static func run<Result>(
    _ lines: [String] = ["allow_anonymous true"],
    isSecure: Bool = false,
    _ body: (PrivateBroker) async throws -> Result
  ) async throws -> Result {
    let broker = try PrivateBroker(lines, isSecure)
    defer { broker.end() }
    return try await body(broker)
  }

  private init(_ lines: [String], _ isSecure: Bool) throws(StartFailure) {
    port = try Self.freePort()
    var template = Array("/tmp/private-broker.XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else {
      throw StartFailure(text: "no folder can be made in /tmp")
    }
    folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    var own = ["listener \(port) 127.0.0.1"]
    own += ["persistence false", "user root", "pid_file \(processFile)"]
    if isSecure {
      try makeCertificate()
      own += ["certfile \(certificate)", "keyfile \(folder)/key.pem"]
    }
    let text = (own + lines).joined(separator: "\n") + "\n"
    guard let stream = unsafe fopen(file, "w") else {
      throw StartFailure(text: "\(file) cannot be written")
    }
    unsafe fputs(text, stream)
    unsafe fclose(stream)
    try start()
  }

  private var file: String { "\(folder)/mosquitto.conf" }

  private var processFile: String { "\(folder)/mosquitto.pid" }

  /// The number of its process; nil while it does not run.
  public var process: pid_t? {
    guard let stream = unsafe fopen(processFile, "r") else { return nil }
    defer { unsafe fclose(stream) }
    var text = [CChar](repeating: 0, count: 16)
    guard unsafe fgets(&text, CInt(text.count), stream) != nil else { return nil }
    let number = unsafe atoi(text)
    return number > 0 ? number : nil
  }

  /// The certificate of a secure one, for localhost.
  public var certificate: String { "\(folder)/certificate.pem" }

  /// Starts it, if it does not run.
  public func start() throws(StartFailure) {
    try broker.withLock { broker throws(StartFailure) in
      if broker == nil { broker = try Self.guarded(file) }
    }
  }

  /// The script for the shell; mosquitto's messages come from standard output.
  private static let script = """
    mosquitto -c "$0" 2>&1 & broker=$!
    exec 1>&- 2>&-
    read -r _
    # One that keeps messages writes them at its end.
    if grep -q '^persistence true' "$0"; then kill "$broker"; else kill -9 "$broker"; fi
    wait "$broker"
    """

  private static func guarded(_ file: String) throws(StartFailure) -> GuardedDaemon {
    do throws(GuardedDaemon.StartFailure) {
      return try GuardedDaemon(script, file) { $0.contains("running") }
    } catch {
      switch error {
      case .system(let failure): throw StartFailure(text: "no shell is started: \(failure.words)")
      case .unready(let said): throw StartFailure(text: "mosquitto does not start: \(said)")
      }
    }
  }

  /// Makes `certificate.pem` and `key.pem` in its folder.
  private func makeCertificate() throws(StartFailure) {
    let command = """
      cd "$0" && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 \
        -subj /CN=localhost -addext subjectAltName=DNS:localhost \
        -keyout key.pem -out certificate.pem
      """
    var openssl = ProgramStart(["/bin/sh", "-c", command, folder], in: .ownSession)
    openssl.errors = .none
    var status: CInt = -1
    if let process = try? openssl.run() { unsafe waitpid(process, &status, 0) }
    guard status == 0 else {
      throw StartFailure(text: "openssl makes no certificate; is it installed?")
    }
  }

  /// Kills it.
  public func kill() {
    broker.withLock { $0.take() }?.end()
    unsafe unlink(processFile)
  }

  private func end() {
    kill()
    for name in ["mosquitto.conf", "mosquitto.pid", "certificate.pem", "key.pem"] {
      unsafe unlink("\(folder)/\(name)")
    }
    unsafe rmdir(folder)
  }

  /// A port that nobody has, below those that the kernel gives to who connects: one of these may be
  /// taken, even by somebody who tries to reach the broker, while that is killed.
  static func freePort() throws(StartFailure) -> UInt16 {
    for _ in 0..<100 {
      let port = UInt16.random(in: 20_000..<32_000)
      if isFree(port) { return port }
    }
    throw StartFailure(text: "no port is free")
  }

  private static func isFree(_ port: UInt16) -> Bool {
    let probe = socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(probe) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe bind(probe, pointer, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  /// A socket that listens at `port` on 127.0.0.1, or at one that is free for 0; nil if it cannot.
  static func listener(at port: UInt16) -> CInt? {
    let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    // Connections of who listened there before may not be quite over.
    var isShared: CInt = 1
    let optionSize = socklen_t(MemoryLayout<CInt>.size)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isShared, optionSize)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let isOpen = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe bind(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
          && listen(descriptor, 64) == 0
      }
    }
    if !isOpen { close(descriptor) }
    return isOpen ? descriptor : nil
  }

  /// The port of a socket.
  static func port(of descriptor: CInt) -> UInt16? {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isKnown = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe getsockname(descriptor, pointer, &size) == 0
      }
    }
    return isKnown ? UInt16(bigEndian: address.sin_port) : nil
  }
}
