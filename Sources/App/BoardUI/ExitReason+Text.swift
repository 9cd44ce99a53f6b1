import GameRules
import MatchPlay
import MatchProtocol
import Phrases

extension ExitReason {
  /// The process's exit code.
  public var code: Int32 { failure?.status.code ?? 0 }

  /// The line for standard error, without its newline; nil if nothing went wrong.
  public var line: String? { failure?.line }

  /// The line behind a colon; empty if nothing went wrong.
  var clause: String { failure?.clause ?? "" }

  /// The failure, with its advice; nil if there is none.
  public var failure: Failure? {
    switch self {
    case .gameFinished, .quit: nil
    case .failed(let failure): failure
    case .internalError(let what):
      Failure(.bug, say("internal error: \(what)"), say("please report this line"))
    case .usage(let what, let help): Failure(.usage, what, say("run \(help)"))
    case .noPeripheralRole(let name):
      Failure(
        .noBluetooth,
        say("the adapter \(name) cannot be a peripheral, so it cannot host"),
        say("host on the other computer and join from this one")
      )
    case .nobodyFound, .noKnownTable, .foundNowhere, .nobodyWaits, .nobodyThere, .severalTables,
      .otherTable:
      unfound
    case .couldNotConnect(let name, let why): why.failure(with: name)
    case .notLetIn(let name, let why): why.failure(at: name)
    case .keptShut(let name): Self.keptShut(by: name)
    case .notAccepted(let name, let why): why.failure(with: name)
    case .otherVersion(let what): Failure(.otherVersion, what, Self.installSameVersion)
    case .linkLost(let name, let cause): cause.failure(with: name)
    case .otherSideLeft(let name, let why): why.failure(with: name)
    case .machineFailed, .pipeNotWritten, .inputClosed, .inputClosedByHand, .outputClosed,
      .interrupted:
      stopped
    }
  }

  /// The same version would have helped.
  public static var installSameVersion: String {
    say("install the same version of tabletooth on both computers")
  }

  /// The program cannot go on, or may not.
  private var stopped: Failure? {
    switch self {
    case .machineFailed(let what):
      Failure(.usage, what, say("check that the engine works on its own"))
    case .pipeNotWritten(let why):
      Failure(
        .notSaved,
        say("cannot write the data from the pipe: \(why)"),
        say("free space, then start again")
      )
    case .inputClosed:
      Failure(
        .usage,
        say("the input ended before the game did"),
        say("keep standard input open, or let --robot play this seat")
      )
    case .inputClosedByHand:
      Failure(
        .usage,
        say("you ended the input (control-D) before the game was over"),
        say("to continue a saved game, run tabletooth resume")
      )
    case .outputClosed:
      Failure(
        .notSaved,
        say("standard output takes nothing more"),
        say("keep it open, with free space on its disk, until the program ends")
      )
    case .interrupted(let signal, let keepsMatch, let game): signal.failure(keepsMatch, game)
    case _: nil
    }
  }
}

extension StopSignal {
  fileprivate func failure(_ keepsMatch: Bool, _ game: Int64?) -> Failure {
    if let game { return failure(say("run tabletooth resume \(game) to continue")) }
    let advice = keepsMatch ? say("to continue the game") : say("to start again")
    return failure(say("run the same command \(advice)"))
  }

  /// The program was stopped by it, and `advice` says how it can go on.
  func failure(_ advice: String) -> Failure {
    let how =
      switch self {
      case .hangUp: say("with its terminal")
      case .interrupt: say("by control-C")
      case .terminate: say("by a signal")
      }
    return Failure(.interrupted(self), say("stopped \(how)"), advice)
  }
}

// MARK: - This program and how it was started

extension ExitReason {
  /// The record of the match of this number, if that is known, cannot be replayed.
  public static func damagedMatch(_ number: Int64?) -> Self {
    guard let number else {
      return Self(
        .notSaved,
        say("the saved match is damaged"),
        say("use --new to start another match; your other matches are unaffected")
      )
    }
    return Self(
      .notSaved,
      say("the saved game \(number) is damaged"),
      say("run tabletooth games delete \(number) to delete it; everything else is intact")
    )
  }

  /// A signal came in a game that began with a challenge, which the same command would not
  /// continue.
  static func challengeInterrupted(_ signal: StopSignal) -> Self {
    .failed(signal.failure(say("run tabletooth resume to continue the game")))
  }

  /// The two boards came to different positions, and no person is here to decide.
  static let boardsDiffer = ExitReason.otherVersion(Strings.boardsDiffer)

  /// The robot chose a move that is not allowed.
  static func robotErred(_ move: Move) -> ExitReason {
    .internalError(Strings.robotErred(move))
  }

  /// The reason that the other side receives when this board leaves for this reason.
  var goodbye: GoodbyeReason {
    switch self {
    case .internalError, .otherVersion, .machineFailed, .pipeNotWritten: .failed
    case _: .left
    }
  }
}
