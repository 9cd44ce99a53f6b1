import MatchPlay
import MatchProtocol

/// What a table is there for.
public enum TableKind: Hashable, Sendable {
  case game
  case files
  case pipe

  init(_ errand: Errand?) {
    self =
      switch errand {
      case nil: .game
      case .send, .receive: .files
      case .pipe: .pipe
      }
  }

  /// What the host offers; a game where it says no more.
  private init(offer: MatchMessage.Start) {
    let kinds: [(TableKind, Errand)] = [(.files, .receive), (.pipe, .pipe)]
    self = kinds.first { $0.1.terms == offer }?.0 ?? .game
  }

  /// Why a program that is there for `errand` ends at a table that offers something else; nil where
  /// that is not why.
  static func mismatch(_ offer: MatchMessage.Start, _ errand: Errand?) -> ExitReason? {
    let (there, here) = (TableKind(offer: offer), TableKind(errand))
    return there == here ? nil : .otherTable(there: there, here: here)
  }
}

extension SessionEnd {
  /// Whether the link is gone, and nothing else was said.
  var isLossOfLink: Bool {
    switch self {
    case .linkLost(.disconnected), .linkLost(.serviceGone), .silent: true
    case .closed, .peerLeft, .notAccepted, .linkLost(.transportGone), .refused, .recordsDiffer,
      .protocolViolation, .outboxFull, .handshakeTimeout:
      false
    }
  }
}
