import Phrases

/// Why no tables are heard.
public struct Trouble: Hashable, Sendable {
  /// What is wrong, without its full stop.
  private let happened: String
  /// What to do, without its full stop.
  private let advice: String

  /// The trouble that `reason` names.
  public init(_ reason: ExitReason) {
    let words = reason.words ?? ("", "")
    (happened, advice) = (words.happened, words.advice)
  }

  private init(_ happened: String, _ advice: String) {
    (self.happened, self.advice) = (happened, advice)
  }

  /// The connection to a broker was there and is lost.
  public static func lost(broker: String) -> Self {
    Self(say("the broker \(broker) is not reached"), say("it is tried again and again"))
  }

  /// There is no known player who could have a table.
  public static var nobodyKnown: Self {
    Self(
      say("online you see tables of players you know, and you know nobody yet"),
      say("play once with somebody nearby or by a code")
    )
  }

  /// The trouble as a line of standard error, without its newline.
  public var line: String { say("tabletooth: \(happened); \(advice)") }

  /// What is wrong nearby and online, in one sentence; nil if nothing is.
  public static func text(nearby: Trouble?, online: Trouble?) -> String? {
    if let nearby, let online {
      return say("Nearby: \(nearby.happened). Online: \(online.happened).")
    }
    return (nearby ?? online).map { say("\($0.happened); \($0.advice).") }
  }
}
