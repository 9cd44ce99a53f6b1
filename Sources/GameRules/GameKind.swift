/// The names of the games that two boards can play.
public enum GameKind: String, CaseIterable, Sendable {
  /// Five in a row on 15 by 15 points.
  case gomoku
  /// Liuzhou chess of Fengyang: place, take and move on 6 by 6 points.
  case liuzhou
  /// Xiangqi, the chess of China, on 9 by 10 points.
  case xiangqi
}
