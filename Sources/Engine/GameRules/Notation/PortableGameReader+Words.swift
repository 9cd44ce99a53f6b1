/// What the words and lines of a PGN of Xiangqi are.
extension PortableGameReader {
  /// True if a line names a variation of dpxq's plain text, such as `【变１】`; other texts in these
  /// brackets are remarks.
  static func isVariationHeading(_ line: some StringProtocol) -> Bool {
    line.first == "【" && line.prefix { $0 != "】" }.contains { $0 == "变" || $0 == "變" }
  }

  /// How many characters of a word are a move's number, such as `12.` or `12...`.
  ///
  /// `15.4` is a pawn's move in WXF, and `.P+1` another one.
  static func numberLength(of word: Substring) -> Int {
    let digits = word.prefix { ("0"..."9").contains($0) }.count
    let dots = word.dropFirst(digits).prefix { $0 == "." || $0 == "…" || $0 == "、" }.count
    let rest = word.dropFirst(digits + dots)
    let isMove = digits == 2 && dots == 1 && rest.count == 1 && rest.first?.isNumber == true
    let isNumber = digits > 0 ? dots > 0 : dots > 1 || word.first == "…"
    return isNumber && !isMove ? digits + dots : 0
  }

  /// True if a file and a digit stand side by side in what follows, as in all moves with ranks.
  static func hasRanks(_ cursor: TextCursor) -> Bool {
    var cursor = cursor
    var isBehindFile = false
    while let character = cursor.next?.narrow {
      if isBehindFile, ("0"..."9").contains(character) { return true }
      isBehindFile = ("a"..."i").contains(character) || ("A"..."I").contains(character)
      cursor.advance()
    }
    return false
  }

  /// A word without the number at its beginning, and without judgements before and behind that.
  static func withoutNumber(_ word: Substring) -> Substring {
    let number = word.drop { "!?".contains($0) }
    return number.dropFirst(numberLength(of: number)).drop { "!?".contains($0) }
  }

  static func withoutJudgement(_ word: Substring) -> Substring {
    var word = word
    while let last = word.last, "!?".contains(last) { word.removeLast() }
    return word
  }
}
