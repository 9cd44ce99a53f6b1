internal import FoundationEssentials
internal import SwiftProtobuf

/// What two sides say to each other about a file.
public enum FileMessage: Hashable, Sendable {
  /// The sender has a file for the other side.
  case offer(FileOffer)
  /// What becomes of it.
  case response(FileResponse)
  /// A part of it.
  case part(FilePart)
}

/// A file that one side offers to the other.
public struct FileOffer: Hashable, Sendable {
  /// How long a name may be, in bytes of UTF-8.
  public static let longestName = 255

  /// Which file it is, among those that its sender offers in a session.
  public var file: UInt32
  /// What its sender calls it: 1 to 255 bytes of anything, to be cleaned before it is shown or
  /// used.
  public var name: String
  /// How many bytes it has: 0 to 2^62.
  public var size: UInt64
  /// SHA-256 of it, 32 bytes.
  public var hash: [UInt8]

  /// A file of `size` bytes with this hash.
  public init(file: UInt32, name: String, size: UInt64, hash: [UInt8]) {
    (self.file, self.name, self.size, self.hash) = (file, name, size, hash)
  }
}

/// What becomes of a file.
public struct FileResponse: Hashable, Sendable {
  /// What is said.
  public enum Verdict: Hashable, Sendable {
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
  public var file: UInt32
  /// Whether it is one that the sender of this has offered; otherwise the other side has.
  public var isMine: Bool
  /// What is said.
  public var verdict: Verdict

  /// `verdict` on a file.
  public init(file: UInt32, isMine: Bool, _ verdict: Verdict) {
    (self.file, self.isMine, self.verdict) = (file, isMine, verdict)
  }
}

/// A part of a file.
public struct FilePart: Hashable, Sendable {
  /// How many bytes a part may have.
  public static let longest = 3_800

  /// Of which file.
  public var file: UInt32
  /// How many bytes stand before it.
  public var offset: UInt64
  /// 1 to 3,800 bytes.
  public var content: [UInt8]

  /// `content` at `offset`.
  public init(file: UInt32, offset: UInt64, content: [UInt8]) {
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

  var wire: WireEnvelope.OneOf_Content {
    switch self {
    case .offer(let offer):
      .offer(
        .with {
          $0.file = offer.file
          $0.name = offer.name
          $0.size = offer.size
          $0.hash = .init(offer.hash)
        }
      )
    case .response(let response): .response(response.wire)
    case .part(let part):
      .part(
        .with {
          $0.file = part.file
          $0.offset = part.offset
          $0.content = .init(part.content)
        }
      )
    }
  }
}

extension FileOffer {
  init(_ wire: WireOffer) throws(ProtocolError) {
    self.init(file: wire.file, name: wire.name, size: wire.size, hash: Array(wire.hash))
    try FileMessage.offer(self).check()
  }
}

extension FilePart {
  init(_ wire: WirePart) throws(ProtocolError) {
    self.init(file: wire.file, offset: wire.offset, content: Array(wire.content))
    try FileMessage.part(self).check()
  }
}

extension FileResponse {
  var wire: WireResponse {
    .with {
      $0.file = file
      $0.isMine = isMine
      switch verdict {
      case .wanted(let offset):
        $0.verdict = .wanted
        $0.offset = offset
      case .refused: $0.verdict = .refused
      case .cancelled: $0.verdict = .cancelled
      case .whole: $0.verdict = .whole
      case .failed: $0.verdict = .failed
      }
    }
  }

  init(_ wire: WireResponse) throws(ProtocolError) {
    let verdict: Verdict
    switch wire.verdict {
    case .wanted: verdict = .wanted(from: wire.offset)
    case .refused: verdict = .refused
    case .cancelled: verdict = .cancelled
    case .whole: verdict = .whole
    case .failed: verdict = .failed
    case .unspecified, .UNRECOGNIZED:
      throw .valueOutOfRange(.file, UInt64(clamping: wire.verdict.rawValue))
    }
    self.init(file: wire.file, isMine: wire.isMine, verdict)
  }
}
