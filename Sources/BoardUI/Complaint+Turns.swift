import MatchProtocol
import Phrases

extension Complaint {
  static func keptShut(_ name: String) -> Self {
    let minutes = SessionTimes.turn.components.seconds / 60
    return .init(
      say(
        "others asked for the seat at the table of \(PrintableText(name).text) for \(minutes) minutes"
      ),
      say("try again later, or move closer together")
    )
  }
}
