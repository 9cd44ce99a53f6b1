import GameRules
import Glibc
import Testing

/// `tabletooth-engine inspect` and `tabletooth-engine perft`, asked as another program asks them.
@Suite(.timeLimit(.minutes(1))) struct InspectTests {
  @Test(arguments: Example.all)
  func `the documentation's examples are answered as it says`(example: Example) async throws {
    let program = try Program.engine(example.arguments)
    for exchange in example.exchanges {
      if let line = exchange.line { program.type(line) }
      let answer = try await program.prints("")
      #expect(exchange.accepts(answer), "\(exchange.line ?? ""): \(answer)")
    }
    program.endInput()
    #expect(await program.end() == .init(code: 0, complaints: []))
  }

  /// All but those that a claim or a clock brings about.
  @Test(arguments: Outcome.Reason.allCases.filter { $0 != .fiftyMoves && $0 != .cannotMate })
  func `every reason for an end has an example`(reason: Outcome.Reason) {
    let answers = Example.all.flatMap(\.exchanges).map(\.answer)
    #expect(answers.contains { $0.contains("\"reason\":\"\(reason.rawValue)\"") })
  }

  @Test(
    arguments: [
      ([0x00], "column 1: expected ASCII text, found the byte 0x0"),
      (Array("startpos \u{e4}".utf8), "column 10: expected ASCII text"),
      (Array("startpos moves ".utf8) + [0xff, 0xfe], "column 16: expected ASCII text"),
      (Array("startpos\u{1b}[2J".utf8), "column 9: expected ASCII text"),
      (Array("fen".utf8), "column 4: expected B, W or a number of empty points; 15 are left"),
      (Array("fen moves".utf8), "column 5: expected B, W or a number of empty points"),
      (Array("startpos moves \"\\".utf8), "found \\\"\\\\\""),
      (Array(repeating: 0x20, count: 65_536), "column 1: expected startpos or fen"),
      (Array(repeating: 0x20, count: 65_537), "expected a line of at most 65536 bytes"),
      (Array(repeating: 0x61, count: 1 << 20), "expected a line of at most 65536 bytes"),
      (Array("startpos moves ".utf8) + Array(repeating: 0x61, count: 60_000), "...\"}"),
    ] as [([UInt8], String)]
  )
  func `a line that cannot be used is an error, and the next is served`(
    line: [UInt8],
    words: String
  ) async throws {
    let program = try Program.engine(["inspect"])
    program.type(bytes: line + Array("\r\nstartpos\r\n".utf8))
    let answer = try await program.prints("")
    #expect(answer.hasPrefix("{\"error\":\""), "\(answer)")
    #expect(answer.contains(words), "\(answer)")
    #expect(answer.utf8.count < 200)
    #expect(try await program.prints("").hasSuffix(#""outcome":null,"toMove":"black"}"#))
    program.endInput()
    #expect(await program.end() == .init(code: 0, complaints: []))
  }

  @Test func `the last line may lack its end`() async throws {
    let program = try Program.engine(["inspect", "--game", "liuzhou"])
    program.type(bytes: Array("startpos".utf8))
    program.endInput()
    try await program.prints("6/6/6/6/6/6 w p 18,18 0 0")
    #expect(await program.end() == .init(code: 0, complaints: []))
  }

  @Test func `standard input may be empty`() async throws {
    let program = try Program.engine(["inspect"])
    program.endInput()
    #expect(await program.end() == .init(code: 0, complaints: []))
  }

  @Test(arguments: [19, 20])
  func `freestyle has larger boards`(size: Int) async throws {
    let program = try Program.engine(["inspect", "--size", "\(size)"])
    let ranks = Array(repeating: "\(size)", count: size).joined(separator: "/")
    let digits = Array(repeating: "99\(size - 18)", count: size).joined(separator: "/")
    for line in ["startpos", "fen \(ranks) b", "fen \(digits) b"] {
      program.type(line)
      #expect(try await program.prints("").hasPrefix("{\"fen\":\"\(ranks) b\""))
    }
    program.endInput()
    _ = await program.end()
  }

  @Test(arguments: [
    ["inspect", "--size", "16"], ["inspect", "--rule", "renju", "--size", "19"],
    ["inspect", "--game", "draughts"], ["perft", "--depth", "-1"], ["perft", "--depth", "33"],
    ["perft"], ["perft", "--depth", "1", "--position", "fen x"],
  ])
  func `a command line that means nothing is refused`(arguments: [String]) async throws {
    let end = await (try Program.engine(arguments)).end()
    #expect(end.code == 64)
    #expect(!end.complaints.isEmpty)
  }

  @Test(arguments: [("xiangqi", 4, 3_290_240), ("liuzhou", 4, 1_413_720), ("gomoku", 2, 50_400)])
  func `perft counts what is known, and divided into the same sum`(
    game: String,
    depth: Int,
    count: Int
  ) async throws {
    let arguments = ["perft", "--game", game, "--depth", "\(depth)"]
    #expect(try await (Program.engine(arguments)).prints("") == "\(count)")
    let divided = try Program.engine(arguments + ["--divide"])
    var sum = 0
    while case let line = try await divided.prints(""), let colon = line.firstIndex(of: ":") {
      sum += Int(line[line.index(colon, offsetBy: 2)...]) ?? 0
    }
    #expect(sum == count)
  }

  @Test func `control-C ends a long count`() async throws {
    let program = try Program.engine(["perft", "--game", "xiangqi", "--depth", "32", "--divide"])
    program.signal(SIGINT)
    #expect(await program.end().code == 128 + SIGINT)
  }
}

/// An example of docs/reference/inspect.md: a command, what is typed and what it prints.
struct Example: Sendable, CustomTestStringConvertible {
  /// A line and the answer to it; no line where nothing has to be typed.
  struct Exchange: Sendable {
    let line: String?
    /// The answer, in which `…` stands for anything.
    let answer: String

    /// Whether `text` is the answer.
    func accepts(_ text: String) -> Bool {
      let parts = answer.split(separator: "…", omittingEmptySubsequences: false)
      guard parts.count > 1 else { return text == answer }
      var rest = text[...]
      for (number, part) in parts.enumerated() where !part.isEmpty {
        if number == 0 {
          guard rest.hasPrefix(part) else { return false }
          rest = rest.dropFirst(part.count)
        } else if number == parts.count - 1 {
          return rest.hasSuffix(part)
        } else {
          guard let range = rest.firstRange(of: part) else { return false }
          rest = rest[range.upperBound...]
        }
      }
      return true
    }
  }

  let arguments: [String]
  var exchanges: [Exchange] = []

  var testDescription: String { arguments.joined(separator: " ") }

  /// All of them.
  static let all: [Example] = {
    var examples: [Example] = []
    var line: String?
    for text in document.split(separator: "\n").map(String.init) {
      if text.hasPrefix("$ tabletooth-engine ") {
        examples.append(Example(arguments: words(text.dropFirst("$ tabletooth-engine ".count))))
      } else if text == ">" || text.hasPrefix("> ") {
        line = String(text.dropFirst(2))
      } else if text.hasPrefix("< "), !examples.isEmpty {
        let exchange = Exchange(line: line, answer: String(text.dropFirst(2)))
        examples[examples.count - 1].exchanges.append(exchange)
        line = nil
      }
    }
    return examples
  }()

  /// The words of a command; quotes keep a text together.
  private static func words(_ command: Substring) -> [String] {
    let parts = command.split(separator: "\"", omittingEmptySubsequences: false)
    return parts.enumerated().flatMap { number, part in
      number % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
    }
  }

  private static var document: String {
    let root = #filePath.split(separator: "/").dropLast(5).joined(separator: "/")
    guard let file = unsafe fopen("/\(root)/docs/reference/inspect.md", "r") else { return "" }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = unsafe getc(file), byte != EOF { bytes.append(UInt8(byte)) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
