import GameRules
import GameSearch

/// An evaluation whose weights are fitted: a sum of weights of two numbers each.
protocol TunedEvaluation {
  typealias Sample = (features: [(number: UInt16, count: Int8)], phase: Int)

  static var game: Game { get }
  /// The type that the table of weights extends.
  static var type: String { get }
  /// The number of weights, and the weights in use.
  static var count: Int { get }
  static var weights: (early: [Int], late: [Int]) { get }
  /// The phase with all attackers on the board.
  static var mostPhase: Int { get }
  /// The strength with which a weight is drawn back to its start.
  static var restraint: Float { get }
  /// The features of a position; nil if they are not all that counts.
  static func sample(of position: Position) -> Sample?
}

enum XiangqiTuning: TunedEvaluation {
  static var game: Game { .xiangqi }
  static var type: String { "XiangqiWeights" }
  static var count: Int { XiangqiTraining.count }
  static var weights: (early: [Int], late: [Int]) { XiangqiTraining.weights }
  static var mostPhase: Int { 16 }
  static var restraint: Float { 2e-7 }

  static func sample(of position: Position) -> Sample? {
    guard case .xiangqi(let position) = position else { return nil }
    let sample = XiangqiTraining.sample(of: position)
    return (sample.features, sample.phase)
  }
}

enum ChessTuning: TunedEvaluation {
  static var game: Game { .chess }
  static var type: String { "ChessWeights" }
  static var count: Int { ChessTraining.count }
  static var weights: (early: [Int], late: [Int]) { ChessTraining.weights }
  static var mostPhase: Int { 24 }
  static var restraint: Float { 2e-6 }

  static func sample(of position: Position) -> Sample? {
    guard case .chess(let position) = position else { return nil }
    return ChessTraining.sample(of: position)
  }
}
