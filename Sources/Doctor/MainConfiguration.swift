/// What `bluetoothd` was told in `/etc/bluetooth/main.conf`.
public struct MainConfiguration: Hashable, Sendable {
  /// Where Linux distributions keep the file.
  public static let standardPath = "/etc/bluetooth/main.conf"

  private var values: [String: [String: String]] = [:]

  /// Reads the file's text, in the format of GLib's key files.
  ///
  /// A line that is no group, no key with a value and no comment says nothing; of equal keys the
  /// last counts.
  public init(parsing text: String) {
    var group = ""
    for line in text.split(whereSeparator: \.isNewline) {
      let line = Self.trimmed(line)
      if line.hasPrefix("#") { continue }
      if line.hasPrefix("["), line.hasSuffix("]") {
        group = String(line.dropFirst().dropLast())
      } else if let equals = line.firstIndex(of: "=") {
        let key = Self.trimmed(line[..<equals])
        values[group, default: [:]][key] = Self.trimmed(line[line.index(after: equals)...])
      }
    }
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop(while: \.isWhitespace)
    let end = start.lastIndex { !$0.isWhitespace }
    return end.map { String(start[...$0]) } ?? ""
  }

  /// How many channels one link may use for GATT; more than one is EATT.
  public var channels: Int? { values["GATT"]?["Channels"].flatMap { Int($0) } }

  /// Whether `bluetoothd` looks for services on whoever connects; it does unless told otherwise.
  public var looksAtGuests: Bool {
    let value = values["General"]?["ReverseServiceDiscovery"]
    return value != "false" && value != "0"
  }

  /// How long a link lives without hearing from the other side, in units of 10 ms; `nil` for the
  /// kernel's 420 ms.
  public var supervisionTimeout: Int? {
    values["LE"]?["ConnectionSupervisionTimeout"].flatMap { Int($0) }
  }
}
