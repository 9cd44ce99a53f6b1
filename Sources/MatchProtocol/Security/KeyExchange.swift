public import Sodium

/// The Noise handshake of two programs, with what makes six digits enough for people to compare.
///
/// The initiator, which is the guest, commits itself in its first message to its long-lived key and
/// a nonce, and shows both in its third. So neither side can choose keys or nonces by the digits
/// that come out: each is bound before it knows what the other contributes.
/// `docs/decisions/0006-security.md` has the reasons.
///
/// A message that cannot be read ends the exchange; the value must not be used on.
public struct KeyExchange: Sendable {
  /// How many random bytes each side contributes.
  public static let nonceSize = 16

  /// How long the three messages are, in bytes.
  public static let messageSizes = [64, 112, 80]

  /// What both sides have, once the last message was said.
  public private(set) var channel: SecureChannel?

  private var handshake: HandshakeState
  private let nonce: [UInt8]
  private var commitment: [UInt8] = []

  /// An exchange that has not begun.
  ///
  /// - Parameters:
  ///   - role: The guest's program is the initiator.
  ///   - key: The long-lived key of this side's player.
  ///   - ephemeral: A new pair, for this exchange only.
  ///   - nonce: 16 new random bytes, for this exchange only.
  ///   - prologue: What ``prologue(hello:welcome:)`` gives.
  public init(
    role: HandshakeState.Role,
    key: PlayerKey,
    ephemeral: consuming KeyPair,
    nonce: [UInt8],
    prologue: [UInt8]
  ) {
    precondition(nonce.count == Self.nonceSize, "a nonce has 16 bytes")
    self.nonce = nonce
    handshake = HandshakeState(role: role, key: key, ephemeral: ephemeral, prologue: prologue)
  }

  /// What binds the exchange to the greeting before it, which was not encrypted.
  ///
  /// With it, nobody can change versions, names or the link id unnoticed.
  ///
  /// - Parameters:
  ///   - hello: The whole message, as it was sent; up to 65,535 bytes.
  ///   - welcome: The whole answer to it, as it was sent; up to 65,535 bytes.
  /// - Returns: The prologue of the exchange.
  public static func prologue(hello: [UInt8], welcome: [UInt8]) -> [UInt8] {
    [hello, welcome].reduce(into: Array("Tabletooth 2".utf8)) { prologue, message in
      precondition(message.count <= MessageLimit.field, "the length has 16 bits")
      prologue += [UInt8(message.count >> 8), UInt8(message.count & 0xff)]
      prologue += message
    }
  }

  /// Whether the next message is this side's.
  public var isMyTurn: Bool { handshake.isMyTurn }

  /// The next message; it must be this side's turn.
  ///
  /// - Throws: ``SecurityError/weakKey``.
  public mutating func write() throws(SecurityError) -> [UInt8] {
    let isFirst = handshake.messageCount == 0
    let payload =
      isFirst
      ? Self.commitment(to: nonce, handshake.localEphemeral, handshake.localStatic) : nonce
    let message = try handshake.write(payload)
    finish()
    return message
  }

  /// Reads the other side's next message.
  ///
  /// - Throws: ``SecurityError``, and the exchange is over.
  public mutating func read(_ message: [UInt8]) throws(SecurityError) {
    guard !handshake.isFinished, !handshake.isMyTurn else { throw .unexpectedMessage }
    let index = handshake.messageCount
    guard message.count == Self.messageSizes[index] else {
      throw .wrongLength(expected: Self.messageSizes[index], actual: message.count)
    }
    let payload = try handshake.read(message)
    switch index {
    case 0: commitment = payload
    case 2: try check(payload)
    default: break
    }
    finish()
  }

  private func check(_ revealed: [UInt8]) throws(SecurityError) {
    guard let ephemeral = handshake.remoteEphemeral, let key = handshake.remoteStatic,
      ConstantTime.areEqual(commitment, Self.commitment(to: revealed, ephemeral, key))
    else {
      throw .brokenCommitment
    }
  }

  private mutating func finish() {
    guard handshake.isFinished, let peer = handshake.remoteStatic else { return }
    let ciphers = handshake.split()
    channel = SecureChannel(
      peer: peer,
      handshakeHash: handshake.hash,
      sending: ciphers.sending,
      receiving: ciphers.receiving
    )
  }

  /// All parts have fixed lengths, so that no two triples give the same bytes.
  private static func commitment(
    to nonce: [UInt8],
    _ ephemeral: PublicKey,
    _ key: PublicKey
  ) -> [UInt8] {
    SHA256.hash(Array("Tabletooth commitment".utf8), ephemeral.bytes, key.bytes, nonce)
  }
}
