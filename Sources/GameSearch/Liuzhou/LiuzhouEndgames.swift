package struct LiuzhouEndgames: Sendable {
  enum Ending: Equatable {
    case draw
    case win(Int)
    case loss(Int)
  }
  func ending(_ state: LiuzhouState) -> Ending? { nil }
}
