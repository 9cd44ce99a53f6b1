package import Sodium

/// One side of the handshake `Noise_XX_25519_ChaChaPoly_SHA256`: three messages in turn, after
/// which both have common keys and each knows the key that the other has shown.
///
/// Revision 34 of the Noise Protocol Framework, sections 5.3 and 7.5. A message that cannot be read
/// leaves the state as it was, but the handshake should end then.
package struct HandshakeState: Sendable {
  /// The order of speaking.
  public enum Role: Hashable, Sendable {
    /// Says the first and the third message.
    case initiator
    /// Says the second message.
    case responder
  }

  private enum Token {
    case ephemeral, longLived, ee, es, se
  }

  /// The name of the protocol, which is mixed into all keys.
  package static let protocolName = "Noise_XX_25519_ChaChaPoly_SHA256"

  private static let messages: [[Token]] = [
    [.ephemeral], [.ephemeral, .ee, .longLived, .es], [.longLived, .se],
  ]

  /// Which side this is.
  package let role: Role

  /// The number of messages that were said.
  package private(set) var messageCount = 0

  /// The other side's ephemeral key, once it is known.
  package private(set) var remoteEphemeral: PublicKey?

  /// The key that the other side has shown, once it is known.
  ///
  /// It is proven to be theirs when the handshake is finished.
  package private(set) var remoteStatic: PublicKey?

  private let longLived: SharedKeyPair
  private let ephemeral: SharedKeyPair
  private var symmetric: SymmetricState

  /// A handshake that has not begun.
  ///
  /// - Parameters:
  ///   - role: Which side this is.
  ///   - key: The pair whose public half is shown to the other side.
  ///   - ephemeral: A new pair, for this handshake only.
  ///   - prologue: What both sides must agree on; with different ones, the handshake fails.
  package init(
    role: Role,
    key: consuming KeyPair,
    ephemeral: consuming KeyPair,
    prologue: [UInt8]
  ) {
    self.init(
      role: role,
      key: SharedKeyPair(key),
      ephemeral: SharedKeyPair(ephemeral),
      prologue: prologue
    )
  }

  init(role: Role, key: SharedKeyPair, ephemeral: SharedKeyPair, prologue: [UInt8]) {
    self.role = role
    longLived = key
    self.ephemeral = ephemeral
    symmetric = SymmetricState(protocolName: Self.protocolName, prologue: prologue)
  }

  /// The key of this side's ephemeral pair.
  package var localEphemeral: PublicKey { ephemeral.publicKey }

  /// The key that this side shows.
  package var localStatic: PublicKey { longLived.publicKey }

  /// True if all three messages were said.
  package var isFinished: Bool { messageCount == Self.messages.count }

  /// True if the next message is this side's.
  package var isMyTurn: Bool {
    !isFinished && messageCount.isMultiple(of: 2) == (role == .initiator)
  }

  /// A hash of all that both sides said, the same for both and for no other handshake.
  package var hash: [UInt8] { symmetric.hash }

  /// The next message, which carries `payload`: encrypted, but for the first message.
  ///
  /// It must be this side's turn.
  ///
  /// - Throws: ``SecurityError/weakKey``, and the state stays as it was.
  package mutating func write(_ payload: [UInt8]) throws(SecurityError) -> [UInt8] {
    precondition(isMyTurn, "it is the other side's turn")
    var next = self
    var message: [UInt8] = []
    for token in Self.messages[messageCount] {
      switch token {
      case .ephemeral:
        message += localEphemeral.bytes
        next.symmetric.mixHash(localEphemeral.bytes)
      case .longLived:
        message += try next.symmetric.encryptAndHash(localStatic.bytes)
      case .ee, .es, .se:
        try next.mix(token)
      }
    }
    message += try next.symmetric.encryptAndHash(payload)
    next.messageCount += 1
    self = next
    return message
  }

  /// Reads the other side's next message and returns its payload.
  ///
  /// - Throws: ``SecurityError``, and the state stays as it was.
  package mutating func read(_ message: [UInt8]) throws(SecurityError) -> [UInt8] {
    guard !isFinished, !isMyTurn else { throw .unexpectedMessage }
    var next = self
    var rest = message[...]
    for token in Self.messages[messageCount] {
      switch token {
      case .ephemeral:
        let bytes = try Self.removePrefix(PublicKey.size, from: &rest)
        next.remoteEphemeral = try Self.publicKey(bytes)
        next.symmetric.mixHash(bytes)
      case .longLived:
        let sealed = try Self.removePrefix(PublicKey.size + next.symmetric.tagSize, from: &rest)
        next.remoteStatic = try Self.publicKey(next.symmetric.decryptAndHash(sealed))
      case .ee, .es, .se:
        try next.mix(token)
      }
    }
    let payload = try next.symmetric.decryptAndHash(Array(rest))
    next.messageCount += 1
    self = next
    return payload
  }

  /// The ciphers for what this side sends and receives from now on, once the handshake is finished.
  package func split() -> (sending: CipherState, receiving: CipherState) {
    precondition(isFinished, "the handshake is not finished")
    let ciphers = symmetric.split()
    return switch role {
    case .initiator: (ciphers.initiator, ciphers.responder)
    case .responder: (ciphers.responder, ciphers.initiator)
    }
  }

  /// The shared secret of both static keys, once the handshake is finished.
  ///
  /// - Throws: ``SecurityError/weakKey``.
  func staticSecret() throws(SecurityError) -> SharedSecret {
    guard isFinished, let remoteStatic else { preconditionFailure("the keys are not known") }
    return try longLived.secret(with: remoteStatic)
  }

  /// Mixes the secret of two keys: the first letter says which of the initiator's, the second which
  /// of the responder's.
  private mutating func mix(_ token: Token) throws(SecurityError) {
    let isInitiator = role == .initiator
    let (mine, theirs) =
      switch token {
      case .es: isInitiator ? (ephemeral, remoteStatic) : (longLived, remoteEphemeral)
      case .se: isInitiator ? (longLived, remoteEphemeral) : (ephemeral, remoteStatic)
      case .ee, .ephemeral, .longLived: (ephemeral, remoteEphemeral)
      }
    guard let theirs else { preconditionFailure("a key is mixed after it was sent") }
    symmetric.mixKey(try mine.secret(with: theirs))
  }

  /// The first `count` bytes, which are not in `bytes` any more then.
  private static func removePrefix(
    _ count: Int,
    from bytes: inout ArraySlice<UInt8>
  ) throws(SecurityError) -> [UInt8] {
    guard bytes.count >= count else {
      throw .wrongLength(expected: count, actual: bytes.count)
    }
    defer { bytes = bytes.dropFirst(count) }
    return Array(bytes.prefix(count))
  }

  private static func publicKey(_ bytes: [UInt8]) throws(SecurityError) -> PublicKey {
    do throws(SodiumError) {
      return try PublicKey(bytes)
    } catch {
      throw .wrongLength(expected: PublicKey.size, actual: bytes.count)
    }
  }
}
