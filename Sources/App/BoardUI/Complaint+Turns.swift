import MatchProtocol
import Phrases

extension Complaint {
  static func keptShut(_ name: String) -> Self {
    let minutes = SessionTimes.turn.components.seconds / 60
    return .init(
      say(
        "others asked for the seat at the table of \(PrintableText(name).text) for \(minutes) minutes"
      ),
      say("try again later (over Bluetooth, closer together)")
    )
  }

  static func recordsDiffer(_ name: String) -> Self {
    .init(
      say("what is kept of the match here, and at \(PrintableText(name).text), is not the same"),
      say(
        """
        see yours with tabletooth games; to be asked once more, type the same again on both \
        computers, or begin another match with --new
        """
      )
    )
  }
}
