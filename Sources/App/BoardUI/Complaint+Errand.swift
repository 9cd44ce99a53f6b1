import MatchPlay
import MatchProtocol
import Phrases

extension Errand {
  /// What the one types who waits for the other.
  var waiting: String {
    switch self {
    case .send, .receive: "tabletooth receive"
    case .pipe: "tabletooth pipe"
    }
  }
}

/// What went wrong where two programs met for something else than a game.
extension Complaint {
  static func fileNotSent(_ loss: ExitReason.FileLoss) -> Self {
    switch loss {
    case .refused:
      .init(say("the other player does not want the file"), say("ask before you send it again"))
    case .interrupted:
      .init(say("the file was not sent"), say("send it again; it goes on where it was"))
    case .failed:
      .init(say("the file was not sent"), say("see what is said above, and send it again"))
    }
  }

  static func errandFailed(
    _ errand: Errand,
    _ name: String,
    _ failure: ExitReason.ErrandFailure
  ) -> Self {
    switch failure {
    case .left(let goesOn): left(name, goesOn: goesOn)
    case .linkLost:
      .init(
        say("the connection to \(name) was lost"),
        errand == .pipe
          ? say("begin again at both ends; not all may have come")
          : say("type the same command on both computers; a file goes on where it was")
      )
    case .abandoned:
      .init(
        say("no whole file has come"),
        say("type the same command on both computers; a file goes on where it was")
      )
    case .noAnswer(let limit):
      .init(
        say("nobody has answered by this code for \(limit.components.seconds) seconds"),
        say("see whether \(errand.waiting) still runs there and has this code")
      )
    case .busy:
      .init(say("\(name) is busy with somebody else"), say("try again when that is done"))
    case .outputClosed:
      .init(
        say("nobody reads the output any more"),
        say("begin again, and let what reads it run until all has come")
      )
    }
  }

  static func otherTable(_ there: TableKind, _ here: TableKind) -> Self {
    let what =
      switch there {
      case .game: say("the other computer has a table for a game")
      case .files: say("the other computer waits for a file")
      case .pipe: say("the other computer is one end of a pipe")
      }
    return switch (here, there) {
    case (.files, _): .init(what, say("type tabletooth receive there, and the same here again"))
    case (.pipe, _): .init(what, say("type tabletooth pipe there, and the same here again"))
    case (.game, .files): .init(what, say("type tabletooth send and the name of the file"))
    case (.game, _): .init(what, say("type tabletooth pipe here, too"))
    }
  }

  private static func left(_ name: String, goesOn: Bool) -> Self {
    .init(
      say("\(name) has left, and no whole file has come"),
      goesOn
        ? say("type the same command on both computers; a file goes on where it was")
        : say("type the same command on both computers")
    )
  }

  static func interrupted(_ signal: StopSignal, _ errand: Errand) -> Self {
    switch errand {
    case .send, .receive:
      .init(stopped(signal), say("type the same command; a file goes on where it was"))
    case .pipe:
      .init(stopped(signal), say("begin again at both ends; not all may have come"))
    }
  }
}
