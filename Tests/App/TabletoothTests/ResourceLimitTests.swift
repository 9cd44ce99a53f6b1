import BoardUI
import Testing

@testable import tabletooth

@Suite(.timeLimit(.minutes(1))) struct ResourceLimitTests {
  @Test(
    arguments: [
      (127, .max, "only 127 open files, and it needs 128. Run ulimit -n 1024"),
      (1_024, 90 << 20, "only 90 MB of address space, and it needs 256. Run ulimit -v unlimited"),
      (128, 256 << 20, nil), (.max, .max, nil),
    ] as [(UInt, UInt, String?)]
  )
  func `too little is refused in one line`(files: UInt, memory: UInt, words: String?) {
    let trouble = ResourceLimits.trouble(files: files, memory: memory)
    #expect((trouble == nil) == (words == nil))
    #expect(trouble?.line?.contains(words ?? "") != false)
    #expect(trouble.map(\.code) == (words == nil ? nil : 41))
  }

  @Test(arguments: [8, 10, 12, 14, 27, 127])
  func `a program with few open files says so, and does not start`(limit: Int) async throws {
    let script = "ulimit -n \(limit); exec \"$0\" \"$@\""
    let program = try Program(
      bytes: ["-c", script, Program.path, "host", "--on", "tcp:127.0.0.1:0", "--name", "Anna"]
        .map { Array($0.utf8) },
      of: "/bin/bash"
    )
    let end = await program.end()
    #expect(end.code == 41)
    #expect(end.complaints.count == 1)
    #expect(end.complaints.first?.contains("only \(limit) open files") == true)
  }
}
