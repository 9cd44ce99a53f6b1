/// A window about the last score of the root, which grows until the score is inside.
struct XiangqiWindow {
  private(set) var alpha = -XiangqiScore.infinite
  private(set) var beta = XiangqiScore.infinite
  private var width = 14

  /// The first depths, whose scores jump, have the widest window.
  init(around score: Int, depth: Int) {
    guard depth >= 5 else { return }
    alpha = max(score - width, -XiangqiScore.infinite)
    beta = min(score + width, XiangqiScore.infinite)
  }

  /// True if `score` is inside; if not, the window grows on that side.
  mutating func takes(_ score: Int) -> Bool {
    if score <= alpha {
      beta = (alpha + beta) / 2
      alpha = max(score - width, -XiangqiScore.infinite)
    } else if score >= beta {
      beta = min(score + width, XiangqiScore.infinite)
    } else {
      return true
    }
    width += width / 2
    if width > 1_000 {
      alpha = -XiangqiScore.infinite
      beta = XiangqiScore.infinite
    }
    return false
  }
}
