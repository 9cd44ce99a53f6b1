/// The numbers of the weights of an evaluation of chess; a row counts from the own side.
enum ChessTerm {
  /// A piece on a square: 32 a kind from pawn to king, by row and column from the edge.
  static let square = 0
  /// The squares that a knight, bishop, rook or queen can go to: 28 a kind.
  static let mobility = 192
  /// A pawn that no pawn stops, by row, and more if nothing stops its next step.
  static let passed = 304
  static let passedFree = 312
  /// How far the kings are from the next step of such a pawn.
  static let passedKing = 320
  static let passedEnemy = 328
  /// Such a pawn, any pawn that a pawn protects, and one with a neighbour, by row.
  static let passedProtected = 336
  static let protected = 344
  static let neighbour = 352
  static let isolated = 360
  static let doubled = 361
  static let backward = 362
  /// An isolated pawn with no pawn before it.
  static let exposed = 363
  static let pair = 364
  static let rookOpen = 365
  static let rookHalfOpen = 366
  /// To be on move.
  static let tempo = 367
  /// A knight, then a bishop, that a pawn protects and no pawn can drive away.
  static let outpost = 368
  /// An own pawn on the colour of a bishop.
  static let badBishop = 370
  /// A piece that is attacked and not protected.
  static let hanging = 371
  /// A piece that no pawn protects and another kind attacks: by attacker and target, 8 each.
  static let threat = 372
  /// The nearest own pawn, then the nearest enemy's, on each column at a king, by row; 0 is none.
  static let shelter = 420
  static let storm = 428
  /// How much bears on a king, 40 with the attacker's queen, then 40 without.
  static let danger = 436
  static let count = 516

  /// The number of a piece on a square, of White's or Black's.
  static func square(_ piece: Int, _ square: Int) -> Int {
    let row = piece & 8 == 0 ? square >> 3 : 7 - square >> 3
    return Self.square + (piece & 7 - 1) << 5 + row << 2 + min(square & 7, 7 - square & 7)
  }
}
