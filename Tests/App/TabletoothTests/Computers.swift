import Avahi
import ChildProcesses
import DBus
import Glibc
import Testing

/// Computers on one network, each with a bus and a real `avahi-daemon`, on which programs run.
///
/// They are network namespaces of Linux on one bridge. They need the rights of root and Debian's
/// packages `avahi-daemon` and `iproute2`.
struct Computers {
  /// A computer: the process that holds its network, and its bus.
  struct Computer {
    let number: Int
    let bus: String
    fileprivate let holder: String
    fileprivate let folder: String

    /// Its address of IPv4.
    var address: String { "10.77.0.\(number)" }

    /// Runs a command of the shell there, and waits for it.
    func run(_ command: String) async throws {
      let program = try self.program("/bin/sh", ["-c", command])
      let end = await program.end()
      #expect(end.code == 0, "\(command): \(end.complaints)")
    }

    /// Starts a program there.
    func program(_ path: String, _ arguments: [String]) throws -> Program {
      let words = ["-t", holder, "-n", path] + arguments
      return try Program(bytes: words.map { Array($0.utf8) }, of: "/usr/bin/nsenter")
    }

    /// Starts Tabletooth there for `player`.
    func start(
      _ player: String,
      _ arguments: [String],
      of players: NetworkPlayers,
      variables: [String] = []
    ) throws -> Program {
      // Which of its interfaces are cards is told by its own /sys.
      let script = """
        TABLETOOTH_BUS='\(bus)' exec nsenter -t \(holder) -n unshare -m \
        sh -c 'mount -t sysfs sysfs /sys && exec "$0" "$@"' "$0" "$@" 2>&1
        """
      return try players.start(
        player,
        ["-c", script, Program.path] + arguments,
        variables: variables,
        by: "/bin/sh"
      )
    }

    /// Switches it off, or cuts its cable: nothing says goodbye.
    func vanish() async throws { try await run("ip link set eth0 down") }

    /// Connects it to `other` by a second cable.
    func cable(to other: Computer) async throws {
      try await run("ip link add d0 type veth peer name d0 netns \(other.holder)")
      for computer in [self, other] {
        try await computer.run(
          "ip addr add 10.78.0.\(computer.number)/24 dev d0; ip link set d0 up"
        )
      }
    }

    /// Kills its avahi-daemon, which cannot say goodbye, and waits until the bus has seen that:
    /// another one ends at once where the name on the bus is taken.
    func stopAvahi() async throws {
      let service = try await AvahiService.open(.address(bus))
      let statuses = await service.statuses()
      try await run("kill -9 $(cat \(folder)/avahi\(number).pid)")
      for await status in statuses where status.state == .absent { break }
      await service.close()
    }

    /// Its avahi-daemon starts again.
    func restartAvahi() async throws {
      try await stopAvahi()
      try await startAvahi()
    }

    /// Its avahi-daemon starts.
    func startAvahi() async throws {
      try await run("sh \(folder)/start\(number) < /dev/null > /dev/null 2>&1 &")
    }
  }

  /// Runs `body` with `count` computers, up to three, and ends them all.
  ///
  /// - Parameters:
  ///   - count: The number of computers, called `computer1` and so on.
  ///   - settings: Further lines of their avahi-daemons' settings, of the section `server` first.
  ///   - body: Uses them, and what players keep there.
  /// - Throws: Why there are none, or what `body` throws.
  static func run(
    _ count: Int,
    settings: [String] = [],
    _ body: ([Computer], NetworkPlayers) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    try await withBuses(count) { buses in
      let daemon = try GuardedDaemon(script(folder.path, buses, settings), folder.path) {
        $0.contains("holders ") && $0.last == "\n"
      }
      defer { daemon.end() }
      let line = daemon.said.split(separator: "\n").last { $0.hasPrefix("holders ") } ?? ""
      let holders = line.split(separator: " ").dropFirst().map(String.init)
      let computers = zip(1..., zip(buses, holders)).map { number, both in
        Computer(number: number, bus: both.0, holder: both.1, folder: folder.path)
      }
      try await NetworkPlayers.run { players in try await body(computers, players) }
    }
  }

  private static func withBuses(
    _ count: Int,
    _ body: ([String]) async throws -> Void
  ) async throws {
    try await addBus(to: [], of: count, body)
  }

  private static func addBus(
    to buses: [String],
    of count: Int,
    _ body: ([String]) async throws -> Void
  ) async throws {
    guard buses.count < count else { return try await body(buses) }
    try await PrivateBus.run { bus in
      guard case .address(let address) = bus.address else { return }
      try await addBus(to: buses + [address], of: count, body)
    }
  }

  /// What runs the avahi-daemon of a computer, in its network.
  private static func avahi(_ number: Int, _ bus: String, _ folder: String) -> String {
    """
    DBUS_SYSTEM_BUS_ADDRESS='\(bus)' unshare -m sh -c 'echo $$ > \(folder)/avahi\(number).pid
      mount -t tmpfs tmpfs /run; mkdir /run/avahi-daemon; exec avahi-daemon --no-drop-root \
      --no-chroot --no-rlimits -f \(folder)/avahi\(number).conf'
    """
  }

  /// What makes the network; it reads a line that never comes, and ends all.
  private static func script(_ folder: String, _ buses: [String], _ settings: [String]) -> String {
    let lines = settings.map { "'\($0)'" }.joined(separator: " ")
    let computers = zip(1..., buses).map { number, bus in
      """
      unshare --net sh -c 'echo > \(folder)/holder\(number); exec sleep 1000' < /dev/null & h=$!
      holders="$holders $h"
      while [ ! -e \(folder)/holder\(number) ]; do sleep 0.02; done
      ip link add v\(number) type veth peer name eth0 netns $h
      ip link set v\(number) master bridge up
      nsenter -t $h -n sh -c 'for f in /proc/sys/net/ipv6/conf/*/accept_dad; do echo 0 > $f; done
        ip link set lo up; ip addr add 10.77.0.\(number)/24 dev eth0; ip link set eth0 up'
      printf '%s\\n' '[server]' host-name=computer\(number) \(lines) \
        > \(folder)/avahi\(number).conf
      cat > \(folder)/start\(number) <<'END'
      \(avahi(number, bus, folder))
      END
      nsenter -t $h -n sh \(folder)/start\(number) < /dev/null > \(folder)/log\(number) 2>&1 &
      """
    }
    let waits = buses.indices.map { "\(folder)/log\($0 + 1)" }.map { log in
      "while ! grep -q 'Server startup' \(log); do sleep 0.05; done"
    }
    let inner = """
      ip link set lo up; ip link add bridge type bridge mcast_snooping 0; ip link set bridge up
      \(computers.joined(separator: "\n"))
      \(waits.joined(separator: "\n"))
      echo "holders$holders"; read line || true
      kill -9 $holders $(cat \(folder)/avahi*.pid)
      """
    return """
      exec unshare --net sh -c "$(cat <<'ALL'
      \(inner)
      ALL
      )" 2>&1
      """
  }
}
