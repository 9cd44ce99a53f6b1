public import GameRules
public import GameSearch
public import MatchPlay
public import MatchProtocol
public import Terminal

/// Everything that can happen to the program while people play.
public enum Event: Hashable, Sendable {
  /// A line was typed or piped in, without its newline.
  case line(String)
  /// The player begins to type words for the other one, goes on, or does not any more.
  case typing(Bool)
  /// No line will come any more.
  case inputClosed
  /// Nobody reads what is printed.
  case outputClosed
  /// Something was done at the terminal.
  case terminal(TerminalEvent)
  /// The screen that was another one's is this program's now.
  case shown
  /// The room of the table, behind a menu, has this rank now.
  case ranked(RoomRank)
  /// A signal came: it ends a thought that is waited for, or the program.
  case interrupted(StopSignal)
  /// The player here wants this.
  case request(PlayerRequest)
  /// The transport reports.
  case link(LinkEvent)
  /// The transport says how far it is.
  case progress(TransportProgress)
  /// Something is wrong with the way to the other side, or not any more.
  case route(RouteEvent)
  /// Work that was ordered has come to this.
  case work(WorkResult)
  /// The time that was asked for has come.
  case tick
}

/// A wish of the player here.
public enum PlayerRequest: Hashable, Sendable {
  /// The table is to do this.
  case wants(PlayerAction)
  /// The program is to end; a game that is being settled is settled.
  case quits(ExitReason)
  /// Something here makes it impossible to go on.
  case leaves(ExitReason)
  /// Nobody here can be asked anything any more.
  case asksNoMore
  /// A move that the machine would play is to be shown.
  case asksHint
  /// The player asks for the chat with the player of this name or with the current one.
  case asksLog(String)
  /// The file at this path is to be sent.
  case asksToSend(String)
  /// The machine is to play so well from its next thought on.
  case setsLevel(SearchLevel)
}

/// News of the way to the other side, besides what the transport reports.
public enum RouteEvent: Hashable, Sendable {
  /// It cannot be opened yet, for this reason, and is tried again.
  case waits(ExitReason)
  /// One of several ways is gone for good, or never came about; the others go on.
  case oneEnded(ExitReason)
  /// It cannot be opened, or has gone for good.
  case failed(ExitReason)
  /// Both sides of the match keep it in this folder.
  case sharesFolder(String)
}

/// The result of ordered work.
public enum WorkResult: Hashable, Sendable {
  /// The machine has come back.
  case machine(MachineEvent)
  /// This happened at the app of the other player.
  case line(String)
  /// The other player, at an app, has left or cannot be reached.
  case left(ExitReason)
  /// The last game has changed the player's rating so.
  case rating(RatingChange)
  /// A move of the game that is analysed is worth this.
  case judged(ReplayScreen.Judgement)
  /// All moves are judged; these are the numbers of the worst mistakes.
  case analysed(worst: [Int])
  /// Words that were said, in lines for the player.
  case log([String])
  /// The disk has done something with a file.
  case file(FileWish)
  /// A file cannot be sent, for this reason.
  case fileProblem(String)
  /// A setting has changed, which this says.
  case setting(String)
}

/// The result of a search, for the position that it was for.
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
