package import Sodium

/// The Noise handshake of two programs, with what makes six digits enough for people to compare,
/// and what lets players recognise each other whom nobody else may recognise.
///
/// The initiator, which is the guest, commits itself in its first message to its key and a nonce,
/// and shows both in its third. So neither side can choose keys or nonces by the digits that come
/// out: each is bound before it knows what the other contributes. The keys that both show are new
/// in each exchange; who is talking is said by tags, see ``Recognition``.
/// `docs/dev/decisions/0006-security.md` and `0014-anonymous-handshake.md` have the reasons.
///
/// A message that cannot be read ends the exchange; the value must not be used on.
public struct KeyExchange: Sendable {
  /// The number of random bytes that each side contributes.
  package static let nonceSize = 16

  /// The lengths of the four messages, in bytes.
  package static let messageSizes = [64, 112, 208, 32]

  /// The material of one side for an exchange, all of it new.
  public struct Material: Sendable {
    let key: SharedKeyPair
    let ephemeral: SharedKeyPair
    let nonce: [UInt8]
    let filler: [UInt8]

    /// Makes material of these parts.
    ///
    /// - Parameters:
    ///   - key: The pair whose public half names this side for the other, if they accept each
    ///     other.
    ///   - ephemeral: The pair for this exchange only.
    ///   - nonce: 16 random bytes.
    ///   - filler: 128 random bytes, for what is shown to nobody.
    package init(
      key: consuming KeyPair,
      ephemeral: consuming KeyPair,
      nonce: [UInt8],
      filler: [UInt8]
    ) {
      precondition(nonce.count == nonceSize, "a nonce has 16 bytes")
      precondition(filler.count == Recognition.tagCount * Recognition.tagSize, "eight tags")
      self.key = SharedKeyPair(key)
      self.ephemeral = SharedKeyPair(ephemeral)
      self.nonce = nonce
      self.filler = filler
    }

    private init(
      _ key: SharedKeyPair,
      _ ephemeral: SharedKeyPair,
      _ nonce: [UInt8],
      _ filler: [UInt8]
    ) {
      (self.key, self.ephemeral, self.nonce, self.filler) = (key, ephemeral, nonce, filler)
    }

    /// The same, but that `key` names this side.
    func showing(_ key: SharedKeyPair) -> Self { Self(key, ephemeral, nonce, filler) }
  }

  /// The channel of both sides, once the last message was sent.
  package private(set) var channel: SecureChannel?

  private var handshake: HandshakeState
  private let nonce: [UInt8]
  private let recognition: Recognition
  private var commitment: [UInt8] = []
  private var guest: Acquaintance?
  private var code: ComparisonCode?

  /// An exchange that has not begun.
  ///
  /// - Parameters:
  ///   - role: The guest's program is the initiator.
  ///   - material: What this side brings.
  ///   - known: Whom this side may be talking to; of an initiator's, the first eight count.
  ///   - prologue: What ``prologue(hello:welcome:)`` gives.
  package init(
    role: HandshakeState.Role,
    material: Material,
    known: [Acquaintance],
    prologue: [UInt8]
  ) {
    nonce = material.nonce
    recognition = Recognition(known: known, filler: material.filler)
    handshake = HandshakeState(
      role: role,
      key: material.key,
      ephemeral: material.ephemeral,
      prologue: prologue
    )
  }

  /// The bytes that bind the exchange to the greeting before it, which was not encrypted.
  ///
  /// With it, nobody can change versions, names or the link id unnoticed.
  ///
  /// - Parameters:
  ///   - hello: The whole message, as it was sent; up to 65,535 bytes.
  ///   - welcome: The whole answer to it, as it was sent; up to 65,535 bytes.
  /// - Returns: The prologue of the exchange.
  package static func prologue(hello: [UInt8], welcome: [UInt8]) -> [UInt8] {
    [hello, welcome].reduce(into: Array("Tabletooth 3".utf8)) { prologue, message in
      precondition(message.count <= MessageLimit.field, "the length has 16 bits")
      prologue += [UInt8(message.count >> 8), UInt8(message.count & 0xff)]
      prologue += message
    }
  }

  /// True if the next message is this side's.
  package var isMyTurn: Bool {
    handshake.isFinished ? channel == nil && handshake.role == .responder : handshake.isMyTurn
  }

  /// The next message; it must be this side's turn.
  ///
  /// - Throws: ``SecurityError/weakKey``.
  package mutating func write() throws(SecurityError) -> [UInt8] {
    switch handshake.messageCount {
    case 0:
      let keys = (handshake.localEphemeral, handshake.localStatic)
      return try handshake.write(Self.commitment(to: nonce, keys.0, keys.1))
    case 1:
      return try handshake.write(nonce)
    case 2:
      let hash = handshake.hash
      code = ComparisonCode(handshakeHash: hash, key: handshake.localStatic, nonce: nonce)
      return try handshake.write(nonce + recognition.guestTags(hash))
    default:
      precondition(isMyTurn, "the exchange is over")
      var ciphers = handshake.split()
      let tag = recognition.hostTag(for: guest, handshake.hash)
      let message = try ciphers.sending.encrypt(tag)
      channel = try finished(ciphers, with: guest)
      return message
    }
  }

  /// Reads the other side's next message.
  ///
  /// - Throws: ``SecurityError``, and the exchange is over.
  package mutating func read(_ message: [UInt8]) throws(SecurityError) {
    guard channel == nil, !isMyTurn else { throw .unexpectedMessage }
    let index = handshake.messageCount
    guard message.count == Self.messageSizes[index] else {
      throw .wrongLength(expected: Self.messageSizes[index], actual: message.count)
    }
    switch index {
    case 0:
      commitment = try handshake.read(message)
    case 1:
      _ = try handshake.read(message)
    case 2:
      let hash = handshake.hash
      let payload = try handshake.read(message)
      let revealed = Array(payload.prefix(Self.nonceSize))
      code = ComparisonCode(handshakeHash: hash, key: try check(revealed), nonce: revealed)
      guest = recognition.guest(showing: Array(payload.dropFirst(Self.nonceSize)), hash)
    default:
      var ciphers = handshake.split()
      let tag = try ciphers.receiving.decrypt(message[...])
      let host = recognition.host(showing: tag, handshake.hash)
      channel = try finished(ciphers, with: host)
    }
  }

  private func finished(
    _ ciphers: (sending: CipherState, receiving: CipherState),
    with other: Acquaintance?
  ) throws(SecurityError) -> SecureChannel {
    guard let code else { preconditionFailure("the third message was said") }
    return try SecureChannel(handshake, ciphers, recognised: other, code: code)
  }

  /// The key of the initiator, if it and the nonce are what its first message commits it to.
  private func check(_ revealed: [UInt8]) throws(SecurityError) -> PublicKey {
    guard let ephemeral = handshake.remoteEphemeral, let key = handshake.remoteStatic,
      ConstantTime.areEqual(commitment, Self.commitment(to: revealed, ephemeral, key))
    else {
      throw .brokenCommitment
    }
    return key
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
