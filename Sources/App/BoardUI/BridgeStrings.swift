public import MatchProtocol
import Phrases

/// Messages for the person who runs a bridge.
public enum BridgeStrings {
  /// The table of a broker is open to those nearby.
  public static func openNearby(_ table: String, of broker: String, on adapter: String) -> String {
    say(
      """
      The table of \(PrintableText(table).text) at \(broker) is open to those nearby, on \(adapter).
      They compare digits with its host as ever. Control-C ends the bridge.
      """
    )
  }

  /// The table nearby is open to those at a broker, who are to type `invitation`.
  public static func openOnline(_ table: String, for invitation: String) -> String {
    say(
      """
      The table \(PrintableText(table).text) is open to whoever is far away and types:
        tabletooth join \(invitation)
      They compare digits with its host as ever. Control-C ends the bridge.
      """
    )
  }

  /// A message about guests.
  package static func line(_ news: Bridge.News, count: Int) -> String {
    switch news {
    case .came(let number):
      count == 1
        ? say("Guest \(number) is here.")
        : say("Guest \(number) is here. There are \(count) guests now.")
    case .went(let number, let traffic):
      say("Guest \(number) is gone: \(words(traffic)).")
    case .dropped(let number, let packets):
      say("Guest \(number) has more than there is room for: packets dropped \(packets).")
    case .flooded(let number?):
      say("Guest \(number) floods the bridge: \(shut)")
    case .flooded(nil): say("Too many want to come: \(shut)")
    case .full: say("One more wanted to come, and was turned away: there are \(count).")
    case .occupied:
      say("One more wanted to play, and was told to wait: over one Bluetooth link one can.")
    }
  }

  private static var shut: String {
    say("for \(Bridge.shutTime.components.seconds) seconds only those are heard who are here.")
  }

  /// The traffic of so many guests that are there.
  package static func carried(_ traffic: Bridge.Traffic, guests: Int) -> String {
    say("Guests \(guests), in all: \(words(traffic)).")
  }

  /// The traffic at the end of the bridge.
  package static func carried(_ traffic: Bridge.Traffic) -> String {
    say("The bridge has carried in all: \(words(traffic)).")
  }

  private static func words(_ traffic: Bridge.Traffic) -> String {
    let (up, down) = (amount(traffic.up), amount(traffic.down))
    guard traffic.dropped > 0 else { return say("\(up) to the table, \(down) from it") }
    return say("\(up) to the table, \(down) from it, packets dropped \(traffic.dropped)")
  }

  private static func amount(_ amount: Bridge.Traffic.Amount) -> String {
    say("packets \(amount.packets) (\(FileStrings.bytes(Double(amount.bytes))))")
  }

  /// The host of the table is not there any more.
  public static func tableGone(waiting limit: Duration) -> String {
    say("The table is gone. It is waited for, \(limit.components.seconds) seconds.")
  }
  /// It is there again.
  public static var tableBack: String { say("The table is there again.") }
  /// The table lets nobody new in, or does again.
  public static func table(isOpen: Bool) -> String {
    isOpen ? say("The table lets others in again.") : say("The table lets nobody new in now.")
  }

  /// The transport cannot work at the moment, and is tried again.
  public static func waits(_ reason: ExitReason) -> String {
    say("Still trying: \(reason.clause)")
  }

  /// A message about a transport's trouble, or its recovery; nil for anything else.
  public static func line(_ progress: TransportProgress) -> String? {
    switch progress {
    case .brokerLost(let attempt, let pause): NetworkStrings.brokerLost(attempt, after: pause)
    case .brokerFound: NetworkStrings.brokerFound
    case .brokerForbids(let broker): NetworkStrings.brokerForbids(broker)
    case .brokerFlooded: NetworkStrings.brokerFlooded
    case .unavailable: Strings.bluetoothGone
    case .available: Strings.bluetoothBack
    default: nil
    }
  }
}
