/// A sentence with its arguments, which can be said in every language.
///
/// The literal of the English sentence is what a catalogue of another language knows it by:
/// `"\(name) plays \(side)."` has the key `{} plays {}.`. A count is written with both forms of its
/// noun, `"\(count, "move", "moves") left"`, and has them in the key: `{move|moves} left`.
public struct Phrase: ExpressibleByStringInterpolation, Sendable {
  /// The literal parts, and the arguments in their order.
  public struct StringInterpolation: StringInterpolationProtocol, Sendable {
    fileprivate var key = ""
    fileprivate var english = ""
    fileprivate var arguments: [String] = []

    /// Parts with room for a literal.
    public init(literalCapacity: Int, interpolationCount: Int) {
      key.reserveCapacity(literalCapacity + 2 * interpolationCount)
      english.reserveCapacity(literalCapacity)
    }

    /// Adds a part that every language has its own text for.
    public mutating func appendLiteral(_ literal: String) {
      key += literal
      english += literal
    }

    /// Adds what is the same in every language.
    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      let text = value.description
      key += "{}"
      english += text
      arguments.append(text)
    }

    /// Adds a number and what is counted.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - one: The English noun, and what goes with it, for one.
    ///   - many: The same for any other number.
    public mutating func appendInterpolation(
      _ count: some BinaryInteger,
      _ one: StaticString,
      _ many: StaticString
    ) {
      key += "{\(one)|\(many)}"
      english += "\(count) \(count == 1 ? one : many)"
      arguments.append("\(count)")
    }
  }

  /// The sentence in a catalogue.
  public let key: String
  /// The sentence in English.
  public let english: String
  /// The arguments in the order of the English sentence; of a count, only the number.
  public let arguments: [String]

  /// A sentence without arguments.
  public init(stringLiteral: String) {
    (key, english, arguments) = (stringLiteral, stringLiteral, [])
  }

  /// A sentence with arguments.
  public init(stringInterpolation: StringInterpolation) {
    key = stringInterpolation.key
    english = stringInterpolation.english
    arguments = stringInterpolation.arguments
  }

  /// The sentence in `language`; in English where no other text is known.
  public func text(in language: Language) -> String {
    switch language {
    case .english: english
    case .chinese: Catalogue.chinese[key].map { filled($0) } ?? english
    }
  }

  /// `template` with the arguments in the place of `{1}`, `{2}` and so on, those of the system in
  /// Chinese, too, and a space wherever Chinese characters and letters or digits meet.
  private func filled(_ template: String) -> String {
    guard !arguments.isEmpty else { return template }
    var text = ""
    var rest = template[...]
    while let open = rest.firstIndex(of: "{") {
      text += rest[..<open]
      let behind = rest[rest.index(after: open)...]
      guard let close = behind.firstIndex(of: "}"), let number = Int(behind[..<close]),
        arguments.indices.contains(number - 1)
      else {
        text += "{"
        rest = behind
        continue
      }
      let argument = arguments[number - 1]
      text.appendSpaced(Catalogue.chinese["system|\(argument)"] ?? argument)
      rest = behind[behind.index(after: close)...]
      if text.needsSpace(before: rest.first) { text += " " }
    }
    return text + rest
  }
}

extension String {
  fileprivate mutating func appendSpaced(_ text: String) {
    if needsSpace(before: text.first) { self += " " }
    self += text
  }

  /// True if a Chinese character and one of another script would meet between this and `next`.
  fileprivate func needsSpace(before next: Character?) -> Bool {
    guard let last, let next else { return false }
    return last.isHan && next.isWestern || last.isWestern && next.isHan
  }
}

extension Character {
  fileprivate var isHan: Bool {
    guard let scalar = unicodeScalars.first else { return false }
    return switch scalar.value {
    case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0x2_0000...0x3_FFFF: true
    default: false
    }
  }

  /// True for letters and digits that do not come from East Asia, and signs that stand for a word.
  fileprivate var isWestern: Bool {
    guard let scalar = unicodeScalars.first, scalar.value < 0x2E80 else { return false }
    return isLetter || isNumber || "/~+-%".contains(self)
  }
}

/// The sentence in the language that the program speaks.
public func say(_ phrase: Phrase) -> String { phrase.text(in: .current) }

/// A text of the help of a command in the language that the program speaks; in English where no
/// other is known.
public func sayHelp(_ english: String) -> String {
  switch Language.current {
  case .english: english
  case .chinese: Catalogue.chinese[english] ?? english
  }
}
