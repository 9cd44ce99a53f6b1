internal import GameRules
internal import ProcessIO

/// What the rules say about one position, as the object that `tabletooth-engine inspect` prints.
///
/// docs/reference/inspect.md lists the members.
struct Inspection: Encodable {
  private enum CodingKeys: String, CodingKey {
    case toMove, legal, forbidden, inCheck, outcome, fen
  }

  private struct End: Encodable {
    let winner: String
    let reason: String
  }

  private let position: Position

  /// Looks at `position`.
  init(of position: Position) {
    self.position = position
  }

  /// The object as one line, without its end; the members are sorted.
  var json: String { JSON.line(self) }

  /// The object that says why there is no position.
  static func json(_ error: String) -> String { JSON.line(["error": error]) }

  /// Writes the members; an outcome that is not there yet is null.
  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(position.toMove.colour(in: position.game.kind), forKey: .toMove)
    try members.encode(position.legalMoves.map(\.description).sorted(), forKey: .legal)
    try members.encode(forbidden, forKey: .forbidden)
    try members.encode(position.isInCheck, forKey: .inCheck)
    try members.encode(end, forKey: .outcome)
    try members.encode(position.text, forKey: .fen)
  }

  /// Points by the kind of foul that a black stone would be there.
  private var forbidden: [String: [String]] {
    guard case .gomoku(let position) = position else { return [:] }
    return Dictionary(grouping: position.forbiddenPoints) { $0.foul.rawValue }
      .mapValues { $0.map(\.point.description).sorted() }
  }

  private var end: End? {
    position.outcome.map { outcome in
      End(
        winner: outcome.winner?.colour(in: position.game.kind) ?? "draw",
        reason: outcome.reason.rawValue
      )
    }
  }
}
