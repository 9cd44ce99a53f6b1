internal import MatchProtocol

/// The name of a player who has not chosen one: two words that are easy to say and to type.
///
/// Not the computer's name, by which anybody in range would recognise it.
enum FriendlyName {
  private static let qualities = [
    "Amber", "Brave", "Calm", "Clever", "Early", "Gentle", "Golden", "Happy", "Jolly", "Kind",
    "Lucky", "Merry", "Nimble", "Patient", "Polite", "Proud", "Quick", "Quiet", "Silver", "Sunny",
    "Swift", "Tidy", "Warm", "Wise",
  ]
  private static let animals = [
    "Badger", "Bear", "Beaver", "Crane", "Deer", "Finch", "Fox", "Hare", "Heron", "Ibis", "Lark",
    "Lynx", "Marten", "Mole", "Newt", "Otter", "Owl", "Panda", "Raven", "Robin", "Seal", "Stork",
    "Swan", "Wren",
  ]

  /// One of 576 names.
  static func random(using generator: inout some RandomNumberGenerator) -> PlayerName {
    let words = [qualities, animals].map { $0.randomElement(using: &generator) ?? "" }
    return PlayerName(cleaning: words.joined(separator: " "))
  }
}
