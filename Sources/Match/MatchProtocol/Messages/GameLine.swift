internal import Sodium

/// A game of a match as one side keeps it, for the other to find what both have.
///
/// A long game is told in several of these, one after another.
public struct GameLine: Hashable, Sendable {
  /// The number of digests one message may have: with all else it stays below 4,096 bytes.
  package static let longest = 400

  /// The maximum number of messages about its games that a side may send.
  package static let most = 256

  /// Which game of the match it is, from 0.
  package var game: UInt32

  /// The number of further messages of this kind.
  package var remaining: UInt32

  /// A digest of what is played, and one after each move that stands; each goes over the one before
  /// it, too.
  package var digests: [UInt64]

  /// A part of the game number `game`, after which `remaining` more parts of this game or others
  /// follow.
  package init(game: UInt32, remaining: UInt32, digests: [UInt64]) {
    self.game = game
    self.remaining = remaining
    self.digests = digests
  }

  /// 64 bits of SHA-256 over `before`, whether the host has said `message`, and its envelope.
  package static func digest(
    after before: UInt64,
    of message: MatchMessage,
    byHost isByHost: Bool
  ) -> UInt64 {
    let bytes = before.bigEndianBytes + [isByHost ? 1 : 0]
    let hashed = SHA256.hash(bytes + Envelope.match(message).encoded)
    return hashed.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}

/// The wish of a side whose record of the match differs from the other one's.
public struct GoBack: Hashable, Sendable {
  /// True if its player wants to go on from there.
  package var agrees: Bool

  /// Which game of the match, from 0.
  package var game: UInt32

  /// The number of moves of the game that are left.
  package var moves: UInt32

  /// A yes or a no to going on after `moves` moves of the game number `game`.
  package init(agrees: Bool, game: UInt32, moves: UInt32) {
    self.agrees = agrees
    self.game = game
    self.moves = moves
  }
}

extension GameLine {
  func check() throws(ProtocolError) {
    guard (1...Self.longest).contains(digests.count) else {
      throw .valueOutOfRange(.digests, UInt64(digests.count))
    }
  }

  func write(to fields: inout WireWriter) {
    fields.varint(1, game)
    fields.varint(2, remaining)
    fields.fixed64s(3, digests)
  }

  init(_ fields: WireReader) throws(ProtocolError) {
    self.init(
      game: fields.uint32(1),
      remaining: fields.uint32(2),
      digests: try fields.fixed64s(3)
    )
    try check()
  }
}

extension GoBack {
  func write(to fields: inout WireWriter) {
    fields.bool(1, agrees)
    fields.varint(2, game)
    fields.varint(3, moves)
  }

  init(_ fields: WireReader) {
    self.init(agrees: fields.bool(1), game: fields.uint32(2), moves: fields.uint32(3))
  }
}
