import ChildProcesses
import DBus
import Glibc
import Testing

/// Programs whose tables a real avahi-daemon publishes and finds, on a network that is this
/// computer alone.
@Suite(.serialized, .timeLimit(.minutes(1))) struct LocalNetworkTests {
  /// Runs `body` with an avahi-daemon on the bus at `address`; it needs the rights of root and
  /// Debian's package avahi-daemon.
  static func withAvahi(
    on address: String,
    _ body: () async throws -> Void
  ) async throws {
    let script = """
      bus=$0; set -e; folder=$(mktemp -d)
      printf '[server]\\nhost-name=solo\\nallow-interfaces=lo\\nuse-ipv6=no\\n' > $folder/conf
      DBUS_SYSTEM_BUS_ADDRESS=$bus unshare -m sh -c 'mount -t tmpfs tmpfs /run
        mkdir /run/avahi-daemon; exec avahi-daemon --no-drop-root --no-chroot --no-rlimits \
        -f '$folder/conf < /dev/null > $folder/log 2>&1 &
      while ! grep 'Server startup complete' $folder/log; do sleep 0.05; done
      read line || true; kill $!; wait $! || true; rm -r $folder
      """
    let daemon = try GuardedDaemon(script, address) { $0.contains("Server startup complete") }
    defer { daemon.end() }
    try await body()
  }

  @Test func `two players meet who share nothing but a network, and go on after a kill`()
    async throws
  {
    try await PrivateBus.run { bus in
      guard case .address(let address) = bus.address else { return }
      try await Self.withAvahi(on: address) {
        try await NetworkPlayers.run { players in
          let variables = ["TABLETOOTH_BUS=\(address)"]
          let own = ["host", "--name", "Anna", "--first", "me", "--admit", "anyone"]
          let host = try players.start("Anna", own, variables: variables)
          try await host.prints("Playing without Bluetooth: bluetoothd is not running.")
          try await host.prints("Everybody on this network can see your table")
          let scan = try players.start("Gus", ["scan", "--seconds", "2"], variables: variables)
          try await scan.prints("Anna  lan:Anna  Gomoku (freestyle), free, on this network")
          let guest = try players.join(["Anna", "--admit", "anyone"], variables: variables)
          try await guest.prints("You are at Anna's table.")
          host.type("h8")
          try await guest.prints("Black plays h8.")
          host.signal(SIGKILL)
          _ = await host.end()
          try await guest.prints("Connection to Anna lost.")
          let back = try players.start("Anna", ["resume"], variables: variables)
          try await back.prints("You are back in your game against Gus.")
          try await guest.prints("Anna is back.")
          guest.type("h9")
          try await back.prints("White plays h9.")
        }
      }
    }
  }

  @Test func `a table over Bluetooth and the network is one line, and one to join`() async throws {
    try await VirtualAir.run(adapters: 2) { air in
      try await Self.withAvahi(on: air.bus) {
        let own = ["host", "--name", "Ada", "--first", "me", "--admit", "anyone"]
        let host = try air.start("Ada", own, bus: air.bus)
        try await host.prints("Everybody on this network can see your table")
        try air.settle("Gus")
        let scan = try air.start("Gus", ["scan", "--seconds", "4"], bus: air.bus)
        let lines = await scan.output().filter { $0.hasPrefix("Ada") }
        #expect(lines.count == 1 && lines[0].hasSuffix("dBm, also on this network"), "\(lines)")
        let json = try air.start("Gus", ["scan", "--json", "--seconds", "4"], bus: air.bus)
        let objects = await json.output()
        #expect(objects.count == 1, "\(objects)")
        #expect(objects.first?.contains(#""carriers":["bluetooth","lan"]"#) == true)
        let join = ["join", "Ada", "--name", "Gus", "--admit", "anyone"]
        let guest = try air.start("Gus", join, bus: air.bus)
        try await guest.prints("You are at Ada's table.")
        host.type("h8")
        try await guest.prints("Black plays h8.")
      }
    }
  }

  @Test func `a match whose Bluetooth is lost goes on over the network at the same move`()
    async throws
  {
    try await VirtualAir.run(adapters: 2) { air in
      try await Self.withAvahi(on: air.bus) {
        let own = ["host", "--name", "Ada", "--first", "me", "--admit", "anyone"]
        let host = try air.start("Ada", own, bus: air.bus)
        try await host.prints("Everybody on this network can see your table")
        // By its address it is found over Bluetooth alone.
        let other = ["join", "00:AA:01:00:00:10", "--name", "Gus", "--admit", "anyone"]
        try air.settle("Gus")
        let guest = try air.start("Gus", other, bus: air.bus)
        try await guest.prints("You are at Ada's table.")
        host.type("h8")
        try await guest.prints("Black plays h8.")
        try await air.perform("power 0 off")
        try await guest.prints("Connection to Ada lost.")
        try await guest.prints("Ada is back.")
        guest.type("h9")
        try await host.prints("White plays h9.")
      }
    }
  }
}
