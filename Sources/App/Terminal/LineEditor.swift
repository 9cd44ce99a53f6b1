/// A line that is being typed: a cursor in it, the lines before, and words that can be completed.
public struct LineEditor: Hashable, Sendable {
  /// What a key came to.
  public enum Outcome: Hashable, Sendable {
    /// The line is as it is shown next.
    case edited
    /// This line is finished.
    case line(String)
    /// These words may be meant.
    case choices([String])
    /// The player wants to type no more.
    case closed
  }

  /// The longest line, in characters, and how many lines are remembered.
  private static let (longest, mostLines) = (1_000, 100)

  /// What stands before the line.
  public var prompt = ""
  /// What can be completed.
  public var words: [String] = []
  private var text: [Character] = []
  private var cursor = 0
  private var history: [String] = []
  /// Which line of the history is shown; the one after the last is what is typed now.
  private var shown = 0
  /// What was typed before the history was looked at.
  private var draft = ""

  /// An empty line.
  public init() {}

  /// What is typed.
  public var line: String { String(text) }

  /// Does what a key is for.
  public mutating func press(_ key: Key) -> Outcome {
    switch key {
    case .character(let character): insert(String(character))
    case .enter: return finish()
    case .tab: return complete()
    case .control("d"):
      if text.isEmpty { return .closed }
      delete()
    case .up, .control("p"): look(shown - 1)
    case .down, .control("n"): look(shown + 1)
    case .backspace: backspace()
    case .delete: delete()
    case .left, .control("b"): cursor = max(cursor - 1, 0)
    case .right, .control("f"): cursor = min(cursor + 1, text.count)
    case .home, .control("a"): cursor = 0
    case .end, .control("e"): cursor = text.count
    case .control("k"): text.removeSubrange(cursor...)
    case .control("u"): cut(from: 0)
    case .control("w"): cut(from: startOfWord)
    default: break
    }
    return .edited
  }

  private mutating func insert(_ more: String) {
    let room = max(Self.longest - text.count, 0)
    let characters = Array(more.prefix(room))
    text.insert(contentsOf: characters, at: cursor)
    cursor += characters.count
  }

  private mutating func backspace() {
    guard cursor > 0 else { return }
    cursor -= 1
    text.remove(at: cursor)
  }

  private mutating func delete() {
    if cursor < text.count { text.remove(at: cursor) }
  }

  /// Takes away what is before the cursor, from `start` on.
  private mutating func cut(from start: Int) {
    text.removeSubrange(start..<cursor)
    cursor = start
  }

  /// Where the word begins that the cursor is in or behind.
  private var startOfWord: Int {
    var start = cursor
    while start > 0, text[start - 1] == " " { start -= 1 }
    while start > 0, text[start - 1] != " " { start -= 1 }
    return start
  }

  // MARK: Lines before

  private mutating func finish() -> Outcome {
    let line = self.line
    if !line.allSatisfy(\.isWhitespace), history.last != line {
      history.append(line)
      if history.count > Self.mostLines { history.removeFirst() }
    }
    show("")
    shown = history.count
    return .line(line)
  }

  private mutating func look(_ index: Int) {
    guard (0...history.count).contains(index) else { return }
    if shown == history.count { draft = line }
    shown = index
    show(index == history.count ? draft : history[index])
  }

  private mutating func show(_ line: String) {
    text = Array(line)
    cursor = text.count
  }

  // MARK: Words

  /// Completes the line up to the cursor as far as all words agree that begin like it.
  private mutating func complete() -> Outcome {
    let typed = String(text[..<cursor])
    let fitting = words.filter { $0.hasPrefix(typed.lowercased()) && !typed.isEmpty }
    guard let first = fitting.first else { return .edited }
    let common = fitting.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
    if common.count > typed.count {
      insert(String(common.dropFirst(typed.count)) + (fitting.count == 1 ? " " : ""))
      return .edited
    }
    return fitting.count > 1 ? .choices(fitting) : .edited
  }

  // MARK: What is shown

  /// The prompt and the line in one row of so many columns, and the column of the cursor; what has
  /// no room is left out, and never the cursor.
  public func row(columns: Int) -> (text: String, cursor: Int) {
    let prompt = prompt.fitting(max(columns - 20, columns / 2, 0))
    let start = CharacterWidth.columns(of: prompt)
    let room = max(columns - start - 1, 1)
    var first = 0
    while width(first..<cursor) > room { first += 1 }
    var end = cursor
    while end < text.count, width(first..<(end + 1)) <= room { end += 1 }
    return (prompt + String(text[first..<end]), start + width(first..<cursor))
  }

  private func width(_ range: Range<Int>) -> Int {
    text[range].reduce(0) { $0 + CharacterWidth.columns(of: $1) }
  }
}

extension String {
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }

  /// The end of the text in so many columns; all of it where it has room.
  fileprivate func fitting(_ columns: Int) -> String {
    var text = self[...]
    while CharacterWidth.columns(of: String(text)) > max(columns, 1), !text.isEmpty {
      text.removeFirst()
    }
    return String(text)
  }
}
