import Foundation
import Glibc
import Testing

/// Files and pipes at a broker, by a code and between players who know each other.
@MainActor @Suite struct OnlineErrandTests {
  /// Anna and Gus, on computers without Bluetooth, and a broker.
  @MainActor
  private struct Meeting {
    let world: World
    let folder: TemporaryFolder
    let address = "mqtt://127.0.0.1:2883"

    static func run(_ body: (Meeting) async throws -> Void) async throws {
      try await World.run { world in
        try await body(Meeting(world: world, folder: try TemporaryFolder()))
      }
    }

    /// Anna's program, once somebody can come to it, and the code that it shows.
    func wait(
      _ arguments: String...,
      saying words: String
    ) async throws -> (WorldProgram, code: String) {
      let own = ["--name", "Anna", "--on", address]
      let anna = await world.start("Anna", arguments + own, hasBluetooth: false)
      await world.advance(by: .seconds(1))
      let lines = anna.printed + anna.complaints
      #expect(lines.contains { $0.contains(words) }, "\(lines)")
      let code = lines.first { $0.contains("mqtt://") }?.split(separator: " ").last
      return (anna, String(try #require(code)))
    }

    /// Anna's program that takes files.
    func receive() async throws -> (WorldProgram, code: String) {
      try await wait("receive", "--into", folder.path, saying: "Receiving files as Anna.")
    }

    /// Anna's program and Gus's, between which a first line has come.
    func pipe() async throws -> (host: WorldProgram, guest: WorldProgram) {
      let words = "Anna's pipe is waiting for its other end."
      let (host, code) = try await wait("pipe", "--admit", "anyone", saying: words)
      let guest = await gus(["pipe", code])
      host.type("one")
      try await guest.prints("one")
      return (host, guest)
    }

    /// Gus's program.
    func gus(_ arguments: [String]) async -> WorldProgram {
      await world.start("Gus", arguments + ["--name", "Gus"], hasBluetooth: false)
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
      let sender = await gus(["send", try file("hello", bytes: 100).path, code])
      try await receiver.prints(#"This is your first match with "Gus"."#)
      receiver.type("yes")
      #expect(await sender.end() == .init(code: 0, complaints: []))
      #expect(await receiver.end().code == 0)
    }
  }

  @Test func `a file comes by a code, and then by name without a code and digits`() async throws {
    try await Meeting.run { meeting in
      let (path, content) = try meeting.file("report.txt", bytes: 50_000)
      let (receiver, code) = try await meeting.receive()
      #expect(code.hasPrefix("\(meeting.address)/1"))
      let sender = await meeting.gus(["send", path, code])
      try await receiver.prints(#"This is your first match with "Gus"."#)
      receiver.type("yes")
      try await sender.prints("Anna received report.txt intact")
      #expect(await sender.end() == .init(code: 0, complaints: []))
      #expect(await receiver.end().code == 0)
      #expect(meeting.copy("report (2).txt") == content)

      let (again, _) = try await meeting.receive()
      let scan = ["scan", "--on", meeting.address]
      let listed = await meeting.world.start("Gus", scan, hasBluetooth: false)
      try await listed.prints("Anna  \(meeting.address)  waits for a file, a contact")
      let other = await meeting.gus(["send", path, "anna", "--on", meeting.address])
      #expect(await other.end() == .init(code: 0, complaints: []))
      #expect(await again.end().code == 0)
      #expect(meeting.copy("report (3).txt") == content)
    }
  }

  @Test func `lines go both ways by a code, also after the broker was away`() async throws {
    try await Meeting.run { meeting in
      let (host, guest) = try await meeting.pipe()
      guest.type("two")
      try await host.prints("two")
      meeting.world.set(.broker(meeting.address), isSilent: true)
      host.type("three")
      guest.type("four")
      meeting.world.set(.broker(meeting.address), isSilent: false)
      try await guest.prints("three")
      try await host.prints("four")
      host.endInput()
      guest.endInput()
      #expect(await host.end().code == 0)
      #expect(await guest.end().code == 0)
    }
  }

  @Test func `a pipe is found by the name of a known player`() async throws {
    try await Meeting.run { meeting in
      try await meeting.acquaint()
      let (host, _) = try await meeting.wait("pipe", saying: "Anna's pipe is waiting")
      let guest = await meeting.gus(["pipe", "Anna", "--on", meeting.address])
      host.type("one")
      try await guest.prints("one")
      host.endInput()
      guest.endInput()
      #expect(await guest.end().code == 0)
      #expect(await host.end().code == 0)
    }
  }

  @Test func `that nobody is there is told, by a code and by a name`() async throws {
    try await Meeting.run { meeting in
      try await meeting.acquaint()
      let (path, _) = try meeting.file("report.txt", bytes: 10)
      let (receiver, code) = try await meeting.receive()
      receiver.type("quit")
      _ = await receiver.end()
      await expectEnd(
        of: await meeting.gus(["send", path, code]),
        code: 20,
        saying: "Check that tabletooth receive is still running there"
      )
      let online = ["--on", meeting.address]
      await expectEnd(
        of: await meeting.gus(["send", path, "Anna"] + online),
        code: 20,
        saying: "no contact called Anna is waiting for this at \(meeting.address)"
      )
      let end = await (await meeting.gus(["pipe", "Anna"] + online)).end()
      #expect(end.code == 20)
      #expect(end.complaints.last?.contains("Run tabletooth pipe --on") == true)
    }
  }

  @Test func `a table that is there for something else is told in words`() async throws {
    try await Meeting.run { meeting in
      try await meeting.acquaint()
      let (path, _) = try meeting.file("report.txt", bytes: 10)
      let online = ["--on", meeting.address]
      let (receiver, code) = try await meeting.receive()
      for table in [[code], ["Anna"] + online] {
        await expectEnd(
          of: await meeting.gus(["join"] + table),
          code: 20,
          saying: "expects a file. Run tabletooth send"
        )
        let end = await (await meeting.gus(["pipe"] + table)).end()
        #expect(end.code == 20)
        #expect(end.complaints.last?.contains("Run tabletooth pipe there") == true)
      }
      receiver.type("quit")
      _ = await receiver.end()
      let (_, table) = try await meeting.wait("host", saying: "Your table Anna is open.")
      for table in [[table], ["Anna"] + online, online] {
        await expectEnd(
          of: await meeting.gus(["send", path] + table),
          code: 20,
          saying: "the other computer hosts a game"
        )
      }
    }
  }

  @Test func `a file finds the one who receives where a game is waited for too`() async throws {
    try await Meeting.run { meeting in
      try await meeting.acquaint()
      _ = try await meeting.wait("host", saying: "Your table Anna is open.")
      let (path, content) = try meeting.file("report.txt", bytes: 1_000)
      let (receiver, _) = try await meeting.receive()
      let sender = await meeting.gus(["send", path, "Anna", "--on", meeting.address])
      #expect(await sender.end() == .init(code: 0, complaints: []))
      #expect(await receiver.end().code == 0)
      #expect(meeting.copy("report (2).txt") == content)
    }
  }
}
