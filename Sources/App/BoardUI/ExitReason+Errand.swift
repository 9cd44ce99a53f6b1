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
    say("run the same command on both computers; a file resumes where it stopped")
  }

  /// A file was not sent to its end; sent again, it goes on where it was.
  static var fileInterrupted: Self {
    Self(
      .noConnection,
      say("the file was not sent"),
      say(
        """
        send it again; it resumes where it stopped
        """
      )
    )
  }

  /// A file cannot be read or stored, or was changed meanwhile.
  static var fileFailed: Self {
    Self(
      .noConnection,
      say("the file was not sent"),
      say("see the message above, then send it again")
    )
  }

  /// The sending of a file ended like this.
  static func fileNotSent(_ end: FileEnd) -> Self {
    switch end {
    case .refusedThere, .refusedHere:
      Self(
        .refused,
        say("the other player declined the file"),
        say("ask before you send it again")
      )
    case .cancelledThere, .cancelledHere: fileInterrupted
    case .failedThere, .failedHere: fileFailed
    }
  }

  /// The player here has left before a file had come whole.
  static var fileAbandoned: Self { Self(.noConnection, say("no file arrived complete"), goesOn) }

  /// The player called `name` has left before a file had come whole; a part of it may be here.
  static func fileMissing(from name: String, hasPart: Bool) -> Self {
    Self(
      .noConnection,
      say("\(name) left before the file was complete"),
      hasPart ? goesOn : say("run the same command on both computers")
    )
  }

  /// The other end of a pipe has left before all had come.
  static func pipeBroken(name: String) -> Self {
    Self(
      .left,
      say("\(name) left before all data had arrived"),
      say("start again; the data here is incomplete")
    )
  }

  /// Nobody reads what comes by a pipe.
  static var pipeUnread: Self {
    Self(
      .notSaved,
      say("the output has been closed"),
      say("start again, and keep the reading program running to the end")
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
      say("nobody with this code answered within \(limit.components.seconds) seconds"),
      say("check that \(errand.waiting) is still running there with this code")
    )
  }

  /// The link was lost, and not made again in time.
  static func linkLost(_ errand: Errand, name: String) -> Self {
    Self(
      .noConnection,
      say("the connection to \(name) was lost"),
      errand == .pipe ? say("start again at both ends; some data may be missing") : goesOn
    )
  }

  /// A signal came while something was sent or received.
  static func interrupted(_ errand: Errand, _ signal: StopSignal) -> Self {
    .failed(
      signal.failure(
        errand == .pipe
          ? say("start again at both ends; some data may be missing")
          : say("run the same command; a file resumes where it stopped")
      )
    )
  }
}
