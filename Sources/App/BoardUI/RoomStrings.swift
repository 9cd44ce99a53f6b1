import MatchPlay
import MatchProtocol
import Phrases

/// Messages for a host about its table.
enum RoomStrings {
  /// A known player wants to sit down, and the host has said that it wants to be asked.
  static func asks(_ name: String) -> String {
    let seconds = SessionTimes.introduction.components.seconds
    return say(
      """
      Your contact \(name) wants to play. Let \(name) in? Type yes or no within \(seconds) \
      seconds.
      """
    )
  }

  /// The host has to say who moves first.
  static func asksFirst(_ name: String) -> String {
    say(
      """
      Who moves first? Type me, guest (\(name)) or coin: a fair coin toss between both computers.
      """
    )
  }

  /// The reply to who is to move first, once that is clear.
  static var firstIsDecided: String { say("The game has begun, so the first move is decided.") }

  static var firstPrompt: String { say("me, guest or coin: ") }

  /// The coin has fallen; `other` is to move first, or the player here.
  static func tossed(_ other: String?) -> String {
    guard let other else { return say("The coin toss of both computers lets you move first.") }
    return say("The coin toss of both computers lets \(other) move first.")
  }

  /// The message for a notice; the other player of the match is called `other`.
  static func words(_ notice: RoomNotice, _ other: String) -> String {
    switch notice {
    case .door(isOpen: true): say("Your table is open. Others can join.")
    case .door(isOpen: false):
      say("Your table is closed to new players. Type open to open it.")
    case .guests(let guests) where guests.isEmpty: say("Nobody is here.")
    case .guests(let guests): list(guests, other)
    case .nobody(let number): say("There is no guest \(number). Type guests to see who is here.")
    case .challengeExpired(let name): ChallengeStrings.expired(title(name, other))
    case .kicked(nil): say("You removed \(other) and left the match.")
    case .kickedForGood:
      say("You removed \(other), left the match and closed your table.")
    case .kicked(let name): say("You removed \(title(name, other)).")
    case .watches(let name): say("\(MeetingStrings.new(name)) is watching.")
    case .watchesNoMore(let name): say("\(MeetingStrings.new(name)) stopped watching.")
    case .othersWatch(let leftOut, let count):
      say("Spectators came or went \(leftOut) more times. Watching now: \(count).")
    case .remark(let words, let name): WatchStrings.line(name, words)
    case .remarksMuted:
      say("Spectators send too many messages. They are hidden for a while.")
    case .onlyHost: say("Only the host of a table open to other computers can do that.")
    }
  }

  /// Whom to send away has to be said by number.
  static var kickByNumber: String {
    say(
      """
      Type kick with the number or the name of a guest, such as kick 1. Type guests to see who is \
      here.
      """
    )
  }

  /// The numbers of the guests who are called so, where capital letters make no difference.
  static func numbers(of text: String, among guests: [RoomGuest], _ other: String) -> [Int] {
    guests.indices.filter { index in
      title(guests[index].name, other).lowercased() == text.lowercased()
    }.map { $0 + 1 }
  }

  /// Nobody here is called so.
  static func noGuest(_ name: String) -> String {
    say("Nobody here is called \(PrintableText(name).text). Type guests to see who is here.")
  }

  /// Several here are called so.
  static func severalGuests(_ name: String, _ numbers: [Int]) -> String {
    let several = numbers.map { "kick \($0)" }.joined(separator: say(" or "))
    return say("\(numbers.count) guests are called \(PrintableText(name).text). Type \(several).")
  }

  private static func list(_ guests: [RoomGuest], _ other: String) -> String {
    guests.enumerated().map { index, guest in
      "\(index + 1)  \(title(guest.name, other))  \(words(guest.activity))"
    }.joined(separator: "\n")
  }

  private static func title(_ name: PlayerName?, _ other: String) -> String {
    name.map { PrintableText($0.description).text } ?? other
  }

  private static func words(_ activity: RoomGuest.Activity) -> String {
    switch activity {
    case .asks: say("wants to play; type yes or no")
    case .decides: say("was let in, but has not accepted yet")
    case .plays: say("playing")
    case .isAway: say("playing; connection lost")
    case .watches: say("watching")
    }
  }
}
