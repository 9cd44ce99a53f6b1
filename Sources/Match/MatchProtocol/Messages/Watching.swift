/// The host's message to a spectator who is admitted, and again when there is another record.
package struct Watching: Hashable, Sendable {
  /// Which room it is: another one has another record.
  package var room: UInt64
  /// The number of entries the record has.
  package var count: UInt32
  /// The time spent on the current turn, in whole milliseconds, none or more.
  package var thought: Duration
  /// True if those who watch may talk.
  package var mayTalk: Bool

  /// Makes the message to a spectator.
  package init(
    room: UInt64,
    count: UInt32,
    thought: Duration,
    mayTalk: Bool = false
  ) {
    self.mayTalk = mayTalk
    self.room = room
    self.count = count
    self.thought = thought
  }
}

extension Watching {
  func check() throws(ProtocolError) {
    try FieldRules.checkTime(thought)
  }

  func write(to fields: inout WireWriter) {
    fields.fixed64(3, room)
    fields.varint(4, count)
    fields.varint(5, thought.wholeMilliseconds)
    fields.bool(90, mayTalk)
  }

  init(_ fields: WireReader) throws(ProtocolError) {
    self.init(
      room: fields.fixed64(3),
      count: fields.uint32(4),
      thought: try FieldRules.time(fields.uint64(5)),
      mayTalk: fields.bool(90)
    )
    try check()
  }
}

/// A spectator's request for the entries of the record that it has not got.
package struct Want: Hashable, Sendable {
  /// The first of them; all later ones are wanted too.
  package var first: UInt32

  /// The entries from `first` on.
  package init(first: UInt32) {
    self.first = first
  }
}

extension Want {
  func write(to fields: inout WireWriter) { fields.varint(1, first) }

  init(_ fields: WireReader) { self.init(first: fields.uint32(1)) }
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
  package enum Guest: Int32, Hashable, Sendable, CaseIterable {
    /// There is none.
    case none = 0
    /// At the board.
    case plays = 1
    /// The guest has lost the link, and is waited for.
    case isAway = 2
  }

  /// The guest's connection.
  package var guest: Guest
  /// The guest's name, if there is a guest and the name is known.
  package var name: PlayerName?

  /// A guest called `name`, who is there or not.
  package init(_ guest: Guest, name: PlayerName? = nil) {
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
package struct Shown: Hashable, Sendable {
  /// Which entry it is, from 0.
  package var number: UInt32
  /// The entry.
  package var entry: RoomEntry

  /// Entry `number`.
  package init(number: UInt32, entry: RoomEntry) {
    self.number = number
    self.entry = entry
  }
}

extension RoomEntry {
  func check() throws(ProtocolError) {
    if case .match(let message, _) = self { try message.check() }
  }

  /// The source of the entry.
  fileprivate var source: RoomSource {
    switch self {
    case .match(_, .host): .host
    case .match(_, .guest): .guest
    case .room: .room
    }
  }

  /// The entry that is `content`, which comes from `source`.
  fileprivate init(_ content: Envelope, from source: RoomSource) throws(ProtocolError) {
    switch (content, source) {
    case (.match(let message), .host): self = .match(message, by: .host)
    case (.match(let message), .guest): self = .match(message, by: .guest)
    case (.room(let state), .room): self = .room(state)
    case (_, _): throw .unexpectedMessage
    }
  }
}

/// The source of an entry of a room's record, by its number in `match.proto`.
private enum RoomSource: UInt8 {
  /// The host has said it.
  case host = 0
  /// The guest has.
  case guest = 1
  /// It is about the room.
  case room = 2
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
    guard let source = UInt8(exactly: number).flatMap({ RoomSource(rawValue: $0) }) else {
      throw .valueOutOfRange(.entry, UInt64(clamping: number))
    }
    entry = try RoomEntry(content, from: source)
  }
}

/// The spectators, for the guest who plays.
package struct Watchers: Hashable, Sendable {
  /// The number of names it can hold.
  package static let most = 64

  /// The names of the spectators, at most ``most``.
  package var names: [PlayerName]

  /// Those with these names.
  package init(_ names: [PlayerName]) {
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
