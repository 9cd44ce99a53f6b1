import ChildProcesses
import DBus
import Glibc
import Synchronization

/// Computers on one network, each with a bus and a real `avahi-daemon` of its own.
///
/// They are network namespaces of Linux on one bridge, in namespaces of a shell that takes them all
/// with it. They need the rights of root and Debian's packages `avahi-daemon` and `iproute2`;
/// without them ``run(_:settings:_:)`` throws, and the test fails.
final class LocalNetwork: Sendable {
  /// The reason why there is no network, or a command on it failed.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// A computer on a network.
  struct Computer: Sendable {
    let number: Int
    let bus: BusAddress
    fileprivate let network: LocalNetwork

    /// Starts its avahi-daemon, and waits until it works.
    func start() throws {
      try network.start(self)
      try network.wait(for: self)
    }

    /// Kills its avahi-daemon, which cannot say goodbye.
    func kill() throws { try network.tell("kill -9 $avahi\(number); wait $avahi\(number)", 137) }

    /// Pulls the cable out.
    func unplug() throws { try network.tell("ip -n c\(number) link set eth0 down") }

    /// Puts the cable in again.
    func plug() throws { try network.tell("ip -n c\(number) link set eth0 up") }

    /// What its avahi-daemon says.
    fileprivate var log: String { "\(network.folder)/avahi\(number).log" }
  }

  private let shell: ConnectedProgram
  private let folder: String
  /// One command at a time.
  private let turn = Mutex(())

  /// Runs `body` with `count` computers whose avahi-daemons run, and ends them all.
  ///
  /// - Parameters:
  ///   - count: The number of computers, called `computer1` and so on.
  ///   - settings: The lines of the section `publish` of their avahi-daemons' settings.
  ///   - body: Uses them.
  /// - Throws: ``Failure``, or what `body` throws.
  static func run(
    _ count: Int,
    settings: [String] = [],
    _ body: ([Computer]) async throws -> Void
  ) async throws {
    let network = try LocalNetwork()
    defer { network.end() }
    try network.tell(
      """
      mount -t tmpfs tmpfs /run && mkdir /run/avahi-daemon && ip link set lo up &&
      ip link add bridge type bridge mcast_snooping 0 && ip link set bridge up
      """
    )
    try await network.add([], of: count, settings, body)
  }

  /// Adds computers until there are `count`.
  private func add(
    _ computers: [Computer],
    of count: Int,
    _ settings: [String],
    _ body: ([Computer]) async throws -> Void
  ) async throws {
    guard computers.count < count else {
      for computer in computers { try wait(for: computer) }
      return try await body(computers)
    }
    try await PrivateBus.run { bus in
      let computer = Computer(number: computers.count + 1, bus: bus.address, network: self)
      try connect(computer, settings)
      try await add(computers + [computer], of: count, settings, body)
    }
  }

  private func connect(_ computer: Computer, _ settings: [String]) throws {
    let (number, file) = (computer.number, "\(folder)/avahi\(computer.number).conf")
    let lines =
      ["[server]", "host-name=computer\(number)", "[publish]"] + settings
      + ["[wide-area]", "enable-wide-area=no"]
    try tell(
      """
      printf '%s\\n' \(lines.map { "'\($0)'" }.joined(separator: " ")) > \(file) &&
      ip netns add c\(number) &&
      ip link add v\(number) type veth peer name eth0 netns c\(number) &&
      ip link set v\(number) master bridge up &&
      ip netns exec c\(number) sh -c 'for file in /proc/sys/net/ipv6/conf/*/accept_dad
        do echo 0 > $file; done' &&
      ip -n c\(number) addr add 10.77.0.\(number)/24 dev eth0 && ip -n c\(number) link set lo up 
      ip -n c\(number) link set eth0 up
      """
    )
    try start(computer)
  }

  private func start(_ computer: Computer) throws {
    guard case .address(let bus) = computer.bus else { return }
    let number = computer.number
    try tell(
      """
      : > \(computer.log)
      DBUS_SYSTEM_BUS_ADDRESS='\(bus)' ip netns exec c\(number) sh -c '
        mount -t tmpfs tmpfs /run/avahi-daemon && exec avahi-daemon --no-drop-root --no-chroot \
          --no-rlimits --file=\(folder)/avahi\(number).conf' > \(computer.log) 2>&1 & avahi\(number)=$!
      """
    )
  }

  /// Waits until an avahi-daemon has made sure of its host name.
  private func wait(for computer: Computer) throws {
    try tell(
      """
      i=0; until grep -q 'Server startup' \(computer.log) || [ $i -eq 50 ]
      do sleep 0.1; i=$((i + 1)); done; grep -q 'Server startup' \(computer.log) || { cat \(computer.log); false; }
      """
    )
  }

  // MARK: The shell

  private init() throws {
    var template = Array("/tmp/local-network.XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else {
      throw Failure(description: "no folder can be made in /tmp")
    }
    folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    let words = ["--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc", "/bin/sh"]
    var start = ProgramStart(["unshare"] + words, in: .ownSession)
    start.errors = .same
    shell = try start.runConnected()
    try tell("exec 2>&1")
  }

  /// Lets the shell run `command`, and waits until it has.
  private func tell(_ command: String, _ wanted: Int = 0) throws {
    let output = try turn.withLock { _ in
      let line = Array("\(command)\necho \"@done $?\"\n".utf8)
      guard unsafe write(shell.input, line, line.count) == line.count else {
        throw Failure(description: "no namespaces can be made: this test needs the rights of root")
      }
      return try readAnswer()
    }
    guard output.hasSuffix("@done \(wanted)\n") else {
      throw Failure(description: "\(command): \(output)")
    }
  }

  private func readAnswer() throws -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    var wait = pollfd(fd: shell.output, events: Int16(POLLIN), revents: 0)
    while unsafe poll(&wait, 1, 10_000) == 1 {
      let count = unsafe read(shell.output, &buffer, buffer.count)
      guard count > 0 else { break }
      bytes += buffer[..<count]
      let text = String(decoding: bytes, as: UTF8.self)
      if text.contains("@done "), text.hasSuffix("\n") { return text }
    }
    let said = String(decoding: bytes, as: UTF8.self)
    throw Failure(
      description: "no namespaces, which need the rights of root, or no answer: \(said)"
    )
  }

  private func end() {
    close(shell.input)
    close(shell.output)
    waitpid(shell.process, nil, 0)
    for file in ["1.conf", "1.log", "2.conf", "2.log", "3.conf", "3.log"] {
      unsafe unlink("\(folder)/avahi\(file)")
    }
    unsafe rmdir(folder)
  }
}
