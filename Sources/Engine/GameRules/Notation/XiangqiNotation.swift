/// The ways to write a move of Xiangqi.
public enum XiangqiNotation: String, CaseIterable, Sendable {
  /// Start and end by coordinates from Red's left, ranks from 0: `h2e2`; `H2-E2` is read too.
  case iccs
  /// Piece, file, way and number: `C2.5`, `h8+7`, `+R-2`; Black in small letters.
  ///
  /// Of three or more pawns on a file, and of pawns in tandem on two files, the number from the
  /// front and the file stand in place of letter and file: `25.4`; `=` is read too.
  case wxf
  /// The same in Chinese: 炮二平五, 马8进7, 前车退二.
  ///
  /// Red's numbers are Chinese, Black's are not. Three pawns on a file are 前中后, four 前二三后, five
  /// 前二三四后; of pawns in tandem on two files, the file is named in place of the piece: 前九平八.
  case chinese
  /// ``chinese`` in traditional characters: 前車退二.
  case traditionalChinese = "traditional-chinese"

  /// A move in this notation, to show what one looks like.
  var example: String {
    switch self {
    case .iccs: "h2e2"
    case .wxf: "C2.5"
    case .chinese: "炮二平五"
    case .traditionalChinese: "炮二平五"
    }
  }

  /// The notation that `text` is written in by its form.
  ///
  /// A coordinate has its second letter where the other notations have their way to go.
  init(of text: String) {
    if !text.allSatisfy({ $0.isASCII }) {
      self = .chinese
    } else {
      self = XiangqiPosition.move(text) == nil ? .wxf : .iccs
    }
  }
}

extension XiangqiPosition {
  /// Writes `move`; nil where it is not legal here, whether the game has ended or not.
  ///
  /// No two legal moves have the same text, and ``move(from:in:)`` reads it.
  public func text(of move: Move, in notation: XiangqiNotation) -> String? {
    withoutVerdict.legalMoves.contains(move) ? phrase(of: move, in: notation) : nil
  }

  /// Writes `move`, whether it is legal or not; nil where no piece stands at its start.
  public func phrase(of move: Move, in notation: XiangqiNotation) -> String? {
    switch notation {
    case .iccs: move.description
    case .wxf: XiangqiStep(move, in: self)?.wxf
    case .chinese: XiangqiStep(move, in: self)?.chinese(.simplified)
    case .traditionalChinese: XiangqiStep(move, in: self)?.chinese(.traditional)
    }
  }

  /// Reads a legal move.
  ///
  /// Capital and small letters mean the same; simplified and traditional characters, `1`, `１` and
  /// 一 are all read. A text that names several pieces is read where only one of them can move so.
  /// - Throws: what a move looks like, where the text is none or is not legal.
  public func move(
    from text: String,
    in notation: XiangqiNotation
  ) throws(UnreadableMove) -> Move {
    let legal = legalMoves
    let fitting: [Move]
    switch notation {
    case .iccs:
      let move = Self.move(text)
      fitting = legal.filter { $0 == move }
    case .wxf: fitting = XiangqiPhrase(wxf: text)?.moves(of: legal, in: self) ?? []
    case .chinese, .traditionalChinese:
      fitting = XiangqiPhrase(chinese: text)?.moves(of: legal, in: self) ?? []
    }
    guard fitting.count == 1, let move = fitting.first else {
      throw UnreadableMove(text: text, expected: "a legal move like \(notation.example)")
    }
    return move
  }
}
