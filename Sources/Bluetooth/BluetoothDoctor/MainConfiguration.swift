/// The settings of `bluetoothd` in `/etc/bluetooth/main.conf`.
public struct MainConfiguration: Hashable, Sendable {
  /// The path of the file on Linux distributions.
  public static let standardPath = "/etc/bluetooth/main.conf"

  private var values: [String: [String: String]] = [:]
  /// In which line each key stands, counted from 1, and each group with an empty key.
  private var lines: [String: [String: Int]] = [:]

  /// Reads the file's text, in the format of GLib's key files.
  ///
  /// A line that is no group, no key with a value and no comment says nothing; of equal keys the
  /// last counts.
  public init(parsing text: String) {
    var group = ""
    let all = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in all.enumerated() {
      var line = Self.trimmed(line)
      let isComment = line.hasPrefix("#")
      if isComment { line = Self.trimmed(line.dropFirst()) }
      if let equals = line.firstIndex(of: "="), !line.hasPrefix("[") {
        // Of a key that stands there twice the one counts that says something.
        let key = Self.trimmed(line[..<equals])
        if !isComment || lines[group]?[key] == nil { lines[group, default: [:]][key] = index + 1 }
      }
      if isComment { continue }
      if line.hasPrefix("["), line.hasSuffix("]") {
        group = String(line.dropFirst().dropLast())
        lines[group, default: [:]][""] = index + 1
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

  /// The number of channels one link may use for GATT; more than one is EATT.
  public var channels: Int? { values["GATT"]?["Channels"].flatMap { Int($0) } }

  /// True if `bluetoothd` looks for services on whoever connects; it does unless told otherwise.
  public var looksAtGuests: Bool {
    let value = values["General"]?["ReverseServiceDiscovery"]
    return value != "false" && value != "0"
  }

  /// The line where a key stands or is to be put, counted from 1; `nil` if there is no such group.
  public func line(of key: String, in group: String) -> Int? {
    lines[group]?[key] ?? lines[group]?[""]
  }

  private func number(_ key: String, in group: String) -> Int? {
    values[group]?[key].flatMap { $0.hasPrefix("0x") ? Int($0.dropFirst(2), radix: 16) : Int($0) }
  }

  /// The shortest time between two advertisements that is set, in milliseconds.
  public var advertisingInterval: Double? {
    number("MinAdvertisementInterval", in: "LE").map { Double($0) * 0.625 }
  }

  /// The shortest and longest time between two packets of a new link that are set, in milliseconds.
  public var connectionInterval: (shortest: Double?, longest: Double?) {
    (
      number("MinConnectionInterval", in: "LE").map { Double($0) * 1.25 },
      number("MaxConnectionInterval", in: "LE").map { Double($0) * 1.25 }
    )
  }

  /// The largest ATT MTU that is set.
  public var mtu: Int? { number("ExchangeMTU", in: "GATT") }

  /// The time for which a link lives without hearing from the other side, in units of 10 ms; `nil`
  /// for the kernel's 420 ms.
  public var supervisionTimeout: Int? {
    values["LE"]?["ConnectionSupervisionTimeout"].flatMap { Int($0) }
  }
}
