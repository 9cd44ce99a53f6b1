/// The numbers of the weights of a Xiangqi evaluation, kind by kind.
///
/// Kinds of pieces are 0 to 6: advisor, elephant, horse, rook, cannon, pawn, general.
enum XiangqiFeature {
  /// A piece on a point: 50 a kind, by rank from the own side and column from the edge.
  static let square = 0
  /// The empty points that a rook, cannon or horse could go to.
  static let rookMobility = 350
  static let cannonMobility = 368
  static let horseMobility = 386
  /// A piece that could take another one: attacker's kind, target's kind; 8 a kind.
  static let attack = 396
  /// A piece that could take back on an own one: protector's kind, protected kind; 8 a kind.
  static let protection = 452
  /// An attacked piece without protection, its side to move, and then not to move; 8 each.
  static let hanging = 508
  /// A piece that bears on a general along a column: a cannon first or third, a rook second or
  /// third.
  ///
  /// The four after that are the same along a rank.
  static let line = 524
  /// The number of points of the enemy palace to which an own horse could move.
  static let palaceHorse = 532
  /// To be on move.
  static let tempo = 537
  /// Which attackers a side has: horses, rooks and cannons, 0 to 2 each.
  static let attackers = 538
  /// Which advisors and elephants a side has, by which attackers the other one has: 27 each.
  static let guards = 565
  static let count = 808

  /// The number of a piece on a cell, Red's or Black's.
  static func square(kind: Int, cell: Int, isBlack: Bool) -> Int {
    let row = isBlack ? 10 - cell >> 4 : cell >> 4 - 1
    let column = cell & 15 - 1
    return square + kind * 50 + row * 5 + min(column, 8 - column)
  }
}
