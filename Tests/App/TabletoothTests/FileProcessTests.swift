import Foundation
import Testing

/// What only real programs show of files: a full disk, a signal, and the folder for downloads.
@Suite(.timeLimit(.minutes(1)), .serialized) struct FileProcessTests {
  /// A file of 400 kB that is sent, which takes a second or, where many tests run, twenty; and
  /// who receives it.
  private struct Long {
    let folder: TemporaryFolder
    let content: Data
    let air: VirtualAir

    /// A file of `size` bytes: larger where something must happen to it before it is whole.
    init(_ air: VirtualAir, size: Int = 400_000) throws {
      self.air = air
      content = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
      folder = try TemporaryFolder()
      try content.write(to: URL(fileURLWithPath: source))
    }

    var source: String { "\(folder.path)/long.bin" }
    /// What has come of files that are not whole.
    var parts: [String] {
      get throws {
        try FileManager.default.contentsOfDirectory(atPath: folder.path)
          .filter { $0.hasSuffix(".part") }
      }
    }
    var copy: Data? { try? Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/long (2).bin")) }

    /// Starts the receiver; its files have at most so many blocks of 512 bytes.
    func receive(blocks: Int? = nil, into other: String? = nil) throws -> Program {
      let into = other ?? folder.path
      let own = "--bus \(air.bus) --name Anna --admit anyone --into '\(into)'"
      let limit = blocks.map { "ulimit -f \($0); " } ?? ""
      let script = "\(limit)export XDG_DATA_HOME='\(air.home(of: "Anna"))'; "
      return try Program(
        bytes: ["-c", script + "exec '\(Program.path)' receive \(own)"].map { Array($0.utf8) },
        of: "/bin/sh"
      )
    }

    func send() throws -> Program {
      let own = ["--bus", air.bus, "--adapter", "hci1", "--name", "Gus", "--admit", "anyone"]
      return try air.start("Gus", ["send", source, "Anna"] + own)
    }

    /// Starts both, and waits until this much of it is there.
    func begin(until share: String) async throws -> (receiver: Program, sender: Program) {
      let receiver = try receive()
      try await receiver.prints("Receiving files as")
      let sender = try send()
      try await receiver.prints("long.bin: \(share)")
      return (receiver, sender)
    }

    /// Ends a receiver that goes on waiting.
    static func stop(_ receiver: Program) async {
      receiver.signal(SIGTERM)
      _ = await receiver.end()
    }

    /// Sends it again, of which a part is there, and ends the receiver.
    func finish(_ receiver: Program) async throws {
      let sender = try send()
      let line = try await sender.prints("long.bin resumes at")
      #expect(!line.contains(" at 0 %"))
      #expect(await sender.end().code == 0)
      await Long.stop(receiver)
      #expect(copy == content)
    }
  }

  @Test func `control-C ends a receiver while a file comes`() async throws {
    try await VirtualAir.run { air in
      let long = try Long(air, size: 4_000_000)
      let (receiver, _) = try await long.begin(until: "10 %")
      receiver.signal(SIGINT)
      await expectEnd(of: receiver, code: 130, saying: "stopped by control-C")
      #expect(try long.parts.count == 1)
    }
  }

  @Test func `what a full disk has no room for stays for later`() async throws {
    try await VirtualAir.run { air in
      let long = try Long(air)
      // 300 kB.
      let full = try long.receive(blocks: 600)
      try await full.prints("Receiving files as")
      let sender = try long.send()
      try await full.prints("it cannot be written: File too large. The received part stays.")
      #expect(await sender.end().code == 27)
      full.signal(SIGTERM)
      _ = await full.end()
      #expect(long.copy == nil)
      let receiver = try long.receive()
      try await receiver.prints("Receiving files as")
      try await long.finish(receiver)
    }
  }

  @Test func `who wants no more of a file in a match is asked when it is offered again`()
    async throws
  {
    try await VirtualAir.run { air in
      let long = try Long(air, size: 2_000_000)
      let host = try await air.openTable("--first", "me")
      let guest = try Program(
        ["join", "Anna", "--bus", air.bus, "--adapter", "hci1", "--admit", "anyone"],
        home: air.home(of: "Gus"),
        variables: ["XDG_DOWNLOAD_DIR=\(long.folder.path)"]
      )
      try await guest.prints("You are at Anna's table.")
      host.type("send \(long.source)")
      try await guest.prints("Anna wants to send you long.bin")
      guest.type("accept")
      try await guest.prints("long.bin: 10 %")
      guest.type("cancel")
      try await guest.prints("long.bin was cancelled.")
      try await host.prints("cancelled long.bin")
      host.type("send \(long.source)")
      try await guest.prints("Anna wants to send you long.bin")
      guest.type("accept")
      let line = try await guest.prints("long.bin resumes at")
      #expect(!line.contains(" at 0 %"))
      await Long.stop(guest)
    }
  }
}
