/// What a link carries besides its own messages, each kind with an order, a credit and a priority
/// of its own.
///
/// A message of an earlier case is sent before all that wait of a later one.
enum Channel: Int, CaseIterable, Sendable {
  /// The messages of the match and the goodbye after them.
  ///
  /// They outlive their link, and they alone are kept in a journal.
  case match

  /// How many messages may wait for their acknowledgement.
  var capacity: Int {
    switch self {
    case .match: 256  // Two players who take turns have a handful.
    }
  }
}
