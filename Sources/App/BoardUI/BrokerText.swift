/// The address of a broker, as it may be shown.
public enum BrokerText {
  /// `text` without the names and passwords that stand before addresses.
  public static func hidingPasswords(_ text: String) -> String {
    text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      guard let end = part.lastIndex(of: "@") else { return String(part) }
      let scheme = part.firstRange(of: "://").map { part[..<$0.upperBound] } ?? ""
      return scheme + "…" + part[end...]
    }
    .joined(separator: ",")
  }
}
