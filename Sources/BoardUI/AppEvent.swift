public import GameRules
public import MatchProtocol
public import Sodium

/// What can happen to the program while people play.
public enum AppEvent: Hashable, Sendable {
  /// A line was typed or piped in, without its newline.
  case line(String)
  /// No line will come any more.
  case inputClosed
  /// Nobody reads what is printed.
  case outputClosed
  /// A signal came.
  case interrupted(StopSignal)
  /// The match's session reports.
  case session(SessionEvent)
  /// The match's session is over; nothing more comes from it.
  case sessionEnded(SessionEnd)
  /// The way to the other side reports.
  case progress(Progress)
  /// The robot has chosen, for the position it was asked about.
  case robotMoved(Move)
  /// ``LineModel/deadline`` has come.
  case tick
}

/// How far the way to the other side is.
public enum Progress: Hashable, Sendable {
  /// The table can be found under this name.
  case advertising(name: String)
  /// The guest looks for tables.
  case scanning
  /// A table with this name, or address if it has none, was found.
  case found(name: String)
  /// A connection to it is being made.
  case connecting(name: String)
  /// The connection stands; the greeting comes next.
  case connected(name: String)
  /// The link was lost, and the guest looks for the host again after this time, for the so-manieth time.
  case reconnecting(attempt: Int, after: Duration)
  /// Bluetooth on this computer stopped.
  case bluetoothGone
  /// Bluetooth on this computer works again.
  case bluetoothBack
}

/// What the program has to do, in the order of the array.
public enum AppEffect: Hashable, Sendable {
  /// Write this to standard output as it is, and flush.
  case print(String)
  /// Hand this to the session.
  case submit(MatchMessage)
  /// Tell the session that the other side, of whom it told last, is the right player.
  case accept
  /// Tell the session that the other side is not.
  case decline
  /// Keep this key as that of a player whose digits were compared, or who was met again.
  case remember(PublicKey, name: PlayerName)
  /// Keep how the game ended, for good; the game that follows, if any, is another one.
  case finish(result: String)
  /// Close the session with a goodbye; it ends when the other side has answered.
  case close(GoodbyeReason)
  /// Find a move in this position and come back with ``AppEvent/robotMoved(_:)``.
  case think(Position)
  /// Close everything, print the reason's line to standard error and exit; nothing follows.
  case end(ExitReason)
}
