/// Cuts a text with many games into pieces with one game each, while the text arrives.
///
/// A game that is broken does not take the next one with it: `(;FF[4]` or `(;GM[4]` at the start
/// of a line begins a game in an SGF, whatever is open, and so does a tag after moves in a PGN.
struct GameSplitter {
  /// The text of one game, with what stands around it.
  struct Piece {
    let text: String
    /// The place of its first character in the whole text, counted from 1.
    let line: Int
    let column: Int
    /// True if the game is longer than ``GameFile/maximumSize``; its text is left out.
    let isTooLong: Bool
  }

  private let isTree: Bool
  private var outline: GameOutline
  private var nesting = Nesting()
  private var bytes: [UInt8] = []
  /// Where the piece that comes next begins in ``bytes``.
  private var start = 0
  /// The first of ``bytes`` that was not looked at.
  private var scanned = 0
  private var isFinished = false
  private var isFirst = true
  private var place = (line: 1, column: 1)
  /// Where a piece begins of which some text was dropped already.
  private var longStart: (line: Int, column: Int)?

  init(_ format: GameFormat) {
    isTree = format.isTree
    outline = GameOutline(format)
  }

  /// Takes the next part of the text.
  mutating func append(_ text: String) {
    bytes.removeSubrange(..<start)
    scanned -= start
    start = 0
    bytes += text.utf8
  }

  /// Says that no more text follows.
  mutating func finish() {
    isFinished = true
  }

  /// The next piece; nil if more text is needed, or after the last one.
  mutating func next() -> Piece? {
    if let end = isTree ? endOfTree() : endBeforeLine() { return takePiece(upTo: end) }
    if scanned - start > GameFile.maximumSize { dropText() }
    guard isFinished, isFirst || start < bytes.count || longStart != nil else { return nil }
    let hasGame = isTree ? nesting.isOpen : outline.hasGame
    // What follows the last game is text, and an error only if no game came before.
    guard hasGame || isFirst else { return nil }
    return takePiece(upTo: bytes.count)
  }

  private mutating func takePiece(upTo end: Int) -> Piece {
    let text = String(decoding: bytes[start..<end], as: UTF8.self)
    let isTooLong = longStart != nil || end - start > GameFile.maximumSize
    let begin = longStart ?? place
    advance(over: text)
    (start, scanned, longStart, isFirst) = (end, end, nil, false)
    nesting = Nesting()
    outline.reset()
    return Piece(
      text: isTooLong ? "" : text,
      line: begin.line,
      column: begin.column,
      isTooLong: isTooLong
    )
  }

  /// Forgets text of a game that is too long to be read.
  private mutating func dropText() {
    longStart = longStart ?? place
    advance(over: String(decoding: bytes[start..<scanned], as: UTF8.self))
    start = scanned
  }

  private mutating func advance(over text: String) {
    guard let last = text.lastIndex(where: { $0.isNewline }) else {
      place.column += text.count
      return
    }
    place.line += text.count(where: { $0.isNewline })
    place.column = text[last...].count
  }

  // MARK: Smart Game Format

  /// The index behind the game that begins next, if it is known.
  private mutating func endOfTree() -> Int? {
    while scanned < bytes.count {
      if nesting.isOpen, isLineStart {
        guard let isRoot = isAtRoot else { return nil }
        if isRoot { return scanned }
      }
      scanned += 1
      if nesting.closes(with: bytes[scanned - 1]) { return scanned }
    }
    return nil
  }

  private var isLineStart: Bool {
    scanned > start && (bytes[scanned - 1] == 0x0a || bytes[scanned - 1] == 0x0d)
  }

  /// Whether `(;` and a property that only the first node has stand here; nil if more text decides.
  ///
  /// A comment that quotes a game has a backslash before each `]`.
  private var isAtRoot: Bool? {
    let ahead = bytes[scanned...].prefix(8)
    guard ahead.first == UInt8(ascii: "(") else { return false }
    guard ahead.count == 8 || isFinished else { return nil }
    let text = String(decoding: ahead, as: UTF8.self)
    guard ["(;FF[", "(;GM[", "(;SZ["].contains(String(text.prefix(5))) else { return false }
    let digits = text.dropFirst(5).prefix { ("0"..."9").contains($0) }
    return !digits.isEmpty && text.dropFirst(5 + digits.count).first == "]"
  }

  // MARK: Lines

  /// The index of the line with which another game begins, if it is known.
  private mutating func endBeforeLine() -> Int? {
    while let end = endOfLine {
      let line = String(decoding: bytes[scanned..<end], as: UTF8.self)
      if outline.begins(with: line) { return scanned }
      scanned = end
    }
    return nil
  }

  /// The index behind the line that begins at ``scanned``; nil if it is not here as a whole.
  private var endOfLine: Int? {
    guard scanned < bytes.count else { return nil }
    guard let end = bytes[scanned...].firstIndex(where: { $0 == 0x0a || $0 == 0x0d }) else {
      return isFinished || bytes.count - scanned > GameFile.maximumSize ? bytes.count : nil
    }
    guard bytes[end] == 0x0d else { return end + 1 }
    guard end + 1 < bytes.count else { return isFinished ? end + 1 : nil }
    return bytes[end + 1] == 0x0a ? end + 2 : end + 1
  }
}

/// How deep in parentheses and values a place in an SGF is.
private struct Nesting {
  private enum State {
    case text
    /// Behind a parenthesis that may begin a game.
    case parenthesis
    case nodes(depth: Int)
    case value(depth: Int)
    case escape(depth: Int)
  }

  private var state = State.text

  /// True if a game has begun here and not ended.
  var isOpen: Bool {
    switch state {
    case .text, .parenthesis: false
    case .nodes, .value, .escape: true
    }
  }

  /// Takes one byte; true if it ends a game.
  mutating func closes(with byte: UInt8) -> Bool {
    switch state {
    case .text, .parenthesis: outside(byte)
    case .nodes(let depth): return closesNodes(at: depth, with: byte)
    case .value(let depth):
      if byte == UInt8(ascii: "\\") { state = .escape(depth: depth) }
      if byte == UInt8(ascii: "]") { state = .nodes(depth: depth) }
    case .escape(let depth): state = .value(depth: depth)
    }
    return false
  }

  private mutating func outside(_ byte: UInt8) {
    switch (state, byte) {
    case (_, UInt8(ascii: "(")): state = .parenthesis
    case (.parenthesis, UInt8(ascii: ";")): state = .nodes(depth: 1)
    case (.parenthesis, 0x09...0x0d), (.parenthesis, 0x20): break
    case _: state = .text
    }
  }

  private mutating func closesNodes(at depth: Int, with byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "["): state = .value(depth: depth)
    case UInt8(ascii: "("): state = .nodes(depth: depth + 1)
    case UInt8(ascii: ")"):
      state = depth == 1 ? .text : .nodes(depth: depth - 1)
      return depth == 1
    case _: break
    }
    return false
  }
}
