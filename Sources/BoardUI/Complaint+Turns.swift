import MatchProtocol

extension Complaint {
  static func keptShut(_ name: String) -> Self {
    let minutes = SessionTimes.turn.components.seconds / 60
    return .init(
      "others asked for the seat at the table of \(PrintableText(name).text) for \(minutes) minutes",
      "try again later, or move closer together"
    )
  }
}
