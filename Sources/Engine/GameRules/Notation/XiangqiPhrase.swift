/// A move as people say it: which piece, which way, and how far or where to.
///
/// Files are counted from the mover's right, 1 to 9.
struct XiangqiPhrase: Hashable {
  /// Which of several pieces on a file.
  enum Order: Hashable {
    case front
    case middle
    case back
    /// Counted from the front, from 1.
    case number(Int)
  }

  enum Way: Hashable {
    case advance
    case level
    case retreat
  }

  let order: Order?
  /// Nil where order and file say that it is a pawn.
  let kind: XiangqiPiece.Kind?
  let file: Int?
  let way: Way
  /// The steps of a piece that went straight forward or back, else the file it went to.
  let number: Int

  /// Those of `legal` that this phrase says.
  func moves(of legal: [Move], in position: XiangqiPosition) -> [Move] {
    legal.filter { move in
      guard let step = XiangqiStep(move, in: position), step.number == number, step.way == way
      else { return false }
      return isSubject(step)
    }
  }

  /// Those of `legal` that the piece can make which this phrase names.
  func movesOfSubject(of legal: [Move], in position: XiangqiPosition) -> [Move] {
    legal.filter { move in
      XiangqiStep(move, in: position).map(isSubject) ?? false
    }
  }

  private func isSubject(_ step: XiangqiStep) -> Bool {
    step.kind == kind ?? .pawn && (file == nil || file == step.file) && isOrdered(step)
  }

  private func isOrdered(_ step: XiangqiStep) -> Bool {
    guard let order else { return true }
    let (index, count) = step.rank
    guard count > 1 else { return false }
    switch order {
    case .front: return index == 0
    case .middle: return count == 3 && index == 1
    case .back: return index == count - 1
    case .number(let number):
      // A custom of diagrams: pawns in tandem on two files are numbered through, from the right.
      let isThrough = kind == .pawn && file == nil
      return index + (isThrough ? step.pawnsToTheRight : 0) == number - 1
    }
  }
}

extension XiangqiPhrase {
  /// What one character means.
  private enum Word {
    case piece(XiangqiPiece.Kind)
    case order(Order)
    case number(Int)
  }

  /// Reads WXF, such as `C2.5`, `C2=5`, `+R-2`, `R+-2`, `25.4` or `Pb+1`; nil for any other text.
  init?(wxf text: String) {
    self.init(Self.numbered(Array(text.lowercased()))) { character in
      switch character {
      case "+": .order(.front)
      case "-": .order(.back)
      case ".": .order(.middle)
      default: XiangqiPiece(letter: character).map { .piece($0.kind) } ?? Self.number(character)
      }
    } way: { character in
      switch character {
      case "+": .advance
      case "-": .retreat
      case "=", ".": .level
      default: nil
      }
    }
  }

  /// `2p+1` for `pb+1`: some programs give pawns in tandem letters in place of numbers.
  private static func numbered(_ text: [Character]) -> [Character] {
    guard text.count == 4, text[0] == "p",
      let place = ["a", "b", "c", "d", "e"].firstIndex(of: text[1])
    else { return text }
    return [Character(String(place + 1)), "p"] + text[2...]
  }

  /// Reads Chinese, such as 炮二平五, 前车退二, 前九平八 or 前兵九平八; nil for any other text.
  init?(chinese text: String) {
    self.init(Array(text)) { character in
      switch character {
      case "前": .order(.front)
      case "中": .order(.middle)
      case "后", "後": .order(.back)
      default: XiangqiHan.kind(character).map(Word.piece) ?? Self.number(character)
      }
    } way: { character in
      switch character {
      case "进", "進": .advance
      case "平": .level
      case "退": .retreat
      default: nil
      }
    }
  }

  private static func number(_ character: Character) -> Word? {
    XiangqiHan.number(character).map(Word.number)
  }

  private init?(
    _ characters: [Character],
    word: (Character) -> Word?,
    way: (Character) -> Way?
  ) {
    guard characters.count == 4 || characters.count == 5,
      case .number(let number)? = characters.last.flatMap(word),
      let way = way(characters[characters.count - 2])
    else { return nil }
    guard let subject = Subject(characters.dropLast(2).map(word)) else { return nil }
    self.init(
      order: subject.order,
      kind: subject.kind,
      file: subject.file,
      way: way,
      number: number
    )
  }

  /// Which piece goes: the beginning of a phrase.
  private struct Subject {
    var order: Order?
    var kind: XiangqiPiece.Kind?
    var file: Int?

    /// Reads one word for each character; nil where they name no piece, or say something twice.
    init?(_ words: [Word?]) {
      for (place, word) in words.enumerated() {
        switch word {
        case .piece(let found)? where kind == nil: kind = found
        case .order(let found)? where order == nil: order = found
        case .number(let found)? where place == 0: order = .number(found)
        case .number(let found)? where file == nil: file = found
        case .piece, .order, .number, nil: return nil
        }
      }
      guard [order != nil, kind != nil, file != nil].count(where: { $0 }) > 1 else { return nil }
    }
  }
}
