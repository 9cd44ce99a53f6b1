/// A change in the list of tables nearby.
public enum TableChange: Hashable, Sendable {
  /// It is heard, and was not before.
  case appeared(FoundHost)
  /// It says something else, or is heard from nearer or farther.
  case changed(FoundHost)
  /// It is not heard any more.
  case vanished(FoundHost)
}

/// The tables that are heard now: each of them was heard a moment ago.
///
/// A value without a clock: every input has the time since the search began.
struct HeardTables {
  private struct Entry {
    var host: FoundHost
    var heardAt: Duration
    let since: Duration
    /// The last report of it; nil while its name is still missing.
    var told: FoundHost?
  }

  /// The time for which a table stays listed after it was heard last.
  ///
  /// BlueZ advertises every 1.28 seconds, so six of its advertisements were missed then.
  static let silence = Duration.seconds(8)
  /// The time to wait for the name of a table, which comes in a packet of its own.
  private static let nameTime = Duration.seconds(2)
  /// The change of signal strength that is reported, in dB; hands and heads make less of a
  /// difference.
  private static let rssiStep = 8

  private var entries: [String: Entry] = [:]

  /// Takes what was heard of `host`, and returns what to tell.
  mutating func hear(_ host: FoundHost, now: Duration) -> TableChange? {
    var entry =
      entries[host.address] ?? Entry(host: host, heardAt: now, since: now, told: nil)
    defer { entries[host.address] = entry }
    (entry.host, entry.heardAt) = (host, now)
    guard let told = entry.told else {
      guard host.name != nil else { return nil }
      entry.told = host
      return .appeared(host)
    }
    guard Self.differ(told, host) else { return nil }
    entry.told = host
    return .changed(host)
  }

  /// Returns what to tell of tables of which nothing was heard, or no name.
  mutating func tick(now: Duration) -> [TableChange] {
    entries.values.map(\.host.address).sorted().compactMap { address in
      guard var entry = entries[address] else { return nil }
      if now - entry.heardAt >= Self.silence {
        entries[address] = nil
        return entry.told.map(TableChange.vanished)
      }
      guard entry.told == nil, now - entry.since >= Self.nameTime else { return nil }
      entry.told = entry.host
      entries[address] = entry
      return .appeared(entry.host)
    }
  }

  private static func differ(_ old: FoundHost, _ new: FoundHost) -> Bool {
    guard old.presence == new.presence, old.isConnectable == new.isConnectable,
      old.name == new.name
    else { return true }
    guard let before = old.strength, let now = new.strength else {
      return (old.strength == nil) != (new.strength == nil)
    }
    return abs(before - now) >= rssiStep
  }
}
