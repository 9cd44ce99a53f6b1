/// The Chinese characters of Xiangqi notation.
public enum XiangqiHan {
  /// Which characters are written.
  public enum Script: Sendable {
    /// 车马将.
    case simplified
    /// 車馬將.
    case traditional
  }

  private static let numerals: [Character] = ["一", "二", "三", "四", "五", "六", "七", "八", "九"]

  /// A number from 1 to 9 as `side` writes it: Red in Chinese, Black in Arabic digits.
  public static func numeral(_ number: Int, _ side: Side) -> String {
    guard side == .first, numerals.indices.contains(number - 1) else { return String(number) }
    return String(numerals[number - 1])
  }

  /// Reads 一, 1 and the wide １; nil for anything else.
  static func number(_ character: Character) -> Int? {
    if let index = numerals.firstIndex(of: character) { return index + 1 }
    guard character.unicodeScalars.count == 1, let scalar = character.unicodeScalars.first else {
      return nil
    }
    switch scalar.value {
    case 0x31...0x39: return Int(scalar.value - 0x30)
    case 0xff11...0xff19: return Int(scalar.value - 0xff10)
    default: return nil
    }
  }

  /// The name of a piece; Red's and Black's differ but for rook, horse and, simplified, cannon.
  public static func name(_ kind: XiangqiPiece.Kind, _ side: Side, _ script: Script) -> Character {
    // Red's and Black's, simplified, and then traditional.
    let names: [Character] =
      switch kind {
      case .rook: ["车", "车", "車", "車"]
      case .horse: ["马", "马", "馬", "馬"]
      case .cannon: ["炮", "炮", "炮", "砲"]
      case .elephant: ["相", "象", "相", "象"]
      case .advisor: ["仕", "士", "仕", "士"]
      case .pawn: ["兵", "卒", "兵", "卒"]
      case .general: ["帅", "将", "帥", "將"]
      }
    return names[(script == .simplified ? 0 : 2) + (side == .first ? 0 : 1)]
  }

  /// Reads a name in either script and of either side; nil for anything else.
  static func kind(_ character: Character) -> XiangqiPiece.Kind? {
    switch character {
    case "车", "車", "俥": .rook
    case "马", "馬", "傌": .horse
    case "炮", "砲", "包": .cannon
    case "相", "象": .elephant
    case "仕", "士": .advisor
    case "兵", "卒": .pawn
    case "帅", "帥", "将", "將": .general
    default: nil
    }
  }
}
