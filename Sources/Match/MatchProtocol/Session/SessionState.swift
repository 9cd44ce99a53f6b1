/// The state of a session, by the names of docs/reference/protocol.md, section 6.
public enum SessionState: String, Hashable, Sendable, CaseIterable {
  /// A host waits for somebody.
  case empty

  /// A host has offered its seat, and nothing came on the new link yet.
  case offered

  /// A guest has no link yet, and never had a match to go on with.
  case unlinked

  /// A guest has said Hello and waits for the answer.
  case greeting

  /// Keys are exchanged for a seat.
  case meeting

  /// Both keys are known, and the players have not accepted each other yet.
  case asking

  /// The match is on.
  case talking

  /// The link is lost, and the match is not.
  case suspended

  /// A guest has said Resume and waits for the host to prove who it is.
  ///
  /// A host stays in the state of its seat while others are on their way back to it.
  case returning

  /// The right key was shown on a new link, and the other side's Confirm is waited for.
  case confirming

  /// This side has said goodbye and waits for the answer.
  case leaving

  /// The session is over.
  case over
}
