public import MatchProtocol
import Phrases

/// Messages for the person who runs a bridge.
public enum BridgeStrings {
  /// The table of a broker is open to those nearby.
  public static func openNearby(_ table: String, of broker: String, on adapter: String) -> String {
    say(
      """
      \(PrintableText(table).text)'s table at \(broker) is open to players nearby, on \(adapter).
      Guests compare digits with the host as usual. Control-C stops the bridge.
      """
    )
  }

  /// The table nearby is open to those at a broker, who are to type `invitation`.
  public static func openOnline(_ table: String, for invitation: String) -> String {
    say(
      """
      The table \(PrintableText(table).text) is open online. To join it from afar, run:
        tabletooth join \(invitation)
      Guests compare digits with the host as usual. Control-C stops the bridge.
      """
    )
  }

  /// A message about guests.
  package static func line(_ news: Bridge.News, count: Int) -> String {
    switch news {
    case .came(let number):
      count == 1
        ? say("Guest \(number) joined.")
        : say("Guest \(number) joined. There are \(count) guests now.")
    case .went(let number, let traffic):
      say("Guest \(number) left: \(words(traffic)).")
    case .dropped(let number, let packets):
      say("The buffer of guest \(number) is full. Packets dropped: \(packets).")
    case .flooded(let number?):
      say("Guest \(number) sends too much. Nobody new can join for \(shut) seconds.")
    case .flooded(nil): say("Too many join attempts. Nobody new can join for \(shut) seconds.")
    case .full: say("The bridge turned a guest away because it is full: \(count) are here.")
    case .occupied:
      say("The bridge asked a player to wait: Bluetooth carries only one at a time.")
    }
  }

  private static var shut: Int64 { Bridge.shutTime.components.seconds }

  /// The traffic of so many guests that are there.
  package static func carried(_ traffic: Bridge.Traffic, guests: Int) -> String {
    say("Guests: \(guests). Total: \(words(traffic)).")
  }

  /// The traffic at the end of the bridge.
  package static func carried(_ traffic: Bridge.Traffic) -> String {
    say("The bridge carried in total: \(words(traffic)).")
  }

  private static func words(_ traffic: Bridge.Traffic) -> String {
    let (up, down) = (amount(traffic.up), amount(traffic.down))
    guard traffic.dropped > 0 else { return say("\(up) to the table, \(down) from it") }
    return say("\(up) to the table, \(down) from it, \(traffic.dropped) dropped")
  }

  private static func amount(_ amount: Bridge.Traffic.Amount) -> String {
    let bytes = FileStrings.bytes(Double(amount.bytes))
    return say("\(amount.packets, "packet", "packets") (\(bytes))")
  }

  /// The host of the table is not there any more.
  public static func tableGone(waiting limit: Duration) -> String {
    say("The table is gone. Waiting \(limit.components.seconds) seconds for its return.")
  }
  /// The table lets nobody new in, or does again.
  public static func table(isOpen: Bool) -> String {
    isOpen ? say("The table accepts guests again.") : say("The table accepts no new guests now.")
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
