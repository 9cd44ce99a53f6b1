import Foundation
import Testing

/// The ends of a pipe as descriptors, which only processes have.
@Suite(.timeLimit(.minutes(1))) struct PipeProcessTests {
  private static func end(of player: String, _ air: VirtualAir, _ more: String...) throws -> Program
  {
    let own = ["--bus", air.bus, "--name", player, "--admit", "anyone"]
    return try air.start(player, ["pipe"] + more + own)
  }

  private static func shell(_ script: String, home: String) throws -> Program {
    try Program(
      bytes: ["-c", "export XDG_DATA_HOME=\(home); " + script].map { Array($0.utf8) },
      of: "/bin/sh"
    )
  }

  @Test func `a folder goes from tar to tar`() async throws {
    try await VirtualAir.run { air in
      let folder = try TemporaryFolder()
      for name in ["from", "to"] {
        try FileManager.default.createDirectory(
          atPath: "\(folder.path)/\(name)",
          withIntermediateDirectories: false
        )
      }
      let content = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
      try content.write(to: URL(fileURLWithPath: "\(folder.path)/from/data"))
      let own = "--bus \(air.bus) --admit anyone"
      let receiver = try Self.shell(
        "'\(Program.path)' pipe --name Anna \(own) < /dev/null | tar x -C '\(folder.path)/to'",
        home: air.home(of: "Anna")
      )
      let sender = try Self.shell(
        "tar c -C '\(folder.path)/from' data | "
          + "'\(Program.path)' pipe Anna --name Gus --adapter hci1 \(own)",
        home: air.home(of: "Gus")
      )
      #expect(await sender.end().code == 0)
      #expect(await receiver.end().code == 0)
      #expect(try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/to/data")) == content)
    }
  }

  @Test func `an end whose reader is gone says so, and nothing of a game`() async throws {
    try await VirtualAir.run { air in
      let own = "--bus \(air.bus) --name Anna --admit anyone"
      let host = try Self.shell(
        "{ '\(Program.path)' pipe \(own); echo code $? >&2; } < /dev/null | head -c 3",
        home: air.home(of: "Anna")
      )
      let guest = try Self.end(of: "Gus", air, "Anna", "--adapter", "hci1")
      for number in 0..<2_000 { guest.type("line \(number) of many, which nobody reads") }
      let complaints = await host.end().complaints
      #expect(complaints.last == "code 41")
      #expect(complaints.contains { $0.contains("keep the reading program running to the end") })
      #expect(complaints.allSatisfy { !$0.contains("game") })
      guest.signal(SIGTERM)
      _ = await guest.end()
    }
  }

  @Test func `a folder cannot be read`() async throws {
    let program = try Self.shell("'\(Program.path)' pipe < /tmp", home: Program.nowhere)
    let end = await program.end()
    #expect(end.code == 64)
    #expect(end.complaints.first?.contains("cannot read standard input") == true)
  }
}
