/// The nodes of an SGF file's main line, and its variations.
struct SmartGameTree {
  /// A value between brackets, as it stands there, and where it begins.
  struct Value {
    let raw: String
    let offset: Int

    /// The value without escapes, on one line.
    var text: String {
      var text = ""
      var isEscaped = false
      for character in raw {
        if character == "\\", !isEscaped {
          isEscaped = true
          continue
        }
        // An escaped line break is one that only the file's layout needed.
        if !(isEscaped && character.isNewline) {
          text.append(character.isWhitespace ? " " : character)
        }
        isEscaped = false
      }
      return text
    }
  }

  /// A name and its values, of which there is at least one.
  struct Property {
    let name: String
    let offset: Int
    let values: [Value]
  }

  /// One thing in the variations that leave the main line at one node.
  enum Part {
    case begin
    case end
    case node([Property])
  }

  private(set) var cursor: TextCursor
  private var nodes: [[Property]] = []
  /// True until the main line has ended.
  private var isMainLine = true
  /// The variations, by the number of nodes of the main line before them.
  private(set) var variations: [Int: [Part]] = [:]
  /// How many nodes of the main line stand before the first parenthesis of each depth.
  private var branches: [Int] = []
  /// The variation that is being read: its depth, and the nodes of the main line before it.
  private var open: (depth: Int, branch: Int)?

  init(_ text: String) {
    cursor = TextCursor(text)
  }

  /// Reads the whole file, which has one game.
  mutating func readMainLine() throws(BrokenFile) -> [[Property]] {
    cursor.skipByteOrderMark()
    let nodes = try readGame()
    skipText()
    guard cursor.isAtEnd else { throw cursor.broken(PortableGameReader.oneGame) }
    return nodes
  }

  /// Passes over text up to the next game; all of the text if no game follows.
  private mutating func skipText() {
    while !cursor.isAtEnd, !isAtGame { cursor.advance() }
  }

  /// True if `(;` stands here, with which a game begins.
  private var isAtGame: Bool {
    var ahead = cursor
    guard ahead.skip("(") else { return false }
    ahead.skipWhitespace()
    return ahead.next == ";"
  }

  private mutating func readGame() throws(BrokenFile) -> [[Property]] {
    let start = cursor
    skipText()
    // The error of a text without a game is at its beginning.
    if cursor.isAtEnd { cursor = start }
    cursor.skipWhitespace()
    guard cursor.skip("(") else { throw cursor.broken("( and a game") }
    var depth = 1
    while depth > 0 {
      cursor.skipWhitespace()
      switch cursor.next {
      case "(":
        guard !nodes.isEmpty else { throw cursor.broken("; and the first node") }
        begin(at: depth)
        depth += 1
        cursor.advance()
      case ")":
        guard !nodes.isEmpty else { throw cursor.broken("; and the first node") }
        depth -= 1
        end(at: depth)
        cursor.advance()
      case ";":
        cursor.advance()
        let node = try readProperties()
        take(node)
      default: throw cursor.broken("; and a node, ( and a variation, or )")
      }
    }
    cursor.skipWhitespace()
    return nodes
  }

  private mutating func take(_ node: [Property]) {
    if isMainLine { nodes.append(node) } else { note(.node(node)) }
  }

  private mutating func begin(at depth: Int) {
    if isMainLine { return branches.append(nodes.count) }
    if open == nil, branches.indices.contains(depth - 1) { open = (depth, branches[depth - 1]) }
    note(.begin)
  }

  private mutating func end(at depth: Int) {
    isMainLine = false
    guard let open else { return }
    note(.end)
    if depth == open.depth { self.open = nil }
  }

  private mutating func note(_ part: Part) {
    guard let open else { return }
    variations[open.branch, default: []].append(part)
  }

  private mutating func readProperties() throws(BrokenFile) -> [Property] {
    var properties: [Property] = []
    cursor.skipWhitespace()
    while let next = cursor.next, next.isNameCharacter {
      let offset = cursor.offset
      // Before FF[4] names had small letters too, which mean nothing; some programs have digits.
      let name = cursor.take { $0.isNameCharacter }.filter { !$0.isLowercase }
      guard !name.isEmpty else { throw cursor.broken("a property's name", at: offset) }
      var values: [Value] = []
      cursor.skipWhitespace()
      while cursor.next == "[" {
        values.append(try readValue())
        cursor.skipWhitespace()
      }
      guard !values.isEmpty else { throw cursor.broken("[ and the value of \(name)") }
      properties.append(Property(name: name, offset: offset, values: values))
    }
    return properties
  }

  private mutating func readValue() throws(BrokenFile) -> Value {
    let bracket = cursor.offset
    cursor.advance()
    let offset = cursor.offset
    var isEscaped = false
    let raw = cursor.take { character in
      if isEscaped {
        isEscaped = false
        return true
      }
      isEscaped = character == "\\"
      return character != "]"
    }
    guard cursor.skip("]") else { throw cursor.broken("a value that ends with ]", at: bracket) }
    return Value(raw: raw, offset: offset)
  }
}

extension Character {
  /// True if it may stand in the name of a property.
  fileprivate var isNameCharacter: Bool { isASCII && (isLetter || isNumber) }
}
