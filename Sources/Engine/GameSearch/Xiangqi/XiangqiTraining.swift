package import GameRules

/// The Xiangqi evaluation for a tuner: a sum of weights.
package enum XiangqiTraining {
  /// One position as its evaluation sees it.
  package struct Sample: Sendable {
    /// The features, and how often Red has each, less how often Black has it.
    package let features: [(number: UInt16, count: Int8)]
    /// The share of the attackers that is left, from 16 to 0.
    package let phase: Int
  }

  /// The number of weights.
  package static var count: Int { XiangqiFeature.count }

  /// The weights in use: with all attackers on the board, and with none.
  package static var weights: (early: [Int], late: [Int]) {
    var early: [Int] = []
    var late: [Int] = []
    for index in 0..<count {
      let weight = XiangqiWeights.shared.features[index]
      late.append(Int(Int16(truncatingIfNeeded: weight)))
      early.append(Int((weight &+ 0x8000) >> 16))
    }
    return (early, late)
  }

  /// The features of a position.
  package static func sample(of position: XiangqiPosition) -> Sample {
    let board = XiangqiBoard(position, room: 1, weights: .shared)
    var red = XiangqiSurvey(XiangqiList())
    var black = XiangqiSurvey(XiangqiList())
    board.survey(&red, &black)
    var counts: [UInt16: Int] = [:]
    for feature in red.tally.features { counts[UInt16(feature), default: 0] += 1 }
    for feature in black.tally.features { counts[UInt16(feature), default: 0] -= 1 }
    for piece in 16..<48 {
      let cell = Int(board.engine.places[piece])
      guard cell != 0 else { continue }
      let kind = XiangqiBoard.kind(piece)
      let isBlack = piece >= XiangqiEngine.black
      let feature = XiangqiFeature.square(kind: kind, cell: cell, isBlack: isBlack)
      counts[UInt16(feature), default: 0] += isBlack ? -1 : 1
    }
    let features = counts.filter { $0.value != 0 }.map { (number: $0.key, count: Int8($0.value)) }
    return Sample(
      features: features.sorted { $0.number < $1.number },
      phase: XiangqiBoard.phase(board.past[board.height].counts)
    )
  }

  /// The evaluation of a position for Red, as a search would have it.
  package static func evaluation(of position: XiangqiPosition) -> Int {
    let board = XiangqiBoard(position, room: 1, weights: .shared)
    let score = board.evaluate(XiangqiWeights.shared.features)
    return position.toMove == .first ? score : -score
  }
}

/// All features that were tallied.
private struct XiangqiList: XiangqiTally {
  var features: [Int] = []

  mutating func add(_ feature: Int) { features.append(feature) }
}
