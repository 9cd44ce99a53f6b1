import Avahi
import DBus
import Glibc
import MatchPlay
import MatchProtocol
import Synchronization
import Testing

@testable import tabletooth

/// What goes wrong on networks, with real avahi-daemons on computers of their own.
@Suite(.serialized, .timeLimit(.minutes(2))) struct NetworkTroubleTests {
  private static let host = ["host", "--name", "Anna", "--first", "me", "--admit", "anyone"]

  /// Opens Anna's table on the first of the computers.
  private static func open(
    on computer: Computers.Computer,
    of players: NetworkPlayers,
    _ arguments: [String] = host
  ) async throws -> Program {
    let host = try computer.start("Anna", arguments, of: players)
    try await host.prints("Your table Anna is open.")
    return host
  }

  /// Gus comes to the table, and a stone is played.
  private static func play(
    on computer: Computers.Computer,
    of players: NetworkPlayers,
    against host: Program
  ) async throws -> Program {
    let join = ["join", "Anna", "--name", "Gus", "--admit", "anyone"]
    let guest = try computer.start("Gus", join, of: players)
    try await guest.prints("You are at Anna's table.")
    host.type("h8")
    try await guest.prints("Black plays h8.")
    return guest
  }

  /// What `scan` lists on a computer.
  private static func scan(
    on computer: Computers.Computer,
    of players: NetworkPlayers,
    seconds: Int = 3
  ) async throws -> [String] {
    let scan = try computer.start("Sue", ["scan", "--seconds", "\(seconds)"], of: players)
    return await scan.output().filter { $0.contains("lan:") }
  }

  @Test func `a table that vanishes without goodbye is gone from a list, and comes back`()
    async throws
  {
    try await Computers.run(2) { computers, players in
      let host = try await Self.open(on: computers[0], of: players)
      let list = try computers[1].start("Sue", ["scan", "--follow"], of: players)
      try await list.prints("tabletooth: bluetoothd is not running.")
      try await list.prints("+ Anna  lan:Anna  Gomoku (freestyle), free, on this network")
      // avahi-daemon remembers it for an hour.
      try await computers[0].vanish()
      try await list.prints("- Anna  lan:Anna")
      #expect(try await Self.scan(on: computers[1], of: players).isEmpty)
      try await computers[0].run("ip link set eth0 up")
      try await list.prints("+ Anna  lan:Anna")
      list.signal(SIGKILL)
      #expect(await list.output().count { $0.contains("bluetoothd") } == 1)
      _ = host
    }
  }

  @Test func `200 false tables, garbage and one that never says where it is hide no table`()
    async throws
  {
    try await Computers.run(2) { computers, players in
      let crowd = try await Connection.open(.address(computers[1].bus))
      try await Crowd.publish(200, over: crowd)
      let host = try await Self.open(on: computers[1], of: players)
      #expect(
        try await Self.scan(on: computers[0], of: players)
          == ["Anna  lan:Anna  Gomoku (freestyle), free, on this network"]
      )
      _ = try await Self.play(on: computers[0], of: players, against: host)
      await crowd.close()
    }
  }

  @Test func `a foreign program behind our type is told in one line, and the next one is joined`()
    async throws
  {
    try await Computers.run(2) { computers, players in
      let crowd = try await Connection.open(.address(computers[0].bus))
      try await Crowd.publish(["Zoe": 4_000], over: crowd)
      let server = """
        import socket
        s = socket.create_server(("", 4000))
        print("listens", flush=True)
        while True: s.accept()[0].close()
        """
      let foreign = try computers[0].program("/usr/bin/python3", ["-c", server])
      try await foreign.prints("listens")
      let join = ["join", "Zoe", "--name", "Gus", "--admit", "anyone"]
      let guest = try computers[1].start("Gus", join, of: players)
      try await guest.prints("tabletooth: could not connect to Zoe: connection lost")
      #expect(await guest.end().code == 27)
      let host = try await Self.open(on: computers[0], of: players)
      _ = try await Self.play(on: computers[1], of: players, against: host)
      foreign.signal(SIGKILL)
      _ = await foreign.end()
      await crowd.close()
    }
  }

  @Test func `a match survives restarts of both avahi-daemons and another address`() async throws {
    try await Computers.run(2) { computers, players in
      let host = try await Self.open(on: computers[0], of: players)
      let list = try computers[1].start("Sue", ["scan", "--follow"], of: players)
      try await list.prints("+ Anna  lan:Anna")
      try await computers[1].restartAvahi()
      try await list.prints("- Anna  lan:Anna")
      try await list.prints("tabletooth: avahi-daemon is not running")
      try await list.prints("+ Anna  lan:Anna")
      try await computers[0].restartAvahi()
      let guest = try await Self.play(on: computers[1], of: players, against: host)
      let change = "ip addr del 10.77.0.1/24 dev eth0; ip addr add 10.77.0.9/24 dev eth0"
      try await computers[0].run("ip link set eth0 down; \(change); ip link set eth0 up")
      guest.type("h9")
      try await host.prints("White plays h9.")
    }
  }

  @Test func `tables of one name on two computers are two`() async throws {
    try await Computers.run(2) { computers, players in
      _ = try await Self.open(on: computers[0], of: players)
      let other = try computers[1].start("Other", Self.host, of: players)
      try await other.prints("Your table Anna is open.")
      let lines = try await Self.scan(on: computers[1], of: players)
      #expect(Set(lines.map { $0.prefix(7) }) == ["Anna  l", "Anna #2"], "\(lines)")
    }
  }

  @Test func `a table that gets another name is not found by the program that has it`()
    async throws
  {
    try await Computers.run(2) { computers, _ in
      var environment = Environment(log: ProgramLog())
      environment.bus = computers[0].bus
      let network = LocalNetwork(in: environment)
      let name = try #require(PlayerName("Anna"))
      let own = try await network.publish(.table(name, Presence(), isOpen: true), port: 4_000)
      try await computers[0].stopAvahi()
      let elsewhere = try await AvahiService.open(.address(computers[1].bus))
      let other = try await elsewhere.publish(
        name: "Anna",
        type: LocalNetwork.type,
        port: 4_001,
        text: .empty
      )
      try await computers[0].startAvahi()
      let service = try await AvahiService.open(.address(computers[0].bus))
      for await event in await service.services(ofType: LocalNetwork.type) {
        guard case .appeared(let found) = event else { continue }
        if found.id.name == "Anna #2" { break }
      }
      let heard = Mutex<Set<String>>([])
      try await network.hearTables(for: .seconds(2)) { news in
        if case .heard(let found) = news { heard.withLock { _ = $0.insert(found.listing.id) } }
      }
      #expect(heard.withLock(\.self) == ["lan:Anna"])
      await own.close()
      await other.withdraw()
      await elsewhere.close()
      await service.close()
    }
  }

  @Test func `a table on two networks is one line, and is reached over either`() async throws {
    try await Computers.run(2) { computers, players in
      try await computers[0].cable(to: computers[1])
      let host = try await Self.open(on: computers[0], of: players)
      #expect(try await Self.scan(on: computers[1], of: players).count == 1)
      try await computers[0].vanish()
      _ = try await Self.play(on: computers[1], of: players, against: host)
    }
  }

  @Test func `that others see a table is told the first time, and the settings limit where`()
    async throws
  {
    try await Computers.run(1) { computers, players in
      let line = "Everybody on this network can see your table; --on bluetooth hides it there."
      let first = try await Self.open(on: computers[0], of: players)
      try await first.prints(line)
      first.type("quit")
      _ = await first.end()
      let second = try computers[0].start("Anna", Self.host + ["--new"], of: players)
      try await second.prints("Your table Anna is open.")
      second.type("quit")
      #expect(await !second.output().contains(line))
      let only = ["scan", "--seconds", "1", "--set"]
      let lan = try computers[0].start("Sue", only + ["nearby=lan"], of: players)
      try await lan.prints("tabletooth: found no open table.")
      let air = try computers[0].start("Sue", only + ["nearby=bluetooth"], of: players)
      try await air.prints("tabletooth: bluetoothd is not running.")
    }
  }

  @Test func `the page of a table is published for browsers, and is no table`() async throws {
    try await Computers.run(2) { computers, players in
      let folder = try TemporaryFolder()
      try await computers[0].run("echo > \(folder.path)/index.html")
      let host = try computers[0].start(
        "Anna",
        Self.host + ["--on", "web"],
        of: players,
        variables: ["TABLETOOTH_PAGE=\(folder.path)"]
      )
      try await host.prints("http://10.77.0.1:")
      let service = try await AvahiService.open(.address(computers[1].bus))
      for await event in await service.services(ofType: "_http._tcp") {
        guard case .appeared(let page) = event else { continue }
        #expect(page.id.name == "Anna (Tabletooth)")
        let path = String(decoding: page.text["path"] ?? [], as: UTF8.self)
        #expect(path.hasPrefix("/") && path.hasSuffix("/") && path.count > 5)
        break
      }
      await service.close()
      #expect(try await Self.scan(on: computers[1], of: players).isEmpty)
    }
  }

  // MARK: The doctor

  private static func doctor(
    on computer: Computers.Computer,
    of players: NetworkPlayers
  ) async throws -> String {
    let doctor = try computer.start("Sue", ["doctor"], of: players)
    let lines = await doctor.output()
    let index = try #require(lines.firstIndex { $0.contains(" network: ") }, "\(lines)")
    return lines[index...].prefix(2).joined(separator: "\n")
  }

  @Test func `the doctor finds a network that works, and one whose computers are kept apart`()
    async throws
  {
    try await Computers.run(2) { computers, players in
      #expect(
        try await Self.doctor(on: computers[1], of: players)
          .hasPrefix("ok    network: tables on this network are published and found")
      )
      _ = try await Self.open(on: computers[0], of: players)
      #expect(
        try await Self.doctor(on: computers[1], of: players)
          .hasPrefix("ok    network: tables on this network are found: 1")
      )
      // As a router does that keeps its clients apart: packets to one of them go nowhere.
      try await computers[1].run(
        "ip neigh replace 10.77.0.1 lladdr 02:00:00:00:00:77 dev eth0 nud permanent; "
          + "for a in $(ip -6 neigh | cut -d' ' -f1); do "
          + "ip neigh replace $a lladdr 02:00:00:00:00:77 dev eth0 nud permanent; done"
      )
      let apart = try await Self.doctor(on: computers[1], of: players)
      #expect(apart.hasPrefix("note  network: the table Anna is found at 10.77.0.1:"), "\(apart)")
      #expect(apart.contains("client isolation"))
    }
  }

  @Test(arguments: [
    ["udp dport 5353 drop"],
    ["ct state established,related accept", "iif lo accept", "drop"],
  ])
  func `the doctor finds a firewall that drops multicast`(rules: [String]) async throws {
    try await Computers.run(1) { computers, players in
      let chain = "add chain inet t i '{ type filter hook input priority 0; }'"
      let all = ["add table inet t", chain] + rules.map { "add rule inet t i \($0)" }
      try await computers[0].run(all.map { "nft \($0)" }.joined(separator: " && "))
      let text = try await Self.doctor(on: computers[0], of: players)
      #expect(text.hasPrefix("note  network: multicast DNS is dropped"), "\(text)")
      #expect(text.contains("sudo ufw allow 5353/udp"))
    }
  }

  @Test func `the doctor finds an avahi-daemon that does not publish, and one that is stopped`()
    async throws
  {
    try await Computers.run(1, settings: ["[publish]", "disable-publishing=yes"]) {
      computers,
      players in
      let text = try await Self.doctor(on: computers[0], of: players)
      #expect(text.hasPrefix("note  network: avahi-daemon publishes nothing"), "\(text)")
      try await computers[0].stopAvahi()
      let none = try await Self.doctor(on: computers[0], of: players)
      #expect(none.hasPrefix("note  network: avahi-daemon is not running"), "\(none)")
      #expect(none.contains("sudo systemctl enable --now avahi-daemon"))
    }
  }
}

/// Services of our type that are no tables.
private enum Crowd {
  private static let type = "_tabletooth._tcp"
  private static let all: [Value] = [.int32(-1), .int32(-1), .uint32(0)]

  /// Publishes `count` services with garbage, and the name of one that says nothing more.
  static func publish(_ count: Int, over connection: Connection) async throws {
    let names = (0..<count).map { ("Table \u{1B}[31m \($0)", UInt16(1_000 + $0)) }
    for start in stride(from: 0, to: count, by: 25) {
      let some = Dictionary(uniqueKeysWithValues: names[start..<min(start + 25, count)])
      try await publish(some, over: connection, isHaunted: start == 0)
    }
  }

  /// Publishes services of these names at these ports.
  static func publish(
    _ services: [String: UInt16],
    over connection: Connection,
    isHaunted: Bool = false
  ) async throws {
    let server = Message.methodCall(
      to: "org.freedesktop.Avahi",
      path: .root,
      interface: "org.freedesktop.Avahi.Server",
      member: "EntryGroupNew",
      []
    )
    let group = try #require(try await connection.call(server).first?.objectPath)
    func call(_ member: String, _ arguments: [Value] = []) async throws {
      _ = try await connection.call(
        .methodCall(
          to: "org.freedesktop.Avahi",
          path: group,
          interface: "org.freedesktop.Avahi.EntryGroup",
          member: member,
          arguments
        )
      )
    }
    let garbage: [[UInt8]] = [
      [0x3d], [0xff, 0xfe, 0x3d, 1], [0x70, 0x3d, 1, 2, 3], [0x3d, 0x3d],
    ]
    for (name, port) in services {
      try await call(
        "AddService",
        all + [
          .string(name), .string(type), .string(""), .string(""), .uint16(port),
          .array(of: .array(.byte), garbage.map(Value.bytes)),
        ]
      )
    }
    if isHaunted {
      let labels = ["Ghost", "_tabletooth", "_tcp", "local", ""]
      let target = labels.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
      let record: [Value] = [
        .string("\(type).local"), .uint16(1), .uint16(12), .uint32(120), .bytes(target),
      ]
      try await call("AddRecord", all + record)
    }
    try await call("Commit")
  }
}
