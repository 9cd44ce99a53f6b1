import MatchPlay
import MatchProtocol
import Phrases
import QRCode

/// Messages about the page in a browser.
enum WebStrings {
  /// A table that a browser finds at one of `addresses`, for a new guest or for `guest`.
  static func open(_ name: String, for guest: String?, at addresses: [String]) -> String {
    let list = addresses.map { "  \($0)" }.joined(separator: "\n")
    guard let guest else {
      return say(
        """
        Your table \(name) is open. On a phone or another computer, open in a browser:
        \(list)
        Type quit to stop waiting.
        """
      )
    }
    return say(
      """
      Your table \(name) is open only for \(guest). Open this page there, or reload it:
      \(list)
      To play with somebody else, type quit, then run tabletooth host --new.
      """
    )
  }

  /// A table can also be found by browsers.
  static func alsoOpen(at addresses: [String]) -> String {
    say(
      """
      Or open in a browser there:
      \(addresses.map { "  \($0)" }.joined(separator: "\n"))
      """
    )
  }

  /// No other computer reaches the page.
  static var onlyHere: String {
    say(
      """
      Only browsers on this computer can reach the page. For others, give this computer's address: \
      --on web:192.168.1.5.
      """
    )
  }

  /// The first of `addresses` as a code for a camera; nil if only this computer reaches it.
  static func code(_ addresses: [String]) -> QRCode? {
    addresses.first.flatMap { isOnlyHere($0) ? nil : QRCode($0) }
  }

  /// True if only this computer reaches `address`.
  static func isOnlyHere(_ address: String) -> Bool { address.hasPrefix("http://localhost:") }
}
