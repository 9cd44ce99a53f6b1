/// A message of a coin toss that neither side can load.
public enum Coin: Hashable, Sendable {
  /// From the host: a hash of its number, which it cannot change any more; 32 bytes.
  case commitment([UInt8])

  /// From the guest, and then from the host: 16 random bytes.
  case number([UInt8])
}

extension Coin {
  func write(to fields: inout WireWriter) {
    switch self {
    case .commitment(let bytes): fields.fixed64s(1, Self.words(bytes))
    case .number(let bytes): fields.fixed64s(2, Self.words(bytes))
    }
  }

  init(_ fields: WireReader) throws(ProtocolError) {
    let commitment = try fields.fixed64s(1)
    let number = try fields.fixed64s(2)
    switch (8 * commitment.count, 8 * number.count) {
    case (CoinToss.commitmentSize, 0): self = .commitment(Self.bytes(commitment))
    case (0, CoinToss.numberSize): self = .number(Self.bytes(number))
    case (let commitment, let number):
      throw .valueOutOfRange(.coin, UInt64(clamping: max(commitment, number)))
    }
  }

  /// Bytes as numbers of eight each, the highest first.
  private static func words(_ bytes: [UInt8]) -> [UInt64] {
    stride(from: 0, to: bytes.count, by: 8).map { start in
      bytes[start..<min(start + 8, bytes.count)].reduce(0) { $0 << 8 | UInt64($1) }
    }
  }

  private static func bytes(_ words: [UInt64]) -> [UInt8] { words.flatMap { $0.bigEndianBytes } }

  func check() throws(ProtocolError) {
    let (bytes, size) =
      switch self {
      case .commitment(let bytes): (bytes, CoinToss.commitmentSize)
      case .number(let bytes): (bytes, CoinToss.numberSize)
      }
    guard bytes.count == size else { throw .valueOutOfRange(.coin, UInt64(bytes.count)) }
  }
}
