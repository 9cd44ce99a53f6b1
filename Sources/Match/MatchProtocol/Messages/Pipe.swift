/// A message of two sides at a table for a pipe.
package enum PipeMessage: Hashable, Sendable {
  /// The next bytes of the sender's standard input.
  case piece(PipePiece)
  /// The amount that the sender has of the other side's stream.
  case taken(PipeTaken)
}

/// Some bytes of a stream.
package struct PipePiece: Hashable, Sendable {
  /// The number of bytes a piece may have.
  package static let longest = FilePart.longest

  /// The number of bytes that stand before it.
  package var offset: UInt64
  /// As many as a part of a file has; none are possible in the last piece.
  package var content: [UInt8]
  /// True if nothing follows.
  package var isLast: Bool

  /// `content` at `offset`.
  package init(offset: UInt64, content: [UInt8], isLast: Bool = false) {
    (self.offset, self.content, self.isLast) = (offset, content, isLast)
  }
}

/// The amount of a stream that its receiver has, and the amount that it takes.
package struct PipeTaken: Hashable, Sendable {
  /// The number of bytes that have come.
  package var received: UInt64
  /// The total number of bytes that may come until a higher limit is sent.
  package var limit: UInt64
  /// True if all of the stream has been written to where it goes.
  package var isWhole: Bool

  /// A receiver that has `received` bytes.
  package init(received: UInt64, limit: UInt64, isWhole: Bool = false) {
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

  /// Writes the message as the content of `envelope`.
  func write(to envelope: inout WireWriter) {
    switch self {
    case .piece(let piece): envelope.message(76, piece.write)
    case .taken(let taken): envelope.message(77, taken.write)
    }
  }
}

extension PipePiece {
  fileprivate func write(to fields: inout WireWriter) {
    fields.varint(1, offset)
    fields.bytes(2, content)
    fields.bool(3, isLast)
  }

  init(_ fields: WireReader) throws(ProtocolError) {
    self.init(offset: fields.uint64(1), content: fields.bytes(2), isLast: fields.bool(3))
    try PipeMessage.piece(self).check()
  }
}

extension PipeTaken {
  fileprivate func write(to fields: inout WireWriter) {
    fields.varint(1, received)
    fields.varint(2, limit)
    fields.bool(3, isWhole)
  }

  init(_ fields: WireReader) throws(ProtocolError) {
    self.init(received: fields.uint64(1), limit: fields.uint64(2), isWhole: fields.bool(3))
    try PipeMessage.taken(self).check()
  }
}
