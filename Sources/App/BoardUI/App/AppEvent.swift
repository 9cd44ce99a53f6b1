public import GameRules
public import GameSearch
public import MatchPlay
public import MatchProtocol

/// What can happen to the program while people play.
public enum AppEvent: Hashable, Sendable {
  /// The player here wants this.
  case wants(PlayerAction)
  /// The player here ends the program; a game that is being settled is settled.
  case quits(ExitReason)
  /// A signal came: it ends a thought that is waited for, or the program.
  case interrupted(StopSignal)
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
  /// The way to the other side cannot be opened yet, for this reason, and is tried again.
  case waits(ExitReason)
  /// One of several ways to the other side is gone for good, or never came about; the others go on.
  case wayEnded(ExitReason)
  /// Both sides of the match keep it in this folder.
  case sharesFolder(String)
  /// The machine has come back.
  case machine(MachineEvent)
  /// The player here asks for a hint.
  case asksHint
  /// The player here asks what was said, with the player of this name or with the one here.
  case asksLog(String)
  /// What was said, in lines for the player.
  case foundLog([String])
  /// The player here wants to send the file at this path.
  case asksToSend(String)
  /// The disk has done something with a file.
  case file(FileWish)
  /// A file cannot be sent, for this reason.
  case fileProblem(String)
  /// The machine is to play so well from its next thought on.
  case setsLevel(SearchLevel)
  /// ``App/deadline`` has come.
  case tick
}

/// What comes of a thought, for the position that the machine was asked about.
public enum MachineEvent: Hashable, Sendable {
  /// It has chosen.
  case moveFound(Move)
  /// It gives up.
  case resigns
  /// It is another program and cannot go on for this reason.
  case failed(String)
  /// It would play this, and was asked for a hint.
  case hintFound(Move, because: MoveReason)
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
  /// Tell those who pass by this of the table.
  case announce(Presence)
  /// Show this.
  case tell(AppNotice)
  /// Find this out beside the loop, and come back with ``AppEvent/machine(_:)``; the
  /// thought before has always come back.
  case think(Inquiry)
  /// Find what was said, and come back with ``AppEvent/foundLog(_:)``.
  case findLog(String)
  /// Look at the file at this path, and come back with ``AppEvent/file(_:)``.
  case prepareFile(String)
  /// Remove what has come of this file, unless it goes from here to the other side.
  case discardFile(FileOffer)
  /// Come back with the best so far.
  case stopThinking
  /// Close everything, say why on standard error and exit; nothing follows.
  case end(ExitReason)
}

/// What a face shows.
public enum AppNotice: Hashable, Sendable {
  /// What happened at the table.
  case table(TableNotice)
  /// How far the way to the other side is.
  case progress(TransportProgress)
  /// The way to the other side cannot be opened yet, for this reason.
  case waits(ExitReason)
  /// One of several ways to the other side is closed, for this reason.
  case wayEnded(ExitReason)
  /// Both sides of the match keep it in this folder.
  case sharesFolder(String)
  /// The digits that are to be compared have just changed.
  case digitsChanged
  /// The player has typed control-C in the middle of a game; another one ends the program.
  case asksToStop
  /// The machine begins to think, which may take some time.
  case thinking(Inquiry.Purpose)
  /// The machine would play this move here.
  case hint(Move, MoveReason, in: Position)
  /// There is no hint.
  case hintRefused(HintRefusal)
  /// This was said before.
  case log([String])
  /// A file cannot be sent, for this reason.
  case fileProblem(String)
  /// The machine plays so well from now on.
  case level(SearchLevel)
}
