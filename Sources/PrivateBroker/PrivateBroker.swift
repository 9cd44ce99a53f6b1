public import Glibc
internal import Synchronization

/// A broker of one's own on a loopback port: a real `mosquitto` that lives as long as the test that
/// asked for it.
///
/// It needs `mosquitto`, which is in Debian's package of that name.
public final class PrivateBroker: Sendable {
  /// The port on 127.0.0.1, the same after each start.
  public let port: UInt16
  private let folder: String
  private let broker = Mutex<Guardian?>(nil)

  /// Why no broker could be started.
  public struct StartFailure: Error, Hashable {
    /// What went wrong, for a person.
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
      try Guardian.makeCertificate(in: folder)
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
      if broker == nil { broker = try Guardian(file) }
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
  private static func freePort() throws(StartFailure) -> UInt16 {
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
}

/// The shell that guards a `mosquitto`: it kills it when its standard input ends, so also when this
/// process dies.
private struct Guardian: Sendable {
  private let process: pid_t
  private let lifeline: CInt

  /// What mosquitto says when it listens.
  private static let readiness = Array("running".utf8)

  private static let script = """
    mosquitto -c "$0" 1>&2 & broker=$!
    exec 1>&- 2>&-
    read -r _
    kill -9 "$broker"
    wait "$broker"
    """

  /// `POSIX_SPAWN_SETSID` of glibc's `spawn.h`, which is no POSIX and not shown to Swift.
  private static let newSession: CInt = 0x80

  /// How long the broker may take until it listens, in milliseconds.
  private static let startLimit: CInt = 10_000

  init(_ file: String) throws(PrivateBroker.StartFailure) {
    let (input, lifeline) = try Self.makePipe()
    let (log, output) = try Self.makePipe()
    defer { close(log) }
    let process = Self.spawn(["/bin/sh", "-c", Self.script, file], input, output)
    close(input)
    close(output)
    guard let process else {
      close(lifeline)
      throw PrivateBroker.StartFailure(text: "/bin/sh cannot be started")
    }
    self.process = process
    self.lifeline = lifeline
    let (isReady, said) = Self.waitUntilReady(log)
    guard isReady else {
      end()
      throw PrivateBroker.StartFailure(text: "mosquitto does not start: \(said)")
    }
  }

  /// Makes `certificate.pem` and `key.pem` in `folder`.
  static func makeCertificate(in folder: String) throws(PrivateBroker.StartFailure) {
    let command = """
      cd "$0" && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 \
        -subj /CN=localhost -addext subjectAltName=DNS:localhost \
        -keyout key.pem -out certificate.pem
      """
    let (input, other) = try makePipe()
    defer {
      close(input)
      close(other)
    }
    var status: CInt = -1
    if let process = spawn(["/bin/sh", "-c", command, folder], input, other) {
      unsafe waitpid(process, &status, 0)
    }
    guard status == 0 else {
      throw PrivateBroker.StartFailure(text: "openssl makes no certificate; is it installed?")
    }
  }

  func end() {
    close(lifeline)
    waitpid(process, nil, 0)
  }

  /// A pair of sockets, which unlike a pipe can be made close-on-exec in one step: children that
  /// start meanwhile do not inherit it.
  private static func makePipe() throws(PrivateBroker.StartFailure) -> (
    reading: CInt, writing: CInt
  ) {
    var ends: [CInt] = [-1, -1]
    let type = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else {
      throw PrivateBroker.StartFailure(text: "no pair of sockets can be made")
    }
    return (ends[0], ends[1])
  }

  private static func spawn(_ arguments: [String], _ input: CInt, _ log: CInt) -> pid_t? {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, log, 2)
    var words = unsafe arguments.map { unsafe strdup($0) } + [nil]
    defer {
      for index in unsafe words.indices { unsafe free(words[index]) }
    }
    // A thread of a dispatch queue blocks most signals, and a child would inherit that.
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

  /// Waits until the log says that the broker runs; else, what it says.
  private static func waitUntilReady(_ log: CInt) -> (Bool, String) {
    var said: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    var wait = pollfd(fd: log, events: Int16(POLLIN), revents: 0)
    while unsafe poll(&wait, 1, startLimit) == 1 {
      let count = unsafe read(log, &buffer, buffer.count)
      guard count > 0 else { break }
      said += buffer[..<count]
      if said.firstRange(of: readiness) != nil { return (true, "") }
    }
    return (false, String(decoding: said, as: UTF8.self))
  }
}
