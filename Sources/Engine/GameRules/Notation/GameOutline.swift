/// What the lines of a text show of where one game ends and another begins.
///
/// An SGF is no text of lines, and has no outline.
struct GameOutline {
  private let format: GameFormat
  /// True if a tag or a move was seen.
  private(set) var hasGame = false
  private var hasMoves = false
  /// True after a result.
  private var isOver = false
  /// True after the heading of a variation, whose moves are no game.
  private var isInVariation = false
  private var isInComment = false
  private var followsEmptyLine = false

  init(_ format: GameFormat) {
    self.format = format
  }

  /// Forgets the game, as another one begins.
  mutating func reset() {
    self = GameOutline(format)
  }

  /// Takes the next line, or says that another game begins with it.
  mutating func begins(with line: String) -> Bool {
    let text = line.trimmed
    guard !text.isEmpty else {
      followsEmptyLine = true
      return false
    }
    if hasMoves, isBeginning(text) { return true }
    followsEmptyLine = false
    if isHead(text) {
      hasGame = true
    } else {
      noteMoves(text)
    }
    return false
  }

  private func isBeginning(_ text: Substring) -> Bool {
    switch format {
    case .pos, .epd: return true
    case .psq: return text.hasPrefix("Piskvorky")
    case .fen: return Self.isPosition(text)
    case .dhtmlxq: return text.contains(text: "[DhtmlXQ]")
    case .iccs, .wxf, .chinese, .pgn: return isBeginningOfPortable(text)
    // A tree, or a format with one game a file.
    default: return false
    }
  }

  private func isBeginningOfPortable(_ text: Substring) -> Bool {
    guard !isInComment || followsEmptyLine else { return false }
    if text.first == "[" || text.hasPrefix("标题") || text.hasPrefix("FORMAT") {
      return isHead(text)
    }
    if isInVariation || isOver, isHead(text) { return true }
    return isOver && !isInVariation && String(text.prefix(2).map { $0.narrow }) == "1."
  }

  /// True if a tag stands here, or a line like `RED Anna` or `红方: 甲`.
  private func isHead(_ text: Substring) -> Bool {
    guard [.iccs, .wxf, .chinese, .pgn].contains(format) else { return false }
    guard text.first != "[" else {
      let name = text.dropFirst().prefix { $0 != "\"" && $0 != "]" }
      return text.dropFirst(1 + name.count).first == "\""
    }
    let name = text.prefix(while: { $0.isLetter })
    guard PortableGame.headNames[String(name)] != nil else { return false }
    return text.dropFirst(name.count).first.map { $0.isWhitespace || $0.narrow == ":" } ?? false
  }

  private mutating func noteMoves(_ text: Substring) {
    switch format {
    case .iccs, .wxf, .chinese, .pgn: noteWords(textOutsideComments(text))
    case .dhtmlxq: hasMoves = hasMoves || text.contains(text: "movelist")
    case .fen: hasMoves = hasMoves || Self.isPosition(text)
    default: hasMoves = true
    }
    hasGame = hasGame || hasMoves
  }

  private mutating func noteWords(_ words: String) {
    guard !words.isEmpty else { return }
    hasMoves = hasMoves || !PortableGameReader.isText(words)
    guard hasMoves else { return }
    let last = words.split(whereSeparator: { $0.isWhitespace }).last.map(String.init) ?? ""
    isOver = isOver || PortableGame.result(last) != nil || last == "}END"
    isInVariation = isInVariation || PortableGameReader.isVariationHeading(words)
  }

  private static func isPosition(_ text: Substring) -> Bool {
    text.count { $0 == "/" } >= 9
  }

  /// The text without comments between braces; one may continue in the next line.
  private mutating func textOutsideComments(_ text: Substring) -> String {
    var words = ""
    for character in text {
      switch character {
      // The moves of a WXF file stand between braces too.
      case "{": isInComment = !words.hasSuffix("START")
      case "}" where isInComment: isInComment = false
      case ";" where !isInComment: return words.trimmingEnd
      case _ where !isInComment: words.append(character)
      case _: break
      }
    }
    return words.trimmingEnd
  }
}

extension StringProtocol {
  /// The text without white space at its ends.
  fileprivate var trimmed: Substring {
    let text = drop(while: { $0.isWhitespace })
    let end = text.lastIndex { !$0.isWhitespace }
    return end.map { Substring(text[...$0]) } ?? ""
  }

  fileprivate var trimmingEnd: String { String(trimmed) }
}
