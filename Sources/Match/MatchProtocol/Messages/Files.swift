/// A message about a file.
package enum FileMessage: Hashable, Sendable {
  /// The sender has a file for the other side.
  case offer(FileOffer)
  /// The response to an offer.
  case response(FileResponse)
  /// A part of it.
  case part(FilePart)
}

/// A file that one side offers to the other.
public struct FileOffer: Hashable, Sendable {
  /// The maximum length of a name, in bytes of UTF-8.
  package static let longestName = 255
  /// The maximum number of transfers in each direction.
  package static let mostAtOnce = 4

  /// Which file it is, among those that its sender offers in a session.
  package var file: UInt32
  /// The name that its sender gives it: 1 to 255 bytes of anything, to be cleaned before it is
  /// shown or used.
  package var name: String
  /// The number of bytes it has: 0 to 2^62.
  package var size: UInt64
  /// SHA-256 of it, 32 bytes.
  package var hash: [UInt8]
  /// True if its sender sends no more than ``FileResponse/limit`` allows.
  package var isPaced = false

  /// A file of `size` bytes with this hash.
  package init(file: UInt32, name: String, size: UInt64, hash: [UInt8]) {
    (self.file, self.name, self.size, self.hash) = (file, name, size, hash)
  }
}

/// The response to an offer of a file.
public struct FileResponse: Hashable, Sendable {
  /// The verdict of a response.
  package enum Verdict: Hashable, Sendable {
    /// The receiver wants it, and has so many bytes of it.
    case wanted(from: UInt64)
    /// The receiver does not want it.
    case refused
    /// Whoever says so does not go on with it, or not now.
    case cancelled
    /// The receiver has it, and its hash is right.
    case whole
    /// Whoever says so cannot go on with it.
    case failed
  }

  /// Which file.
  package var file: UInt32
  /// True if it is one that the sender of this has offered; otherwise the other side has.
  package var isMine: Bool
  /// The verdict.
  package var verdict: Verdict
  /// The number of bytes from the file's beginning that may be sent before another response, if the
  /// file is wanted; 0 for all.
  package var limit: UInt64 = 0

  /// `verdict` on a file.
  package init(file: UInt32, isMine: Bool, _ verdict: Verdict) {
    (self.file, self.isMine, self.verdict) = (file, isMine, verdict)
  }
}

/// A part of a file.
public struct FilePart: Hashable, Sendable {
  /// The maximum number of bytes of a part, where packets are not long.
  package static let usual = 3_800
  /// The maximum number of bytes of a part.
  package static let longest = 61_440

  /// Of which file.
  package var file: UInt32
  /// The number of bytes that stand before it.
  package var offset: UInt64
  /// 1 to 61,440 bytes; to 3,800 unless packets are long.
  ///
  /// They stand in the memory that they were read into.
  package var content: ArraySlice<UInt8>

  /// `content` at `offset`.
  package init(file: UInt32, offset: UInt64, content: ArraySlice<UInt8>) {
    (self.file, self.offset, self.content) = (file, offset, content)
  }
}

extension FileMessage {
  func check() throws(ProtocolError) {
    switch self {
    case .offer(let offer):
      guard 1...FileOffer.longestName ~= offer.name.utf8.count else { throw .forbiddenText(.file) }
      guard offer.hash.count == 32, offer.size <= 1 << 62 else {
        throw .valueOutOfRange(.file, offer.size)
      }
    case .response: break
    case .part(let part):
      guard 1...FilePart.longest ~= part.content.count, part.offset <= 1 << 62 else {
        throw .valueOutOfRange(.file, part.offset)
      }
    }
  }

  /// Writes the message as the content of `envelope`.
  func write(to envelope: inout WireWriter) {
    switch self {
    case .offer(let offer): envelope.message(72, offer.write)
    case .response(let response): envelope.message(73, response.write)
    case .part(let part): envelope.message(74, part.write)
    }
  }
}

extension FileOffer {
  fileprivate func write(to fields: inout WireWriter) {
    fields.varint(1, file)
    fields.string(2, name)
    fields.varint(3, size)
    fields.bytes(4, hash)
    fields.bool(5, isPaced)
  }

  init(_ fields: WireReader) throws(ProtocolError) {
    self.init(
      file: fields.uint32(1),
      name: try fields.string(2),
      size: fields.uint64(3),
      hash: fields.bytes(4)
    )
    isPaced = fields.bool(5)
    try FileMessage.offer(self).check()
  }
}

extension FilePart {
  fileprivate func write(to fields: inout WireWriter) {
    fields.varint(1, file)
    fields.varint(2, offset)
    fields.bytes(3, content)
  }

  init(_ fields: WireReader) throws(ProtocolError) {
    self.init(file: fields.uint32(1), offset: fields.uint64(2), content: fields.slice(3))
    try FileMessage.part(self).check()
  }
}

extension FileResponse {
  fileprivate func write(to fields: inout WireWriter) {
    fields.varint(1, file)
    fields.bool(2, isMine)
    switch verdict {
    case .wanted(let offset):
      fields.varint(3, 1)
      fields.varint(4, offset)
      fields.varint(5, limit)
    case .refused: fields.varint(3, 2)
    case .cancelled: fields.varint(3, 3)
    case .whole: fields.varint(3, 4)
    case .failed: fields.varint(3, 5)
    }
  }

  init(_ fields: WireReader) throws(ProtocolError) {
    let verdict: Verdict
    switch fields.choice(3) {
    case 1: verdict = .wanted(from: fields.uint64(4))
    case 2: verdict = .refused
    case 3: verdict = .cancelled
    case 4: verdict = .whole
    case 5: verdict = .failed
    case let number: throw .valueOutOfRange(.file, UInt64(clamping: number))
    }
    self.init(file: fields.uint32(1), isMine: fields.bool(2), verdict)
    if case .wanted = verdict { limit = fields.uint64(5) }
  }
}
