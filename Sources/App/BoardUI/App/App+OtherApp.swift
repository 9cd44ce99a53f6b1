import MatchPlay

// A game with somebody at another app, which knows nothing but moves.

extension Machine {
  /// The name of the app at which the other player is; nil for a machine.
  var app: String? {
    if case .app(let name) = self { name } else { nil }
  }
}

extension PlayerAction {
  /// True if the other player has to hear of it, and it is no move.
  var needsWord: Bool {
    switch self {
    case .draw, .takeBack, .again, .startOver, .pause: true
    default: false
    }
  }
}
