/// The weights of ``LiuzhouEvaluation``, in hundredths of a stone.
///
/// First those of the side to move in the order of ``LiuzhouFeatures/values``, then those of the
/// other side, then for having the move, and for White in the placing phase. They are what a
/// logistic regression found on games of the program against itself (docs/dev/liuzhou-search.md).
enum LiuzhouWeights {
  /// Before the first stone is placed.
  static let placingFirst = [
    -4, 39, -21, 163, 29, 73, 22, 1074, 133, 50, 1020, 59, -20, 50, 7, -17, 22, -91, -32, 9, 26, 76,
    0, 56, 44, 168, 21, 62, 29, 136, 112, 43, -32, 107, 39, 57, 39, -23, 33, -98, 29, 12, -40, 56,
    116, -220,
  ]
  /// After the last one is placed.
  static let placingLast = [
    4, 76, -54, 139, 13, -15, 8, 680, -5, 5, 679, 67, 111, 48, 70, 3, 54, -16, 100, 22, -16, 151,
    -2, 70, -8, 133, 11, -6, 2, -14, 18, 10, 92, -7, 6, 15, 61, 1, 50, -10, 2, 19, 1, 52, 76, -328,
  ]
  /// With 36 stones on the board.
  static let movingFull = [
    26, 50, 93, 0, 9, 30, -10, 84, 51, 21, 250, 46, 161, 53, 34, -5, 33, 153, 164, 44, 33, 2, 26,
    56, 81, 0, -5, 22, -8, 60, 36, 20, 63, 3, 107, 50, 39, -2, 41, 73, 76, 46, 20, 7, -23, 0,
  ]
  /// With six stones on the board.
  static let movingBare = [
    48, 193, 65, 0, 134, 49, 42, -131, 16, 50, 8, 149, -15, 30, -1, 15, 4, -27, 72, 11, 23, -2, 53,
    197, 100, 0, 243, 27, 47, 61, 23, 44, 190, 157, 11, 37, 17, 19, 8, 7, 66, 4, 4, 22, -2, 0,
  ]
}
