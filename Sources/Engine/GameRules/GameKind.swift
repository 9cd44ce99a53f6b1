/// The names of the games that two boards can play.
public enum GameKind: String, CaseIterable, Sendable {
  /// Five in a row on 15 by 15 points.
  case gomoku
  /// Liuzhou chess of Fengyang: place, take and move on 6 by 6 points.
  case liuzhou
  /// Xiangqi, the chess of China, on 9 by 10 points.
  case xiangqi
}

extension GameKind {
  /// Other names by which people know the games, in small letters.
  private static let otherNames: [String: GameKind] = [
    "wuziqi": .gomoku, "五子棋": .gomoku, "gobang": .gomoku,
    "niqi": .liuzhou, "泥棋": .liuzhou, "liuzhouqi": .liuzhou, "六洲棋": .liuzhou, "六周棋": .liuzhou,
    "插方": .liuzhou, "来马": .liuzhou, "五福棋": .liuzhou,
    "象棋": .xiangqi, "中国象棋": .xiangqi, "中國象棋": .xiangqi, "cchess": .xiangqi,
  ]

  /// The game of this name, or of another one by which people know it; nil for any other text.
  public init?(named name: String) {
    let name = name.lowercased()
    guard let kind = GameKind(rawValue: name) ?? Self.otherNames[name] else { return nil }
    self = kind
  }
}
