internal import SwiftProtobuf

/// What a watcher is told when it is let in, and again when the room has another key.
public struct Watching: Hashable, Sendable {
  /// How many bytes the key of a room has.
  public static let keySize = 32

  /// The key of the room: ``keySize`` bytes.
  public var key: [UInt8]
  /// How many keys there were before it.
  public var epoch: UInt32
  /// Which room it is: another one has another record.
  public var room: UInt64
  /// How many entries the record has.
  public var count: UInt32
  /// How long was thought in the turn that goes on: whole milliseconds, none or more.
  public var thought: Duration
  /// Whether those who watch may talk.
  public var mayTalk: Bool

  /// What a watcher is told.
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
    guard key.count == Self.keySize else { throw .valueOutOfRange(.roomKey, UInt64(key.count)) }
    try FieldRules.checkTime(thought)
  }

  var wire: WireWatching {
    var wire = WireWatching()
    wire.key = [UInt64](littleEndian: key)
    wire.epoch = epoch
    wire.room = room
    wire.count = count
    wire.thought = UInt64(clamping: thought.wholeMilliseconds)
    wire.mayTalk = mayTalk
    return wire
  }

  init(_ wire: WireWatching) throws(ProtocolError) {
    guard wire.thought <= UInt64(FieldRules.longestTime) else {
      throw .valueOutOfRange(.spent, wire.thought)
    }
    self.init(
      key: wire.key.littleEndianBytes,
      epoch: wire.epoch,
      room: wire.room,
      count: wire.count,
      thought: .milliseconds(Int64(wire.thought)),
      mayTalk: wire.mayTalk
    )
    try check()
  }
}

/// What a watcher asks for: entries of the record that it has not got.
public struct Want: Hashable, Sendable {
  /// The first of them.
  public var first: UInt32
  /// How many, at least 1.
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

  var wire: WireWant {
    .with {
      $0.from = first
      $0.count = count
    }
  }

  init(_ wire: WireWant) throws(ProtocolError) {
    self.init(first: wire.from, count: wire.count)
    try check()
  }
}

/// One thing that all who watch may know, in the order in which the host said or heard it.
public enum RoomEntry: Hashable, Sendable {
  /// A message of the match, and who said it.
  case match(MatchMessage, by: Role)
  /// Who plays with the host from now on.
  case room(RoomState)
}

/// Who plays with the host.
public struct RoomState: Hashable, Sendable {
  /// Where the guest is.
  public enum Guest: Hashable, Sendable, CaseIterable {
    /// There is none.
    case none
    /// At the board.
    case plays
    /// The guest has lost the link, and is waited for.
    case isAway
  }

  /// Where the guest is.
  public var guest: Guest
  /// What the guest is called, where there is one and it is known.
  public var name: PlayerName?

  /// A guest called `name`, who is there or not.
  public init(_ guest: Guest, name: PlayerName? = nil) {
    self.guest = guest
    self.name = name
  }
}

extension RoomState {
  var wire: WireRoom {
    var wire = WireRoom()
    wire.guest =
      switch guest {
      case .none: .none
      case .plays: .plays
      case .isAway: .away
      }
    wire.name = name?.description ?? ""
    return wire
  }

  init(_ wire: WireRoom) throws(ProtocolError) {
    switch wire.guest {
    case .none, .UNRECOGNIZED: guest = .none
    case .plays: guest = .plays
    case .away: guest = .isAway
    }
    guard !wire.name.isEmpty else { return }
    guard let name = PlayerName(wire.name) else { throw .forbiddenText(.name) }
    self.name = name
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

  /// Where it comes from.
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

/// Where an entry of a room's record comes from, by its number in packets.
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
  var wire: WireShown {
    .with {
      $0.number = number
      $0.source =
        switch entry.source {
        case .host: .host
        case .guest: .guest
        case .room, .count: .room
        }
    }
  }

  init(_ wire: WireShown, _ content: Envelope) throws(ProtocolError) {
    number = wire.number
    switch wire.source {
    case .host: entry = try RoomEntry(content, from: .host)
    case .guest: entry = try RoomEntry(content, from: .guest)
    case .room: entry = try RoomEntry(content, from: .room)
    case .UNRECOGNIZED: throw .valueOutOfRange(.entry, UInt64(clamping: wire.source.rawValue))
    }
  }
}

/// Who watches, for the guest who plays.
public struct Watchers: Hashable, Sendable {
  /// How many names it can hold.
  public static let most = 64

  /// What they are called, at most ``most``.
  public var names: [PlayerName]

  /// Those with these names.
  public init(_ names: [PlayerName]) {
    self.names = Array(names.prefix(Self.most))
  }
}

extension Watchers {
  var wire: WireWatchers { .with { $0.names = names.map(\.description) } }

  init(_ wire: WireWatchers) throws(ProtocolError) {
    guard wire.names.count <= Self.most else {
      throw .valueOutOfRange(.entry, UInt64(wire.names.count))
    }
    var names: [PlayerName] = []
    for text in wire.names {
      guard let name = PlayerName(text) else { throw .forbiddenText(.name) }
      names.append(name)
    }
    self.names = names
  }
}
