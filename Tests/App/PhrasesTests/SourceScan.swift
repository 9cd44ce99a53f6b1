import FoundationEssentials

/// The phrases that the sources of the program say, found by reading the sources.
struct SourceScan {
  /// A phrase in a file.
  struct Phrase: Hashable {
    let file: String
    let key: String
  }

  /// What was found, in the order of the files.
  private(set) var phrases: [Phrase] = []
  /// Where `say` is not followed by a literal, so that its key cannot be told.
  private(set) var unreadable: [String] = []

  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources")

  /// Reads every file that imports `Phrases`.
  init() throws {
    let manager = FileManager.default
    let paths = try manager.subpathsOfDirectory(atPath: Self.root.path)
    for path in paths.sorted() where path.hasSuffix(".swift") {
      let bytes = manager.contents(atPath: Self.root.appending(path: path).path) ?? Data()
      let text = String(decoding: bytes, as: UTF8.self)
      guard text.contains("import Phrases\n") else { continue }
      read(Array(text), of: path)
    }
  }

  private mutating func read(_ text: [Character], of file: String) {
    var reader = LiteralReader(text: text)
    while let call = reader.nextCall() {
      switch call {
      case .phrase(let key): phrases.append(Phrase(file: file, key: key))
      case .noLiteral(let line): unreadable.append("\(file):\(line)")
      }
    }
  }
}

/// Finds `say("…")` in a file of Swift, and reads the literal behind it.
struct LiteralReader {
  enum Call: Hashable {
    case phrase(String)
    case noLiteral(line: Int)
  }

  let text: [Character]
  private var place = 0

  init(text: [Character]) { self.text = text }

  /// The next call in code; comments and other literals are passed over, but for what is said in
  /// the arguments of a literal.
  mutating func nextCall() -> Call? {
    while place < text.count {
      guard "/s#".contains(text[place]) else {
        place += 1
        continue
      }
      if starts("//") {
        place = text[place...].firstIndex(of: "\n") ?? text.count
      } else if starts("say("), place == 0 || !isWord(text[place - 1]) {
        place += 4
        while place < text.count, text[place].isWhitespace { place += 1 }
        guard starts("\"") else {
          return .noLiteral(line: text[..<place].count { $0 == "\n" } + 1)
        }
        return .phrase(key(at: place).key)
      } else if starts("#\"") {
        place = (place + 2..<text.count).first { text[$0] == "\"" && text[$0 + 1] == "#" } ?? place
        place += 2
      } else {
        place += 1
      }
    }
    return nil
  }

  private func starts(_ word: String, at index: Int? = nil) -> Bool {
    text[(index ?? place)...].starts(with: Array(word))
  }

  private func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "."
      || character == "`"
  }

  /// The key of the literal that begins at `start`, and where it ends.
  private func key(at start: Int) -> (key: String, end: Int) {
    let isMultiline = starts("\"\"\"", at: start)
    var index = start + (isMultiline ? 3 : 1)
    var key = ""
    while index < text.count {
      if isMultiline ? starts("\"\"\"", at: index) : text[index] == "\"" { break }
      if text[index] == "\\" {
        let (part, end) = escape(at: index + 1)
        key += part
        index = end
      } else {
        key.append(text[index])
        index += 1
      }
    }
    let end = index + (isMultiline ? 3 : 1)
    return (isMultiline ? Self.undented(key) : key, end)
  }

  /// What stands for an escape behind a backslash, and where it ends.
  private func escape(at index: Int) -> (part: String, end: Int) {
    switch text[index] {
    case "(":
      let (arguments, end) = interpolation(at: index)
      guard arguments.count == 3, arguments[1].hasPrefix("\"") else { return ("{}", end) }
      let forms = arguments.dropFirst().map { $0.dropFirst().dropLast() }
      return ("{\(forms[0])|\(forms[1])}", end)
    case "n": return ("\n", index + 1)
    // A line that goes on: what indents the next one is taken off with the others' indent.
    case "\n": return ("\u{0}", index + 1)
    default: return (String(text[index]), index + 1)
    }
  }

  /// The arguments of an interpolation, and where it ends.
  private func interpolation(at start: Int) -> (arguments: [String], end: Int) {
    var (arguments, depth, index) = ([""], 0, start)
    while index < text.count {
      let character = text[index]
      if character == "\"" {
        let end = key(at: index).end
        arguments[arguments.count - 1] += String(text[index..<end])
        index = end
        continue
      }
      if "([{".contains(character) { depth += 1 }
      if ")]}".contains(character) { depth -= 1 }
      index += 1
      if depth == 0 { break }
      if character == ",", depth == 1 {
        arguments.append("")
      } else if index > start + 1, !(character == " " && arguments.last == "") {
        arguments[arguments.count - 1].append(character)
      }
    }
    return (arguments, index)
  }

  /// The text of a literal of several lines, without what indents all of them.
  private static func undented(_ text: String) -> String {
    let lines = text.replacing("\u{0}", with: "\u{0}\n").split(
      separator: "\n",
      omittingEmptySubsequences: false
    )
    let indent = lines.last?.count ?? 0
    let inner = lines.dropFirst().dropLast().map { $0.dropFirst(indent) }
    return inner.joined(separator: "\n").replacing("\u{0}\n", with: "")
  }
}
