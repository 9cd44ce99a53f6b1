/// A channel of a link, with an order, a credit and a priority of its own.
///
/// A message of an earlier case is sent before all that wait of a later one.
public enum Channel: Int, CaseIterable, Sendable {
  /// The messages of the match and the goodbye after them.
  ///
  /// They outlive their link, and they alone are kept in a journal.
  case match

  /// The chat of the players, which outlives its link too.
  case words

  /// The messages that a player has seen: the next link begins with the latest.
  case receipts

  /// The agreements about files.
  case files

  /// The parts of files.
  case bulk

  /// The number of words that may wait for their acknowledgement.
  public static var mostWaiting: Int { words.capacity }

  /// The number of messages that may wait for their acknowledgement.
  var capacity: Int {
    switch self {
    case .match: 256  // Two players who take turns have a handful.
    case .words: 256  // What is said in the ten minutes for which a link may be lost.
    case .files: 256  // A few for each file, of which there are a few.
    case .bulk: 48  // As many are made ahead.
    case .receipts: 256  // Each is for something that the other side has said.
    }
  }
}
