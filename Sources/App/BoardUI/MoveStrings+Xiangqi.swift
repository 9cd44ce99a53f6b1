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

  static func name(_ kind: XiangqiPiece.Kind) -> String {
    switch kind {
    case .advisor: say("advisor")
    case .elephant: say("elephant")
    case .horse: say("horse")
    case .rook: say("rook")
    case .cannon: say("cannon")
    case .pawn: say("pawn")
    case .general: say("general")
    }
  }

  /// A piece of a kind, whichever it is.
  static func one(_ kind: XiangqiPiece.Kind) -> String {
    switch kind {
    case .advisor: say("an advisor")
    case .elephant: say("an elephant")
    case .horse: say("a horse")
    case .rook: say("a rook")
    case .cannon: say("a cannon")
    case .pawn: say("a pawn")
    case .general: say("a general")
    }
  }

  /// The meaning of each sign on the board, one line for each kind.
  static func legend(_ pieces: PieceStyle) -> String {
    XiangqiPiece.Kind.boardOrder.map { kind in
      let marks = Side.allCases.map { mark(XiangqiPiece(kind, $0), pieces) }
      return "\(marks[0]) \(marks[1])  \(name(kind)): \(kind.way)"
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
