public import GameRules
public import MatchPlay
public import MatchProtocol

/// What can happen to the program while people play.
public enum AppEvent: Hashable, Sendable {
  /// The player here wants this.
  case wants(PlayerAction)
  /// The player here ends the program; a game that is being settled is settled.
  case quits(ExitReason)
  /// Something here makes it impossible to go on.
  case leaves(ExitReason)
  /// Nobody here can be asked anything any more.
  case asksNoMore
  /// The transport reports.
  case link(LinkEvent)
  /// The transport says how far it is.
  case progress(TransportProgress)
  /// The way to the other side cannot be opened, or has gone for good.
  case failed(ExitReason)
  /// The robot has chosen, for the position it was asked about.
  case moveFound(Move)
  /// ``App/deadline`` has come.
  case tick
}

/// What the program has to do, in the order of the array.
public enum AppOrder: Hashable, Sendable {
  /// Write this to disk, and go on when it is there.
  case keep(JournalChange)
  /// Put this packet on the air.
  case send([UInt8])
  /// End the link to this peer once all packets before are on the air.
  case disconnect(PeerID)
  /// Let the table be found, or do not.
  case setOpen(Bool)
  /// Show this.
  case tell(AppNotice)
  /// Find a move in this position and come back with ``AppEvent/moveFound(_:)``.
  case think(Position)
  /// Close everything, say why on standard error and exit; nothing follows.
  case end(ExitReason)
}

/// What a face shows.
public enum AppNotice: Hashable, Sendable {
  /// What happened at the table.
  case table(TableNotice)
  /// How far the way to the other side is.
  case progress(TransportProgress)
  /// The digits that are to be compared have just changed.
  case digitsChanged
}
