/// Somebody who says that it is a guest of this host, and has not proven it yet.
struct Return: Sendable {
  /// The guest's purpose.
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

  /// The link, once something came on it; its exchange may be over.
  var link: SecureLink?
  /// Until when it may prove who it is without giving way to anybody; nil before its first message.
  var keepsPlaceUntil: Duration?
  var repeats = HandshakeReassembler()

  /// True if `player` may have what it wants at the seat of `conversation`.
  ///
  /// A seat that nobody is known to have taken may be begun anew by anybody: one who had not
  /// accepted yet has kept nothing by which to be recognised.
  func isOpen(to player: Acquaintance, at conversation: Conversation) -> Bool {
    switch purpose {
    case .resume: player == conversation.opponent
    case .beginAnew: player == conversation.opponent || conversation.isTentative
    }
  }

  var deadline: Duration {
    min(until, link?.deadline ?? until)
  }
}
