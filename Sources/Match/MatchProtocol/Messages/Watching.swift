/// The host's message to a spectator who is admitted, and again when the room has another key.
public struct Watching: Hashable, Sendable {
  /// The number of bytes the key of a room has.
  public static let keySize = 32

  /// The key of the room: ``keySize`` bytes.
  ///
  /// It is empty for a watcher that gets every entry on its own link.
  public var key: [UInt8]
  /// The number of keys before it.
  public var epoch: UInt32
  /// Which room it is: another one has another record.
  public var room: UInt64
  /// The number of entries the record has.
  public var count: UInt32
  /// The time spent on the current turn, in whole milliseconds, none or more.
  public var thought: Duration
  /// True if those who watch may talk.
  public var mayTalk: Bool

  /// Makes the message to a spectator.
  public init(
    key: [UInt8],
    epoch: UInt32,
    room: UInt64,
    count: UInt32,
    thought: Duration,
    mayTalk: Bool = false
  ) {
    self.mayTalk = mayTalk
    self.key = key
    self.epoch = epoch
    self.room = room
    self.count = count
    self.thought = thought
  }
}

extension Watching {
  func check() throws(ProtocolError) {
    guard key.isEmpty || key.count == Self.keySize else {
      throw .valueOutOfRange(.roomKey, UInt64(key.count))
    }
    try FieldRules.checkTime(thought)
  }

  func write(to fields: inout WireWriter) {
    // Its bytes as they are, which is how numbers of eight bytes each are packed.
    fields.bytes(1, key)
    fields.varint(2, epoch)
    fields.fixed64(3, room)
    fields.varint(4, count)
    fields.varint(5, thought.wholeMilliseconds)
    fields.bool(90, mayTalk)
  }

  init(_ fields: WireReader) throws(ProtocolError) {
    let key = try fields.fixed64s(1).flatMap { $0.bigEndianBytes.reversed() }
    self.init(
      key: key,
      epoch: fields.uint32(2),
      room: fields.fixed64(3),
      count: fields.uint32(4),
      thought: try FieldRules.time(fields.uint64(5)),
      mayTalk: fields.bool(90)
    )
    try check()
  }
}

/// A spectator's request for entries of the record that it has not got.
public struct Want: Hashable, Sendable {
  /// The first of them.
  public var first: UInt32
  /// The number of entries, at least 1.
  public var count: UInt32

  /// The entries from `first` on, `count` of them.
  public init(first: UInt32, count: UInt32) {
    self.first = first
    self.count = count
  }
}

extension Want {
  func check() throws(ProtocolError) {
    guard count > 0, UInt64(first) + UInt64(count) <= UInt64(UInt32.max) else {
      throw .valueOutOfRange(.entry, UInt64(first))
    }
  }

  func write(to fields: inout WireWriter) {
    fields.varint(1, first)
    fields.varint(2, count)
  }

  init(_ fields: WireReader) throws(ProtocolError) {
    self.init(first: fields.uint32(1), count: fields.uint32(2))
    try check()
  }
}

/// One thing that all who watch may know, in the order in which the host said or heard it.
public enum RoomEntry: Hashable, Sendable {
  /// A message of the match, and who said it.
  case match(MatchMessage, by: Role)
  /// The player who plays with the host from now on.
  case room(RoomState)
}

/// The player who plays with the host.
public struct RoomState: Hashable, Sendable {
  /// The guest's connection, by its number in `match.proto`.
  public enum Guest: Int32, Hashable, Sendable, CaseIterable {
    /// There is none.
    case none = 0
    /// At the board.
    case plays = 1
    /// The guest has lost the link, and is waited for.
    case isAway = 2
  }

  /// The guest's connection.
  public var guest: Guest
  /// The guest's name, if there is a guest and the name is known.
  public var name: PlayerName?

  /// A guest called `name`, who is there or not.
  public init(_ guest: Guest, name: PlayerName? = nil) {
    self.guest = guest
    self.name = name
  }
}

extension RoomState {
  func write(to fields: inout WireWriter) {
    fields.varint(1, guest.rawValue)
    fields.string(2, name?.description ?? "")
  }

  init(_ fields: WireReader) throws(ProtocolError) {
    let text = try fields.string(2)
    let name = PlayerName(text)
    guard text.isEmpty || name != nil else { throw .forbiddenText(.name) }
    self.init(Guest(rawValue: fields.choice(1)) ?? .none, name: name)
  }
}

/// An entry of the record, told to one watcher.
public struct Shown: Hashable, Sendable {
  /// Which entry it is, from 0.
  public var number: UInt32
  /// The entry.
  public var entry: RoomEntry

  /// Entry `number`.
  public init(number: UInt32, entry: RoomEntry) {
    self.number = number
    self.entry = entry
  }
}

extension RoomEntry {
  /// The entry as a message by itself, without its number.
  var envelope: Envelope {
    switch self {
    case .match(let message, _): .match(message)
    case .room(let state): .room(state)
    }
  }

  /// The source of the entry.
  var source: RoomSource {
    switch self {
    case .match(_, .host): .host
    case .match(_, .guest): .guest
    case .room: .room
    }
  }

  /// The entry that is `content`, which comes from `source`.
  init(_ content: Envelope, from source: RoomSource) throws(ProtocolError) {
    switch (content, source) {
    case (.match(let message), .host): self = .match(message, by: .host)
    case (.match(let message), .guest): self = .match(message, by: .guest)
    case (.room(let state), .room): self = .room(state)
    case (_, _): throw .unexpectedMessage
    }
  }
}

/// The source of an entry of a room's record, by its number in packets.
public enum RoomSource: UInt8, CaseIterable, Sendable {
  /// The host has said it.
  case host = 0
  /// The guest has.
  case guest = 1
  /// It is about the room.
  case room = 2
  /// It is no entry: the record has as many as its number says.
  case count = 3
}

extension Shown {
  /// Writes the entry as the content of `envelope`, and which entry it is, by their fields.
  func writeEnvelope(to envelope: inout WireWriter) {
    if case .match(let message, _) = entry { message.write(to: &envelope) }
    envelope.message(82, write)
    if case .room(let state) = entry { envelope.message(84, state.write) }
  }

  private func write(to fields: inout WireWriter) {
    fields.varint(1, number)
    fields.varint(2, entry.source.rawValue)
  }

  init(_ fields: WireReader, _ content: Envelope) throws(ProtocolError) {
    number = fields.uint32(1)
    let number = fields.choice(2)
    let source = UInt8(exactly: number).flatMap { RoomSource(rawValue: $0) }
    guard let source, source != .count else {
      throw .valueOutOfRange(.entry, UInt64(clamping: number))
    }
    entry = try RoomEntry(content, from: source)
  }
}

/// The spectators, for the guest who plays.
public struct Watchers: Hashable, Sendable {
  /// The number of names it can hold.
  public static let most = 64

  /// The names of the spectators, at most ``most``.
  public var names: [PlayerName]

  /// Those with these names.
  public init(_ names: [PlayerName]) {
    self.names = Array(names.prefix(Self.most))
  }
}

extension Watchers {
  func write(to fields: inout WireWriter) { fields.strings(1, names.map { $0.description }) }

  init(_ fields: WireReader) throws(ProtocolError) {
    let texts = try fields.strings(1)
    guard texts.count <= Self.most else {
      throw .valueOutOfRange(.entry, UInt64(texts.count))
    }
    let names = texts.compactMap { PlayerName($0) }
    guard names.count == texts.count else { throw .forbiddenText(.name) }
    self.init(names)
  }
}
