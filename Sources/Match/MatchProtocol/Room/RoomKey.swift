internal import Sodium

/// The key under which a host shows the record to all who watch.
struct RoomKey: Sendable {
  /// The key itself, as a watcher is told it.
  let bytes: [UInt8]
  /// The number of earlier keys.
  let epoch: UInt32

  private let cipher: CipherState

  /// The key `bytes`, ``Watching/keySize`` of them, after `epoch` others.
  init(_ bytes: [UInt8], epoch: UInt32) {
    self.bytes = bytes
    self.epoch = epoch
    cipher = CipherState(key: SharedSecret(SecretBytes(copying: bytes)))
  }

  /// A new one, after `epoch` others.
  init(_ secrets: any SecretSource, epoch: UInt32) {
    self.init(secrets.nonce() + secrets.nonce(), epoch: epoch)
  }

  /// The part of the epoch in each packet.
  var mark: UInt8 { UInt8(truncatingIfNeeded: epoch) & RoomPacket.epochMask }

  /// Seals `message`, which is the entry of this number and source, and always the same for these.
  func seal(_ message: [UInt8], _ number: UInt32, _ source: RoomSource) -> [UInt8] {
    cipher.encrypt(message, nonce: Self.nonce(number, source))
  }

  /// Opens what was sealed as the entry of this number and source; nil if it was not.
  func open(_ sealed: [UInt8], _ number: UInt32, _ source: RoomSource) -> [UInt8]? {
    try? cipher.decrypt(sealed, nonce: Self.nonce(number, source))
  }

  private static func nonce(_ number: UInt32, _ source: RoomSource) -> UInt64 {
    UInt64(number) << 2 | UInt64(source.rawValue)
  }
}
