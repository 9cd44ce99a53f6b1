import FoundationEssentials
import Glibc
import MatchProtocol
import PrivateBroker
import Synchronization
import Testing

@testable import tabletooth

/// One match that is played over virtual Bluetooth and at a broker, as it comes.
@Suite(.timeLimit(.minutes(1))) struct OneMatchTests {
  private func withBoth(
    _ body: (_ air: VirtualAir, _ broker: String) async throws -> Void
  ) async throws {
    try await PrivateBroker.run { broker in
      try await VirtualAir.run { try await body($0, "mqtt://127.0.0.1:\(broker.port)") }
    }
  }

  @Test func `a table is open nearby and online, and the match goes from one to the other`()
    async throws
  {
    try await withBoth { air, broker in
      let both = ["--bus", air.bus, "--online", broker, "--bluetooth"]
      let host = try air.start(
        "Anna",
        ["host", "--name", "Anna", "--unknown", "accept", "--first", "me"] + both
      )
      try await host.prints("tabletooth join Anna")
      try await host.prints("tabletooth join mqtt://127.0.0.1:")
      let guest = try air.join()
      try await guest.prints("You sit at the table of Anna.")
      host.type("h8")
      try await guest.prints("Black plays h8.")
      guest.signal(SIGKILL)
      try await host.prints("The link to Gus is lost.")
      // At home, where there is no Bluetooth.
      let home = try air.start("Gus", ["resume", "--online", broker])
      try await home.prints("Anna is back.")
      home.type("h9")
      try await host.prints("White plays h9.")
      home.signal(SIGKILL)
      try await host.prints("The link to Gus is lost.")
      let train = try air.start("Gus", ["resume", "--bus", air.bus, "--adapter", "hci1"])
      try await train.prints("Anna is back.")
      host.type("i8")
      try await train.prints("Black plays i8.")
    }
  }

  @Test func `with online = always a code is shown once the broker is reached`() async throws {
    try await PrivateBroker.run { broker in
      try await VirtualAir.run { air in
        broker.kill()
        let folder = "\(air.home(of: "Anna"))/config/tabletooth"
        try FileManager.default.createDirectory(
          atPath: folder,
          withIntermediateDirectories: true
        )
        let address = "mqtt://127.0.0.1:\(broker.port)"
        let settings = "broker = \"\(address)\"\nonline = \"always\"\n"
        try settings.write(toFile: "\(folder)/settings.toml", atomically: true, encoding: .utf8)
        let host = try air.start("Anna", ["host", "--name", "Anna"], bus: air.bus)
        let line = try await host.prints("The broker is not reached.", or: [address])
        #expect(!line.contains(address))
        try await PrivateBroker.run { other in
          let named = "mqtt://127.0.0.1:\(other.port)"
          let options = ["host", "--name", "Anna", "--online", named]
          let elsewhere = try air.start("Anna", options, bus: air.bus)
          try await elsewhere.prints("tabletooth join \(named)")
          elsewhere.type("quit")
          let output = await elsewhere.output()
          #expect(!output.contains { $0.contains("not reached") }, "\(output)")
        }
        try broker.start()
        try await host.prints("tabletooth join \(address)")
      }
    }
  }

  @Test func `with online = always a match goes on when Bluetooth ends`() async throws {
    try await withBoth { air, broker in
      for player in ["Anna", "Gus"] {
        let folder = "\(air.home(of: player))/config/tabletooth"
        try FileManager.default.createDirectory(
          atPath: folder,
          withIntermediateDirectories: true
        )
        let settings = "broker = \"\(broker)\"\nonline = \"always\"\n"
        try settings.write(toFile: "\(folder)/settings.toml", atomically: true, encoding: .utf8)
      }
      let host = try air.start(
        "Anna",
        ["host", "--name", "Anna", "--unknown", "accept", "--first", "me"],
        bus: air.bus
      )
      try await host.prints("tabletooth join mqtt://127.0.0.1:")
      let guest = try air.start(
        "Gus",
        ["join", "Anna", "--adapter", "hci1", "--name", "Gus", "--unknown", "accept"],
        bus: air.bus
      )
      try await guest.prints("You sit at the table of Anna.")
      host.type("h8")
      try await guest.prints("Black plays h8.")
      air.breakDown()
      try await guest.prints("Anna is back.")
      guest.type("h9")
      try await host.prints("White plays h9.")
    }
  }
}

/// Which of several ways to a host is used.
@Suite struct GuestWaysTests {
  /// A way that is told what to do, and only notes it.
  private actor NotedTransport: PacketTransport {
    private(set) var sent: [[UInt8]] = []

    func send(_ packet: [UInt8]) { sent.append(packet) }
    func disconnect(_ peer: PeerID) {}
    func close() {}
  }

  @Test func `the first way that leads to the host is used, and the next one after it`()
    async throws
  {
    let told = Mutex<[TransportEvent]>([])
    let ways = GuestWays { event in told.withLock { $0.append(event) } }
    let transports = [NotedTransport(), NotedTransport()]
    for transport in transports { ways.add(transport) }
    let (near, far) = (PeerID(rawValue: "near"), PeerID(rawValue: "far"))
    let (first, second) = (ways.sink(of: 0), ways.sink(of: 1))
    second(.link(.up(far, maximumPacketSize: 508)))
    first(.link(.up(near, maximumPacketSize: 18)))
    try await ways.send([1])
    first(.link(.packet([9], from: near, maximumPacketSize: 18)))
    second(.link(.packet([8], from: far, maximumPacketSize: 508)))
    second(.link(.down(far, .disconnected)))
    try await ways.send([2])
    first(.link(.packet([7], from: near, maximumPacketSize: 18)))
    first(.ended())
    second(.ended())
    #expect(
      told.withLock(\.self) == [
        .link(.up(far, maximumPacketSize: 508)),
        .link(.packet([8], from: far, maximumPacketSize: 508)),
        .link(.down(far, .disconnected)), .link(.up(near, maximumPacketSize: 18)),
        .link(.packet([7], from: near, maximumPacketSize: 18)), .ended(),
      ]
    )
    #expect(await transports[0].sent == [[2]])
    #expect(await transports[1].sent == [[1]])
  }
}
