import Foundation
import Glibc
import MatchProtocol
import Testing

@testable import tabletooth

@MainActor @Suite struct FileTests {
  @Test(arguments: [
    ("a.txt", "a.txt"), ("../../etc/passwd", "passwd"), ("..", "file"), ("", "file"),
    ("/", "file"), (".bashrc", "bashrc"), ("-rf", "rf"), ("a\u{1B}[2Jb", "a[2Jb"),
    ("C:\\x\\y.doc", "y.doc"), ("CON", "file-CON"), ("con.txt", "file-con.txt"),
    ("lpt1", "file-lpt1"), ("a\0b", "ab"), ("a:b?c", "a_b_c"), ("照片.jpg", "照片.jpg"),
    ("\u{202E}gpj.exe", "gpj.exe"), ("x. ", "x"), ("\u{115F}", "file"), ("\u{3164}.txt", "txt"),
  ])
  func `a name is safe in any folder`(text: String, name: String) {
    #expect(FileName(cleaning: text).text() == name)
  }

  @Test func `a name that exists gets a number before its ending`() {
    #expect(FileName(cleaning: "photo.jpg").text(2) == "photo (2).jpg")
    #expect(FileName(cleaning: "archive").text(3) == "archive (3)")
    let long = FileName(cleaning: String(repeating: "棋", count: 200) + ".txt").text(9_999)
    #expect(long.utf8.count <= 220)
  }

  @Test func `a file goes from one computer to another without a game`() async throws {
    try await World.run { world in
      let folder = try TemporaryFolder()
      let content = Data((0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
      let source = "\(folder.path)/report.txt"
      try content.write(to: URL(fileURLWithPath: source))
      // As a person types it, from wherever the tests run.
      let up = FileManager.default.currentDirectoryPath.split(separator: "/").map { _ in "../" }
      let receiver = await world.start(
        "Anna",
        [
          "receive", "--name", "Anna", "--admit", "anyone", "--into",
          "\(up.joined())\(folder.path.dropFirst())",
        ]
      )
      try await receiver.prints("Receiving files as Anna.")
      let sender = await world.start(
        "Gus",
        [
          "send", source, "Anna", "--adapter", "hci1", "--name", "Gus", "--admit", "anyone",
        ]
      )
      try await sender.prints("Anna received report.txt intact")
      try await receiver.prints(
        "report.txt arrived intact. Saved as: \(folder.path)/report (2).txt"
      )
      #expect(await sender.end() == .init(code: 0, complaints: []))
      #expect(await receiver.end() == .init(code: 0, complaints: []))
      let copy = URL(fileURLWithPath: "\(folder.path)/report (2).txt")
      #expect(try Data(contentsOf: copy) == content)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(names.sorted() == ["report (2).txt", "report.txt"])
    }
  }

  /// A file that is sent, which takes a while, and who receives it.
  @MainActor
  private struct Long {
    let folder: TemporaryFolder
    let content: Data
    let world: World

    /// A file of `size` bytes.
    init(_ world: World, size: Int = 100_000) throws {
      self.world = world
      content = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
      folder = try TemporaryFolder(in: "/dev/shm")
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

    func receive(into other: String? = nil) async throws -> WorldProgram {
      let own = ["receive", "--name", "Anna", "--admit", "anyone", "--into"]
      let receiver = await world.start("Anna", own + [other ?? folder.path])
      try await receiver.prints("Receiving files as")
      return receiver
    }

    func send() async -> WorldProgram {
      let own = ["--adapter", "hci1", "--name", "Gus", "--admit", "anyone"]
      return await world.start("Gus", ["send", source, "Anna"] + own)
    }

    /// Starts both, and waits until this much of it is there.
    func begin(
      until share: String
    ) async throws -> (receiver: WorldProgram, sender: WorldProgram) {
      let receiver = try await receive()
      let sender = await send()
      try await receiver.prints("long.bin: \(share)")
      return (receiver, sender)
    }

    /// Ends a receiver that goes on waiting.
    static func stop(_ receiver: WorldProgram) async {
      receiver.signal(SIGTERM)
      _ = await receiver.end()
    }

    /// Sends it again, of which a part is there, and ends the receiver.
    func finish(_ receiver: WorldProgram) async throws {
      let sender = await send()
      let line = try await sender.prints("long.bin resumes at")
      #expect(!line.contains(" at 0 %"))
      #expect(await sender.end().code == 0)
      await Long.stop(receiver)
      #expect(copy == content)
    }
  }

  @Test func `a sender that was killed goes on at the byte that is there`() async throws {
    try await World.run { world in
      let long = try Long(world)
      let (receiver, sender) = try await long.begin(until: "30 %")
      sender.signal(SIGKILL)
      _ = await sender.end()
      try await long.finish(receiver)
      #expect(await receiver.output().allSatisfy { !$0.contains("game") })
    }
  }

  @Test func `a file that becomes shorter while it is sent is told of, and nothing is stored`()
    async throws
  {
    try await World.run { world in
      let long = try Long(world, size: 200_000)
      let (receiver, sender) = try await long.begin(until: "10 %")
      #expect(unsafe truncate(long.source, 100) == 0)
      try await sender.prints("it changed during the transfer; send it again")
      let end = await sender.end()
      #expect(end.code == 27)
      #expect(!end.complaints.contains { $0.contains("goes on") })
      try await receiver.prints("Gus cannot continue sending long.bin: the file is unreadable")
      await expectEnd(of: receiver, code: 27, saying: "Gus left before the file was complete")
      #expect(long.copy == nil)
      #expect(try long.parts.isEmpty)
    }
  }

  @Test(arguments: [true, false])
  func `a file that is cancelled can go on, and both are told`(isByReceiver: Bool) async throws {
    try await World.run { world in
      let long = try Long(world, size: 200_000)
      let (receiver, sender) = try await long.begin(until: "10 %")
      (isByReceiver ? receiver : sender).type("cancel")
      await expectEnd(of: sender, code: 27, saying: "Send it again; it resumes where it stopped")
      await expectEnd(of: receiver, code: 27, saying: "a file resumes where it stopped")
      #expect(try long.parts.count == 1)
    }
  }

  @Test func `whoever sends to one who receives already hears that`() async throws {
    try await World.run { world in
      let long = try Long(world, size: 200_000)
      let (receiver, _) = try await long.begin(until: "10 %")
      let own = ["--adapter", "hci2", "--name", "Eve", "--admit", "anyone"]
      let other = await world.start("Eve", ["send", long.source, "Anna"] + own)
      try await other.prints("Looking for the receiver.")
      await expectEnd(of: other, code: 22, saying: "Anna is busy with somebody else")
      await Long.stop(receiver)
    }
  }

  @Test func `a folder that is removed meanwhile keeps nothing, and that is said`() async throws {
    try await World.run { world in
      let long = try Long(world)
      let other = "\(long.folder.path)/in"
      try FileManager.default.createDirectory(
        atPath: other,
        withIntermediateDirectories: false
      )
      let receiver = try await long.receive(into: other)
      let sender = await long.send()
      try await receiver.prints("long.bin: 20 %")
      try FileManager.default.removeItem(atPath: other)
      let line = try await receiver.prints("it cannot be written: No such file or directory")
      #expect(!line.contains("stays for later"))
      #expect(await sender.end().code == 27)
      #expect(await receiver.end().code == 27)
    }
  }

  @Test func `a file that another program receives into the same folder is told as such`() throws {
    let folder = try TemporaryFolder()
    let hash = [UInt8](repeating: 7, count: 32)
    let offer = FileOffer(file: 1, name: "photo.jpg", size: 9, hash: hash)
    let first = try Arrival(offer, in: folder.path)
    let trouble = #expect(throws: FileTrouble.self) { try Arrival(offer, in: folder.path) }
    #expect(trouble?.line.contains("another Tabletooth is already receiving this file") == true)
    first.close()
  }

  @Test(arguments: ["/nonexistent", "/etc/hostname"])
  func `a folder that cannot take files is told before anybody is waited for`(
    folder: String
  ) async throws {
    try await World.run { world in
      for command in [["receive", "--into"], ["host", "--accept-files"]] {
        let receiver = await world.start("Zoë", command + [folder])
        await expectEnd(of: receiver, code: 64, saying: "cannot write files to \(folder)")
      }
    }
  }

  @Test func `a file goes on however often its receiver is killed, and leaves when told to`()
    async throws
  {
    try await World.run { world in
      let long = try Long(world, size: 400_000)
      var (receiver, sender) = try await long.begin(until: "10 %")
      for _ in 1...5 {
        receiver.signal(SIGKILL)
        _ = await receiver.end()
        receiver = try await long.receive()
        try await receiver.prints("long.bin resumes at")
      }
      sender.type("status")
      try await sender.prints("Connected")
      sender.type("quit")
      await expectEnd(of: sender, code: 27, saying: "Send it again; it resumes where it stopped")
      #expect(await receiver.end().code == 27)
      #expect(await !receiver.output().contains { $0.contains("asked for a seat") })
    }
  }

  @Test func `who looks for something else than a table is there for is told what it is`()
    async throws
  {
    try await World.run { world in
      _ = try await world.openTable("--first", "me")
      let sender = await world.start(
        "Gus",
        ["send", "/etc/hostname", "Anna", "--adapter", "hci1", "--admit", "anyone"]
      )
      await expectEnd(of: sender, code: 20, saying: "Run tabletooth receive there")
      let folder = try TemporaryFolder()
      let receiver = await world.start(
        "Zoe",
        [
          "receive", "--name", "Zoe", "--adapter", "hci2", "--admit", "anyone", "--into",
          folder.path,
        ]
      )
      try await receiver.prints("Receiving files as Zoe.")
      receiver.type("status")
      try await receiver.prints("Nobody is there yet.")
      let guest = await world.start(
        "Gus",
        ["join", "Zoe", "--adapter", "hci1", "--admit", "anyone"]
      )
      await expectEnd(of: guest, code: 20, saying: "Run tabletooth send")
      // Nobody has to be named where one alone waits for that.
      let other = await world.start(
        "Gus",
        ["send", "/etc/hostname", "--adapter", "hci1", "--admit", "anyone"]
      )
      try await other.prints("Zoe received hostname intact")
      #expect(await other.end() == .init(code: 0, complaints: []))
    }
  }

  @Test func `a file that grows while it is sent comes as it was offered`() async throws {
    try await World.run { world in
      let long = try Long(world, size: 200_000)
      let (receiver, sender) = try await long.begin(until: "10 %")
      let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: long.source))
      try handle.seekToEnd()
      try handle.write(contentsOf: Data(repeating: 7, count: 100_000))
      try handle.close()
      try await sender.prints("Anna received long.bin intact")
      #expect(await sender.end().code == 0)
      await Long.stop(receiver)
      #expect(long.copy == long.content)
    }
  }

  @Test func `a file that is changed while it is sent is thrown away, and both are told`()
    async throws
  {
    try await World.run { world in
      let long = try Long(world, size: 200_000)
      let (receiver, sender) = try await long.begin(until: "10 %")
      let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: long.source))
      try handle.seek(toOffset: 199_000)
      try handle.write(contentsOf: Data(repeating: 0xEE, count: 1_000))
      try handle.close()
      try await receiver.prints("the received file differs from the offer and was discarded")
      #expect(await sender.end().code == 27)
      await Long.stop(receiver)
      #expect(long.copy == nil)
    }
  }

  @Test func `an empty file says nothing of speed`() async throws {
    try await World.run { world in
      let long = try Long(world)
      try Data().write(to: URL(fileURLWithPath: long.source))
      let receiver = try await long.receive()
      let sender = await long.send()
      try await sender.prints("Anna received long.bin intact.")
      #expect(await sender.end().code == 0)
      await Long.stop(receiver)
      #expect(long.copy == Data())
    }
  }

  @Test func `a log of nobody is no log`() async throws {
    try await World.run { world in
      let program = await world.start("Zoë", ["games", "chat", ""])
      await expectEnd(of: program, code: 64, saying: "the name is empty")
    }
  }

  @Test(arguments: ["/nonexistent", "/tmp", "/dev/null", "/proc/self/status"])
  func `what is no file is not sent`(path: String) async throws {
    try await World.run { world in
      let sender = await world.start("Gus", ["send", path])
      await expectEnd(of: sender, code: 64, saying: path)
    }
  }
}
