import GameRules
import Phrases

/// The pieces of Xiangqi, for the eye and for the ear.
extension MoveStrings {
  /// A piece on the board: two columns wide as a character, one as a letter.
  static func mark(_ piece: XiangqiPiece, _ pieces: PieceStyle) -> String {
    switch pieces {
    case .latin: String(piece.letter)
    case .han: String(piece.side == .first ? piece.kind.redCharacter : piece.kind.blackCharacter)
    }
  }

  /// The name of a piece; in Chinese Red's and Black's have names of their own.
  static func name(_ piece: XiangqiPiece) -> String {
    switch Language.current {
    case .english: englishName(piece.kind)
    case .chinese: String(XiangqiHan.name(piece.kind, piece.side, .simplified))
    }
  }

  /// A piece that is taken: `a pawn`.
  static func one(_ piece: XiangqiPiece) -> String {
    switch (Language.current, piece.kind) {
    case (.english, .advisor), (.english, .elephant): "an \(englishName(piece.kind))"
    case (.english, _): "a \(englishName(piece.kind))"
    case (.chinese, _): name(piece)
    }
  }

  private static func englishName(_ kind: XiangqiPiece.Kind) -> String {
    switch kind {
    case .advisor: "advisor"
    case .elephant: "elephant"
    case .horse: "horse"
    case .rook: "rook"
    case .cannon: "cannon"
    case .pawn: "pawn"
    case .general: "general"
    }
  }

  /// The names of a kind of piece, Red's and Black's if they differ.
  private static func names(_ kind: XiangqiPiece.Kind) -> String {
    let names = Side.allCases.map { name(XiangqiPiece(kind, $0)) }
    return names[0] == names[1] ? names[0] : names.joined(separator: "/")
  }

  /// The reason why `text`, a move by its form, is none of the side to move.
  static func unplayable(
    _ text: String,
    _ why: UnplayablePhrase,
    in position: XiangqiPosition
  ) -> String {
    func own(_ kind: XiangqiPiece.Kind) -> String { name(XiangqiPiece(kind, position.toMove)) }
    switch why {
    case .several(let moves):
      let texts = moves.map(Position.xiangqi(position).text).sorted()
      return say("\(text) could be several moves. Type \(list(texts)).")
    case .noPiece(let kind, let file):
      let isChinese = Notation.current == .chinese
      let number = isChinese ? XiangqiHan.numeral(file, position.toMove) : "\(file)"
      return say("No \(own(kind)) of yours stands on file \(number).")
    case .tooFew(let kind, let count):
      return say("No file has \(count) of your pieces named \(own(kind)).")
    case .notItsWay(let kind, _):
      return say("The \(own(kind)) cannot move like that: \(kind.way).")
    case .offBoard(let kind, let point):
      return say("The \(own(kind)) on \(square(point)) would leave the board.")
    }
  }

  /// The meaning of each sign on the board, one line for each kind.
  static func legend(_ pieces: PieceStyle) -> String {
    XiangqiPiece.Kind.boardOrder.map { kind in
      let marks = Side.allCases.map { mark(XiangqiPiece(kind, $0), pieces) }
      return "\(marks[0]) \(marks[1])  \(names(kind))" + say(": ") + kind.way
    }.joined(separator: "\n")
  }
}

extension XiangqiPiece.Kind {
  /// From the corner of the board to its middle, then what stands before.
  static let boardOrder: [Self] = [.rook, .horse, .elephant, .advisor, .general, .cannon, .pawn]

  fileprivate var redCharacter: Character {
    switch self {
    case .advisor: "仕"
    case .elephant: "相"
    case .horse: "傌"
    case .rook: "俥"
    case .cannon: "炮"
    case .pawn: "兵"
    case .general: "帥"
    }
  }

  fileprivate var blackCharacter: Character {
    switch self {
    case .advisor: "士"
    case .elephant: "象"
    case .horse: "馬"
    case .rook: "車"
    case .cannon: "砲"
    case .pawn: "卒"
    case .general: "將"
    }
  }

  /// The way a piece moves, as an answer to a move that it cannot make.
  var way: String {
    switch self {
    case .advisor: say("one step diagonally, inside the palace")
    case .elephant: say("two steps diagonally, on its own side of the river")
    case .horse: say("one step straight, then one diagonally outward")
    case .rook: say("any distance along a row or column")
    case .cannon: say("like a rook, but it captures by jumping over exactly one piece")
    case .pawn: say("one step forward, also sideways once it is across the river")
    case .general: say("one step straight, inside the palace")
    }
  }
}
