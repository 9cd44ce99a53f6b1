import MatchProtocol

/// A table that is heard over Bluetooth and on the local network.
extension Listing {
  /// The ways by which it is heard, the nearest first.
  public var carriers: [Carrier] {
    Carrier.allCases.filter { $0 == carrier || others[$0] != nil }
  }

  /// True if `other`, which is heard over another carrier, is the same table.
  ///
  /// It is by its number, and as one name begins with the other: Bluetooth cuts long names, and
  /// avahi-daemon adds numbers to those that are taken. Where nobody can connect, Bluetooth has no
  /// room for the number, and nothing hangs on it.
  func isSame(as other: Listing) -> Bool {
    guard carrier != other.carrier, !isOnline, !other.isOnline, let presence,
      let said = other.presence, hasName(like: other)
    else { return false }
    if let number = presence.number, let another = said.number { return number == another }
    return !isConnectable && !other.isConnectable && presence.says(the: said)
  }

  private func hasName(like other: Listing) -> Bool {
    guard let name = name?.description, let another = other.name?.description else { return true }
    return name.hasPrefix(another) || another.hasPrefix(name)
  }

  /// This line of a list, which is one of `other` too.
  func joined(with other: Listing) -> Listing {
    var line = self
    line.name = name ?? other.name
    line.strength = strength ?? other.strength
    line.others[other.carrier] = other.address
    return line
  }

  /// The lines for `tables`, each of which is one, over however many carriers it is heard.
  public static func lines(_ tables: [Listing]) -> [Listing] {
    var lines: [Listing] = []
    for carrier in Carrier.allCases {
      for table in tables where table.carrier == carrier {
        let twin = lines.firstIndex { $0.others[carrier] == nil && $0.isSame(as: table) }
        if let twin { lines[twin] = lines[twin].joined(with: table) } else { lines.append(table) }
      }
    }
    return lines
  }
}

extension Presence {
  /// True if it says of a table what `other` does, but for the number.
  fileprivate func says(the other: Presence) -> Bool {
    bytes.prefix(Self.length) == other.bytes.prefix(Self.length)
  }
}
