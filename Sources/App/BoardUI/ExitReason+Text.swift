import MatchPlay
import MatchProtocol
import Phrases

extension ExitReason {
  /// The process's exit status.
  public var code: Int32 {
    switch self {
    case .gameFinished, .quit: 0
    case .internalError: 1
    case .usage, .settings: 64
    case .noAdapter: 10
    case .adapterOff: 11
    case .adapterBlocked: 12
    case .noDaemon, .noBus, .daemonGone: 13
    case .noPermission: 14
    case .noPeripheralRole: 15
    case .nameTooLong: 16
    case .nameNotUTF8: 17
    case .noAdvertisement, .otherTableOpen: 18
    case .network(let failure): failure.code
    case .nobodyWaits(_, _, let broker): broker == nil ? 20 : 75
    case .nobodyFound, .otherOfName, .otherTable: 20
    case .foundNowhere(let nearby, let online): Self.code(nearby, online)
    case .couldNotConnect: 21
    case .keptShut: 22
    case .notLetIn(_, let why): why.code
    case .recordsDiffer: 34
    case .otherVersion: 23
    case .garbage: 24
    case .messageTooLarge: 25
    case .illegalMove: 26
    case .linkLost: 27
    case .otherSideLeft, .otherSideLeftEarly: 28
    case .severalTables: 29
    case .inputClosed, .inputClosedByHand: 30
    case .outputClosed: 31
    case .fileNotSent(.refused): 60
    case .fileNotSent(.interrupted), .fileNotSent(.failed): 61
    case .errandFailed(let errand, _, let failure): failure.code(of: errand)
    case .pipeBroken: 62
    case .pipeNotWritten: 63
    case .notAccepted: 32
    case .machineFailed: 33
    case .brokenFile, .noSignedResult: 40
    case .kept(let failure): failure.code
    case .interrupted(let signal, _, _), .challengeInterrupted(let signal),
      .errandInterrupted(_, let signal):
      128 + Int32(signal.rawValue)
    }
  }

  /// The line for standard error, without its newline, or nil when there is nothing to complain of.
  public var line: String? {
    complaint.map { say("tabletooth: \($0.happened); \($0.advice)") }
  }

  /// What happened and what to do, each without its full stop; nil where nothing is wrong.
  public var words: (happened: String, advice: String)? {
    complaint.map { ($0.happened, $0.advice) }
  }

  /// The same as a sentence among others; empty when there is nothing to complain of.
  var sentence: String { words.map { say("\($0.happened); \($0.advice).") } ?? "" }

  private var complaint: Complaint? {
    switch self {
    case .gameFinished, .quit: nil
    case .internalError(let what): .internalError(what)
    case .usage(let what, let help): .usage(what, help: help)
    case .noAdapter(let asked): .noAdapter(asked: asked)
    case .adapterOff(let name): .adapterOff(name)
    case .adapterBlocked(let name): .adapterBlocked(name)
    case .noDaemon: .noDaemon
    case .noBus(let address): .noBus(address)
    case .daemonGone: .daemonGone
    case .noPermission: .noPermission
    case .noPeripheralRole(let name): .noPeripheralRole(name)
    case .noAdvertisement(let name): .noAdvertisement(name)
    case .otherTableOpen(let name): .otherTableOpen(name)
    case .nameTooLong(let bytes, let limit): .nameTooLong(bytes: bytes, limit: limit)
    case .nameNotUTF8: .nameNotUTF8
    case .network(let failure): .network(failure)
    case .nobodyFound(let asked, let heard): .nobodyFound(asked: asked, heard: heard)
    case .foundNowhere(let nearby, let online): Self.complaint(nearby, online)
    case .nobodyWaits(let errand, let asked, nil): .nobodyWaits(errand, asked: asked)
    case .nobodyWaits(let errand, let asked, let broker?):
      .nobodyWaits(errand, asked: asked, at: broker)
    case .otherOfName(let name): .otherOfName(name)
    case .couldNotConnect(let name, let why): .couldNotConnect(to: name, because: why)
    case .severalTables(let tables): .severalTables(tables)
    case .notLetIn(let name, let why): why.complaint(of: name)
    case .keptShut(let name): .keptShut(name)
    case .recordsDiffer(let name): .recordsDiffer(name)
    case .otherVersion(let what): .otherVersion(what)
    case .garbage(let what): .garbage(what)
    case .messageTooLarge: .messageTooLarge
    case .illegalMove(let what): .illegalMove(what)
    case .linkLost(let name, let cause): .linkLost(name: name, cause: cause)
    case .otherSideLeft(let name, let why): .otherSideLeft(name: name, why: why)
    case .otherSideLeftEarly(let name): .otherSideLeftEarly(name: name)
    case .notAccepted(let name, let why): .notAccepted(name: name, why: why)
    case .brokenFile(let place, let found, let expected),
      .settings(let place, let found, let expected):
      .brokenFile(place: place, found: found, expected: expected)
    case .noSignedResult(let file): .noSignedResult(file)
    case .kept(let failure): .kept(failure)
    case .machineFailed(let what): .machineFailed(what)
    case .inputClosed: .inputClosed
    case .inputClosedByHand: .inputClosedByHand
    case .outputClosed: .outputClosed
    case .fileNotSent(let loss): .fileNotSent(loss)
    case .errandFailed(let errand, let name, let failure): .errandFailed(errand, name, failure)
    case .otherTable(let there, let here): .otherTable(there, here)
    case .pipeBroken(let name): .pipeBroken(name)
    case .pipeNotWritten(let why): .pipeNotWritten(why)
    case .interrupted(let signal, let keepsMatch, let game):
      .interrupted(signal, keepsMatch: keepsMatch, game: game)
    case .challengeInterrupted(let signal): .challengeInterrupted(signal)
    case .errandInterrupted(let errand, let signal): .interrupted(signal, errand)
    }
  }
}

extension ExitReason.Closure {
  fileprivate var code: Int32 {
    switch self {
    case .taken, .takenPerhaps, .kept, .keptPerhaps, .watchable: 22
    case .notInvited: 50
    case .kicked: 51
    case .closed: 52
    case .tooManyTries: 53
    case .watchersFull: 54
    case .notShown: 55
    case .challengeDeclined: 56
    case .challengeExpired: 57
    case .takenOver: 58
    }
  }
}

extension ExitReason.ErrandFailure {
  fileprivate func code(of errand: Errand) -> Int32 {
    switch self {
    case .left: errand == .pipe ? 62 : 61
    case .abandoned: 61
    case .linkLost: 27
    case .busy: 22
    case .noAnswer: 75
    case .outputClosed: 31
    }
  }
}

extension ExitReason.KeepingFailure {
  fileprivate var code: Int32 {
    switch self {
    case .noFolder, .unusable, .exposed, .wrongKind, .symbolicLink, .vanished, .damagedKey,
      .missingKey, .diskFull,
      .damagedDatabase, .lockedDatabase, .database, .damagedMatch, .damagedRow, .outOfPlace:
      41
    case .beingPlayed: 42
    case .noSuchMatch, .nothingToResume, .matchOver, .fromFile, .noSuchPlayer, .severalPlayers,
      .severalMatches:
      43
    }
  }
}

extension ExitReason {
  /// What the other side is told when this board leaves for this reason.
  var goodbye: GoodbyeReason {
    switch self {
    case .internalError, .otherVersion, .machineFailed, .pipeNotWritten: .failed
    case .gameFinished, .quit, .usage, .noAdapter, .adapterOff, .adapterBlocked, .noDaemon,
      .noBus, .daemonGone, .noPermission, .noPeripheralRole, .noAdvertisement, .otherTableOpen,
      .nameTooLong, .nameNotUTF8,
      .network, .nobodyFound, .foundNowhere, .nobodyWaits, .otherOfName, .errandInterrupted,
      .couldNotConnect, .severalTables, .notLetIn, .keptShut, .recordsDiffer, .garbage,
      .messageTooLarge, .illegalMove, .linkLost, .otherSideLeft, .otherSideLeftEarly, .notAccepted,
      .brokenFile,
      .noSignedResult, .settings, .kept, .inputClosed,
      .inputClosedByHand, .outputClosed, .fileNotSent, .errandFailed, .otherTable, .pipeBroken,
      .interrupted, .challengeInterrupted:
      .left
    }
  }
}
