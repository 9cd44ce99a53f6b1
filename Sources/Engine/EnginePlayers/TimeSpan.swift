/// A time that somebody types: `5s`, `500ms`, `1.5s` or `2m`.
public struct TimeSpan: Hashable, Sendable {
  /// The longest that can be asked for, a day.
  public static let longest = Duration.seconds(86_400)

  /// The duration.
  public let duration: Duration

  /// Wraps a duration.
  public init(_ duration: Duration) {
    self.duration = duration
  }

  /// Reads what is typed; nil for anything else, and for no time at all.
  public init?(_ text: String) {
    guard let (digits, unit) = Self.split(text), let number = Double(digits), number > 0 else {
      return nil
    }
    let duration = unit * number
    guard duration >= .milliseconds(1), duration <= Self.longest else { return nil }
    self.duration = duration
  }

  private static func split(_ text: String) -> (String, Duration)? {
    let isNumber: (Character) -> Bool = { ("0"..."9").contains($0) || $0 == "." }
    let digits = String(text.prefix(while: isNumber))
    return switch text.dropFirst(digits.count) {
    case "ms": (digits, .milliseconds(1))
    case "s": (digits, .seconds(1))
    case "m": (digits, .seconds(60))
    default: nil
    }
  }

  /// The allowed texts.
  public static let choices = "a time such as 500ms, 5s or 1m"
}

extension TimeSpan: CustomStringConvertible {
  /// As it is typed: milliseconds below ten seconds, else seconds.
  public var description: String {
    duration < .seconds(10)
      ? "\(Int(duration / .milliseconds(1))) ms" : "\(Int(duration / .seconds(1))) s"
  }
}
