import MatchProtocol

/// Messages about two records of one match that differ, and their bytes.
let comparingVectors = [
  Vector(
    testDescription: "GameLine",
    envelope: .gameLine(GameLine(game: 1, remaining: 2, digests: [3, 4])),
    bytes: [0xf2, 5, 22, 0x08, 1, 0x10, 2, 0x1a, 16] + [3, 0, 0, 0, 0, 0, 0, 0]
      + [4, 0, 0, 0, 0, 0, 0, 0]
  ),
  Vector(
    testDescription: "GoBack",
    envelope: .goBack(GoBack(agrees: true, game: 1, moves: 6)),
    bytes: [0xfa, 5, 6, 0x08, 1, 0x10, 1, 0x18, 6]
  ),
]
