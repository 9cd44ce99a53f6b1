/// Somebody who says that it is a guest of this host, and has not proven it yet.
struct Return: Sendable {
  /// What the guest wants.
  enum Purpose: Sendable {
    /// To go on with the match.
    case resume

    /// Another match in place of one in which nobody has played, as it knows nothing of that.
    case beginAnew(SessionID, PlayerName)
  }

  /// The seat that it is for.
  let session: SessionID
  let purpose: Purpose
  let nonce: Nonce
  let linkID: LinkID
  let answer: Envelope
  let exchange: KeyExchange
  let until: Duration

  /// The link, once something came on it.
  var link: SecureLink?
  var repeats = HandshakeReassembler()

  var deadline: Duration {
    min(until, link?.deadline ?? until)
  }
}
