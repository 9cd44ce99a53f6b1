import MatchPlay
import MatchProtocol
import Phrases

extension Errand {
  /// The command for the side that waits for the other.
  var waiting: String {
    switch self {
    case .send, .receive: "tabletooth receive"
    case .pipe: "tabletooth pipe"
    }
  }
}

/// The purpose of two programs without a game failed, in full or in part.
extension ExitReason {
  private static var goesOn: String {
    say("type the same command on both computers; a file goes on where it was")
  }

  /// A file was not sent to its end; sent again, it goes on where it was.
  static var fileInterrupted: Self {
    Self(.noConnection, say("the file was not sent"), say("send it again; it goes on where it was"))
  }

  /// A file cannot be read or stored, or was changed meanwhile.
  static var fileFailed: Self {
    Self(
      .noConnection,
      say("the file was not sent"),
      say("see what is said above, and send it again")
    )
  }

  /// The sending of a file ended like this.
  static func fileNotSent(_ end: FileEnd) -> Self {
    switch end {
    case .refusedThere, .refusedHere:
      Self(
        .refused,
        say("the other player does not want the file"),
        say("ask before you send it again")
      )
    case .cancelledThere, .cancelledHere: fileInterrupted
    case .failedThere, .failedHere: fileFailed
    }
  }

  /// The player here has left before a file had come whole.
  static var fileAbandoned: Self { Self(.noConnection, say("no whole file has come"), goesOn) }

  /// The player called `name` has left before a file had come whole; a part of it may be here.
  static func fileMissing(from name: String, hasPart: Bool) -> Self {
    Self(
      .noConnection,
      say("\(name) has left, and no whole file has come"),
      hasPart ? goesOn : say("type the same command on both computers")
    )
  }

  /// The other end of a pipe has left before all had come.
  static func pipeBroken(name: String) -> Self {
    Self(
      .left,
      say("\(name) has left before all had come through the pipe"),
      say("begin again; what is here is not all of it")
    )
  }

  /// Nobody reads what comes by a pipe.
  static var pipeUnread: Self {
    Self(
      .notSaved,
      say("nobody reads the output any more"),
      say("begin again, and let what reads it run until all has come")
    )
  }

  /// Somebody else is served there.
  static func busy(name: String) -> Self {
    Self(.busy, say("\(name) is busy with somebody else"), say("try again when that is done"))
  }

  /// Nobody has answered by the code for this long.
  static func noAnswer(_ errand: Errand, for limit: Duration) -> Self {
    Self(
      .notFound,
      say("nobody has answered by this code for \(limit.components.seconds) seconds"),
      say("see whether \(errand.waiting) still runs there and has this code")
    )
  }

  /// The link was lost, and not made again in time.
  static func linkLost(_ errand: Errand, name: String) -> Self {
    Self(
      .noConnection,
      say("the connection to \(name) was lost"),
      errand == .pipe ? say("begin again at both ends; not all may have come") : goesOn
    )
  }

  /// A signal came while something was sent or received.
  static func interrupted(_ errand: Errand, _ signal: StopSignal) -> Self {
    .failed(
      signal.failure(
        errand == .pipe
          ? say("begin again at both ends; not all may have come")
          : say("type the same command; a file goes on where it was")
      )
    )
  }
}
