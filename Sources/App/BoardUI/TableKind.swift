import MatchPlay
import MatchProtocol

extension TableKind {
  /// The reason why a program that is there for `errand` ends at a table that offers something
  /// else; nil where that is not why.
  static func mismatch(_ offer: MatchMessage.Start, _ errand: Errand?) -> ExitReason? {
    let (there, here) = (TableKind(offer: offer), errand?.kind ?? .game)
    return there == here ? nil : .otherTable(there: there, here: here)
  }
}

extension SessionEnd {
  /// True if the link is gone, and nothing else was said.
  var isLossOfLink: Bool {
    switch self {
    case .linkLost(.disconnected), .linkLost(.cut), .linkLost(.serviceGone), .silent: true
    default: false
    }
  }
}
