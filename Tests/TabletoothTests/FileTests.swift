import Foundation
import Testing

@testable import tabletooth

@Suite(.timeLimit(.minutes(1))) struct FileTests {
  @Test(arguments: [
    ("a.txt", "a.txt"), ("../../etc/passwd", "passwd"), ("..", "file"), ("", "file"),
    ("/", "file"), (".bashrc", "bashrc"), ("-rf", "rf"), ("a\u{1B}[2Jb", "a[2Jb"),
    ("C:\\x\\y.doc", "y.doc"), ("CON", "file-CON"), ("con.txt", "file-con.txt"),
    ("lpt1", "file-lpt1"), ("a\0b", "ab"), ("a:b?c", "a_b_c"), ("照片.jpg", "照片.jpg"),
    ("\u{202E}gpj.exe", "gpj.exe"), ("x. ", "x"),
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
    try await VirtualAir.run { air in
      let folder = try TemporaryFolder()
      let content = Data((0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
      let source = "\(folder.path)/report.txt"
      try content.write(to: URL(fileURLWithPath: source))
      let receiver = try air.start(
        "Anna",
        [
          "receive", "--bus", air.bus, "--name", "Anna", "--unknown", "accept", "--into",
          folder.path,
        ]
      )
      try await receiver.prints("Files can come to Anna.")
      let sender = try air.start(
        "Gus",
        [
          "send", source, "Anna", "--bus", air.bus, "--adapter", "hci1", "--name", "Gus",
          "--unknown", "accept",
        ]
      )
      try await sender.prints("Anna has report.txt, and it is right")
      #expect(await sender.end() == .init(code: 0, complaints: []))
      #expect(await receiver.end() == .init(code: 0, complaints: []))
      let copy = URL(fileURLWithPath: "\(folder.path)/report (2).txt")
      #expect(try Data(contentsOf: copy) == content)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(names.sorted() == ["report (2).txt", "report.txt"])
    }
  }

  @Test(arguments: ["/nonexistent", "/tmp", "/dev/null"])
  func `what is no file is not sent`(path: String) async throws {
    try await VirtualAir.run { air in
      let sender = try air.start("Gus", ["send", path, "--bus", air.bus])
      await expectEnd(of: sender, code: 64, saying: path)
    }
  }
}
