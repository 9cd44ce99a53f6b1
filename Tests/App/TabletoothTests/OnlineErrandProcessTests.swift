import Foundation
import PrivateBroker
import Testing

/// Files at a real mosquitto that is killed, at a terminal, and where there is a bus too.
@Suite(.timeLimit(.minutes(2)), .serialized) struct OnlineErrandProcessTests {
  /// Anna and Gus, on computers without Bluetooth, and a broker.
  private struct Meeting {
    let broker: PrivateBroker
    let players: NetworkPlayers
    let folder: TemporaryFolder
    var address: String { "mqtt://127.0.0.1:\(broker.port)" }

    static func run(_ body: (Meeting) async throws -> Void) async throws {
      try await PrivateBroker.run { broker in
        try await NetworkPlayers.run { players in
          try await body(
            Meeting(broker: broker, players: players, folder: try TemporaryFolder())
          )
        }
      }
    }

    /// Anna's program, once somebody can come to it, and the code that it shows.
    func wait(_ arguments: String..., saying words: String) async throws -> (Program, code: String)
    {
      let own = ["--name", "Anna", "--on", address]
      let anna = try players.start("Anna", arguments + own, isMerged: true)
      try await anna.prints(words)
      let line = try #require(await anna.nextLine())
      return (anna, try #require(line.split(separator: " ").last.map(String.init)))
    }

    /// Anna's program that takes files.
    func receive() async throws -> (Program, code: String) {
      try await wait("receive", "--into", folder.path, saying: "Receiving files as Anna.")
    }

    /// Gus's program.
    func gus(_ arguments: [String]) throws -> Program {
      try players.start("Gus", arguments + ["--name", "Gus"])
    }

    /// A file of so many bytes.
    func file(_ name: String, bytes: Int) throws -> (path: String, content: Data) {
      let content = Data((0..<bytes).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
      let path = "\(folder.path)/\(name)"
      try content.write(to: URL(fileURLWithPath: path))
      return (path, content)
    }

    func copy(_ name: String) -> Data? {
      try? Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(name)"))
    }

    /// Has Anna and Gus know each other.
    func acquaint() async throws {
      let (receiver, code) = try await receive()
      let sender = try gus(["send", try file("hello", bytes: 100).path, code])
      try await receiver.prints(#"This is your first match with "Gus"."#)
      receiver.type("yes")
      #expect(await sender.end() == .init(code: 0, complaints: []))
      #expect(await receiver.end().code == 0)
    }
  }

  @Test func `a file goes on after the broker, the sender and the receiver were killed`()
    async throws
  {
    try await Meeting.run { meeting in
      try await meeting.acquaint()
      let (path, content) = try meeting.file("long.bin", bytes: 24_000_000)
      let online = ["--on", meeting.address]
      var (receiver, code) = try await meeting.receive()
      var sender = try meeting.gus(["send", path, "Anna"] + online)
      try await receiver.getsTo(10)
      meeting.broker.kill()
      try await receiver.prints("Connection to Gus lost")
      try meeting.broker.start()
      try await receiver.getsTo(20)
      sender.signal(SIGKILL)
      _ = await sender.end()

      sender = try meeting.gus(["send", path, "Anna"] + online)
      #expect(try await !sender.prints("long.bin resumes at").contains(" at 0 %"))
      try await receiver.getsTo(30)
      sender.signal(SIGKILL)
      try await receiver.prints("Connection to Gus lost")
      sender = try meeting.gus(["send", path, code])
      #expect(try await !sender.prints("long.bin resumes at").contains(" at 0 %"))
      try await receiver.getsTo(40)
      sender.signal(SIGINT)
      let stopped = await sender.end()
      #expect(stopped.code == 130)
      #expect(stopped.complaints.last?.contains("a file resumes where it stopped") == true)
      receiver.signal(SIGKILL)
      _ = await receiver.end()

      (receiver, code) = try await meeting.receive()
      sender = try meeting.gus(["send", path] + online)
      #expect(try await !sender.prints("long.bin resumes at").contains(" at 0 %"))
      #expect(await sender.end() == .init(code: 0, complaints: []))
      #expect(await receiver.end().code == 0)
      #expect(meeting.copy("long (2).bin") == content)
    }
  }

  @Test(arguments: zip([SIGKILL, SIGINT], [true, false]))
  func `a file goes on by itself when its receiver was stopped and is begun again`(
    signal: CInt,
    isByCode: Bool
  ) async throws {
    try await Meeting.run { meeting in
      let (path, content) = try meeting.file("long.bin", bytes: 24_000_000)
      if !isByCode { try await meeting.acquaint() }
      var (receiver, code) = try await meeting.receive()
      let online = isByCode ? [code] : ["Anna", "--on", meeting.address]
      let sender = try meeting.gus(["send", path] + online)
      if isByCode {
        try await receiver.prints(#"This is your first match with "Gus"."#)
        receiver.type("yes")
      }
      for share in [10, 30] {
        try await receiver.getsTo(share)
        receiver.signal(signal)
        _ = await receiver.end()
        receiver = try await meeting.receive().0
        #expect(try await !receiver.prints("long.bin resumes at").contains(" at 0 %"))
      }
      #expect(await sender.end() == .init(code: 0, complaints: []))
      #expect(await receiver.end().code == 0)
      #expect(meeting.copy("long (2).bin") == content)
    }
  }

  @Test func `who receives at a terminal is asked about a file, and not twice`() async throws {
    try await Meeting.run { meeting in
      try await meeting.acquaint()
      let (path, content) = try meeting.file("long.bin", bytes: 8_000_000)
      let command = ["receive", "--into", meeting.folder.path, "--on", meeting.address]
      var anna = try TerminalSession(command, home: meeting.players.home(of: "Anna"))
      try await anna.shows("Receiving files as Anna.")
      let sender = try meeting.gus(["send", path, "Anna", "--on", meeting.address])
      try await anna.shows("Gus wants to send you long.bin, 8.0 MB. Type yes to accept it, or no.")
      anna.type("perhaps")
      try await anna.shows("Type yes to accept the file, no to refuse it, or quit to stop.")
      anna.type("accept")
      try await sender.getsTo(10)
      await anna.end()
      anna = try TerminalSession(command, home: meeting.players.home(of: "Anna"))
      #expect(await sender.end() == .init(code: 0, complaints: []))
      try await anna.shows("ended with 0, terminal same")
      #expect(meeting.copy("long (2).bin") == content)
      await anna.end()
    }
  }

  @Test func `where both places are always used, files come by either of them`() async throws {
    try await PrivateBroker.run { broker in
      try await VirtualAir.run { air in
        try await air.acquaint()
        let address = "mqtt://127.0.0.1:\(broker.port)"
        try air.settle("Anna", at: address, adapter: "hci0")
        try air.settle("Gus", at: address)
        let folder = try TemporaryFolder()
        let places = [
          (air.bus, air.bus), (StartTests.nowhere, air.bus), (air.bus, StartTests.nowhere),
        ]
        for (here, there) in places {
          let receiver = try air.start("Anna", ["receive", "--into", folder.path], bus: here)
          try await receiver.prints("tabletooth send FILE mqtt://")
          let sender = try air.start("Gus", ["send", "/etc/hostname", "Anna"], bus: there)
          #expect(await sender.end().code == 0)
          #expect(await receiver.end().code == 0)
        }
        let copies = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(copies.count == 3)
        let nobody = try air.start("Gus", ["pipe", "Anna"], bus: StartTests.nowhere)
        let end = await nobody.end()
        #expect(end.code == 20)
        #expect(end.complaints.last?.contains("online: no contact called Anna") == true)
        #expect(end.complaints.last?.contains("Check that tabletooth pipe runs there") == false)
      }
    }
  }

  @Test func `the other end of a pipe that was begun again is told that it was`() async throws {
    try await Meeting.run { meeting in
      let words = "Anna's pipe is waiting for its other end."
      let (host, code) = try await meeting.wait("pipe", "--admit", "anyone", saying: words)
      let guest = try meeting.gus(["pipe", code])
      host.type("one")
      try await guest.prints("one")
      host.signal(SIGKILL)
      _ = await host.end()
      _ = try await meeting.wait("pipe", saying: words)
      #expect(await guest.end().code == 28)
    }
  }
}

extension Program {
  /// Waits until so many percent of `long.bin` have come, or more.
  fileprivate func getsTo(_ share: Int) async throws {
    let shares = stride(from: share, through: 90, by: 10).map { "long.bin: \($0) %" }
    try await prints(shares[0], or: Array(shares.dropFirst()))
  }
}
