internal import FoundationEssentials
internal import SwiftProtobuf

/// What two sides say to each other at a table for a pipe.
public enum PipeMessage: Hashable, Sendable {
  /// The next bytes of the sender's standard input.
  case piece(PipePiece)
  /// What the sender has of the other side's.
  case taken(PipeTaken)
}

/// Some bytes of a stream.
public struct PipePiece: Hashable, Sendable {
  /// How many bytes a piece may have.
  public static let longest = FilePart.longest

  /// How many bytes stand before it.
  public var offset: UInt64
  /// At most 3,800 bytes, and at least one but in the last piece.
  public var content: [UInt8]
  /// Whether nothing follows.
  public var isLast: Bool

  /// `content` at `offset`.
  public init(offset: UInt64, content: [UInt8], isLast: Bool = false) {
    (self.offset, self.content, self.isLast) = (offset, content, isLast)
  }
}

/// How much of a stream its receiver has, and how much it takes.
public struct PipeTaken: Hashable, Sendable {
  /// How many bytes have come.
  public var received: UInt64
  /// How many may come in all, until more is said.
  public var limit: UInt64
  /// Whether all of the stream has been written to where it goes.
  public var isWhole: Bool

  /// A receiver that has `received` bytes.
  public init(received: UInt64, limit: UInt64, isWhole: Bool = false) {
    (self.received, self.limit, self.isWhole) = (received, limit, isWhole)
  }
}

extension PipeMessage {
  func check() throws(ProtocolError) {
    switch self {
    case .piece(let piece):
      guard (piece.isLast ? 0 : 1)...PipePiece.longest ~= piece.content.count,
        piece.offset <= 1 << 62
      else { throw .valueOutOfRange(.pipe, piece.offset) }
    case .taken(let taken):
      guard taken.received <= taken.limit, taken.limit <= 1 << 62 else {
        throw .valueOutOfRange(.pipe, taken.limit)
      }
    }
  }

  var wire: WireEnvelope.OneOf_Content {
    switch self {
    case .piece(let piece):
      .piece(
        .with {
          $0.offset = piece.offset
          $0.content = .init(piece.content)
          $0.isLast = piece.isLast
        }
      )
    case .taken(let taken):
      .taken(
        .with {
          $0.received = taken.received
          $0.limit = taken.limit
          $0.isWhole = taken.isWhole
        }
      )
    }
  }
}

extension PipePiece {
  init(_ wire: WirePiece) throws(ProtocolError) {
    self.init(offset: wire.offset, content: Array(wire.content), isLast: wire.isLast)
    try PipeMessage.piece(self).check()
  }
}

extension PipeTaken {
  init(_ wire: WireTaken) throws(ProtocolError) {
    self.init(received: wire.received, limit: wire.limit, isWhole: wire.isWhole)
    try PipeMessage.taken(self).check()
  }
}
