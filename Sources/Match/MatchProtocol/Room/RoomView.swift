/// The record of a room as one watcher has it: what came to all, what was asked for, and what is
/// missing.
struct RoomView: Sendable {
  /// The time to wait for packets out of order to fill a gap, before it is requested.
  private static let patience = Duration.milliseconds(300)
  /// After this time without what was asked for, it is asked for again.
  private static let repetition = Duration.seconds(5)
  /// The maximum number of entries that wait for a missing one; later ones are requested.
  private static let mostWaiting = 256

  /// Which room it is; nil before the first word of one.
  private(set) var room: UInt64?
  /// The number of the entry that is due next.
  private(set) var next: UInt32 = 0
  /// The number of entries, as far as it is known.
  private(set) var count: UInt32 = 0
  private var key: RoomKey?
  private var parts = RoomParts()
  private var waiting: [UInt32: RoomEntry] = [:]
  /// Since when something is missing.
  private var missingSince: Duration?
  /// True if missing entries are requested at once, because they were sent before this link.
  private var isHurried = false
  /// The last request, and its time.
  private var asked: (until: UInt32, at: Duration)?

  /// Takes the key, if there is one, and the size of the room; of another room than before, all is
  /// forgotten.
  ///
  /// - Returns: Whether it is another room.
  mutating func enter(_ watching: Watching) -> Bool {
    let isOther = room != watching.room
    if isOther { self = RoomView() }
    room = watching.room
    key = watching.key.isEmpty ? nil : RoomKey(watching.key, epoch: watching.epoch)
    count = max(count, watching.count)
    // Nothing was asked for on this link.
    (isHurried, missingSince, asked) = (true, nil, nil)
    return isOther
  }

  /// Takes a packet that went to all.
  mutating func receive(_ packet: [UInt8]) {
    guard let key, let whole = parts.append(packet), whole.mark == key.mark else { return }
    let ahead = Int16(bitPattern: whole.number &- UInt16(truncatingIfNeeded: next))
    guard let number = UInt32(exactly: Int64(next) + Int64(ahead)),
      let plain = key.open(whole.sealed, number, whole.source)
    else { return }
    if whole.source == .count {
      count = max(count, number)
    } else if let content = try? Envelope(decoding: plain),
      let entry = try? RoomEntry(content, from: whole.source)
    {
      take(Shown(number: number, entry: entry))
    }
  }

  /// Takes an entry, told to all or to this one.
  mutating func take(_ shown: Shown) {
    guard shown.number < .max, shown.number >= next else { return }
    count = max(count, shown.number + 1)
    guard shown.number - next < UInt32(Self.mostWaiting) else { return }
    waiting[shown.number] = shown.entry
  }

  /// The entry that is due, if it has come; it is taken away.
  mutating func takeNext() -> (number: UInt32, entry: RoomEntry)? {
    guard let entry = waiting.removeValue(forKey: next) else { return nil }
    next += 1
    return (next - 1, entry)
  }

  // MARK: What is missing

  /// The entries that are missing, up to the next that has come.
  private var hole: Range<UInt32>? {
    guard next < count else { return nil }
    return next..<(waiting.keys.min() ?? count)
  }

  /// When something is to be asked for.
  var deadline: Duration? {
    guard let hole else { return nil }
    if let asked, hole.lowerBound < asked.until { return asked.at + Self.repetition }
    return missingSince.map { $0 + Self.patience }
  }

  /// The entries to request now, if any.
  mutating func want(now: Duration) -> Want? {
    guard let hole else {
      (isHurried, missingSince, asked) = (false, nil, nil)
      return nil
    }
    missingSince = missingSince ?? now
    guard isHurried || deadline.map({ $0 <= now }) ?? false else { return nil }
    isHurried = false
    asked = (hole.upperBound, now)
    missingSince = now
    return Want(first: hole.lowerBound, count: hole.upperBound - hole.lowerBound)
  }
}
