import MatchProtocol

extension Complaint {
  static func keptShut(_ name: String) -> Self {
    let minutes = SessionTimes.turn.components.seconds / 60
    return .init(
      "others asked for the seat at the table of \(PrintableText(name).text) for \(minutes) minutes",
      "try again later, or move closer together"
    )
  }

  static func recordsDiffer(_ name: String) -> Self {
    .init(
      "what is kept of the match here, and at \(PrintableText(name).text), is not the same",
      "see yours with tabletooth games, or begin another match with --new"
    )
  }
}
