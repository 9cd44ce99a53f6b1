import MatchPlay
import MatchProtocol

extension ExitReason {
  /// The reason why a program ends that has a match of its own, which goes on by `command`, and
  /// which may be the one at the table that does not let it in.
  func naming(_ command: String) -> ExitReason {
    switch self {
    case .notLetIn(let name, .taken): .notLetIn(name: name, why: .takenPerhaps(resume: command))
    case .notLetIn(let name, .kept): .notLetIn(name: name, why: .keptPerhaps(resume: command))
    case _: self
    }
  }

  /// The reason why a program ends that is there for `errand`: it has no game to go on with, and
  /// looks for somebody else than a table.
  ///
  /// - Parameters:
  ///   - errand: What it is there for; nil for a game.
  ///   - isDone: Whether the file was sent.
  ///   - goesOn: Whether a part of a file is here with which it can go on.
  /// - Returns: Why.
  func ending(_ errand: Errand?, isDone: Bool, goesOn: Bool) -> ExitReason {
    guard let errand else { return self }
    return switch self {
    case .quit: errand.quit(isDone: isDone, goesOn: goesOn)
    case .nobodyFound, .foundNowhere, .noKnownTable, .nobodyThere: finding(errand)
    case .interrupted(let signal, _, _): .interrupted(errand, signal)
    case .notLetIn(let name, .taken), .notLetIn(let name, .kept), .notLetIn(let name, .watchable):
      .busy(name: name)
    case .otherSideLeft(let name, .left), .otherSideLeft(let name, .unknownMatch):
      left(by: name, errand, goesOn: goesOn)
    case .linkLost(let name, .disconnected), .linkLost(let name, .silent),
      .linkLost(let name, .packetLost):
      .linkLost(errand, name: name)
    case _: errand == .pipe ? endingPipe : self
    }
  }

  /// The reason why nobody was found who is there for `errand`.
  private func finding(_ errand: Errand) -> ExitReason {
    switch self {
    case .nobodyFound(let asked, _): .nobodyWaits(errand, asked: asked)
    case .noKnownTable(let asked, let broker):
      .nobodyWaits(errand, asked: asked, broker: broker)
    case .nobodyThere(let limit, _): .noAnswer(errand, for: limit)
    case .foundNowhere(let nearby, let online):
      .foundNowhere(nearby: nearby.finding(errand), online: online.finding(errand))
    case _: self
    }
  }

  private var endingPipe: ExitReason {
    switch self {
    case .couldNotConnect(let name, .linkBroke), .couldNotConnect(let name, .hungUp):
      .pipeBroken(name: name)
    case .outputClosed: .pipeUnread
    case _: self
    }
  }
}

extension ExitReason {
  private func left(by name: String, _ errand: Errand, goesOn: Bool) -> ExitReason {
    switch errand {
    case .send: .fileInterrupted
    case .receive: .fileMissing(from: name, hasPart: goesOn)
    case .pipe: .pipeBroken(name: name)
    }
  }
}

extension App {
  /// Has the file at `path` looked at, which the player wants to send.
  mutating func prepare(_ path: String, now: Duration) {
    guard offerLimits.note(now: now) == .taken else {
      return tell(.fileProblem(FileStrings.tooFast))
    }
    orders.work.append(.prepareFile(path))
  }

  /// Sends the file for which two programs have met, and leaves when that is done or cannot be.
  mutating func runErrand(_ notice: TableNotice, now: Duration) {
    switch (table.rules.errand, notice) {
    case (.send(let path), .joined): orders.work.append(.prepareFile(path))
    case (.send, .file(.sent)):
      hasSent = true
      quit(.quit, now: now)
    case (.send, .file(.ended(_, let why))): quit(.fileNotSent(why), now: now)
    case (.send, .file(.refused)): quit(.fileFailed, now: now)
    case (.receive, .file(.moves)): hasPart = true
    case (.receive, .file(.ended(_, .failedThere))), (.receive, .file(.ended(_, .failedHere))):
      hasPart = false
    case (.receive, .file(.stored)):
      hasReceived = true
      hasPart = false
    case (_, _): break
    }
  }

  /// Has what came of a file removed that its sender cannot read any more.
  mutating func discardRest(_ notice: TableNotice) {
    if case .file(.ended(let offer, .failedThere)) = notice {
      orders.work.append(.discardFile(offer))
    }
  }

  /// Ends because there is no way to the other side any more: a game is told as it stands, and goes
  /// on later; one that is over stays so.
  mutating func fail(_ reason: ExitReason, now: Duration) {
    switch (table.phase, reason) {
    case (.playing, _):
      leaving = leaving ?? reason
      carryOut(table.perform(.stepAway, now: now), now: now)
    case (.over, .linkLost): end(.gameFinished)
    // The player leaves already, for a reason of their own.
    case (.leaving, _): end(leaving ?? reason)
    case (.open, _), (.comparing, _), (.accepted, _), (.seated, _), (.over, _), (.ended, _):
      end(reason)
    }
  }
}

extension Errand {
  /// The exit reason if the player ends the program.
  fileprivate func quit(isDone: Bool, goesOn: Bool) -> ExitReason {
    switch self {
    case .send: isDone ? .quit : .fileInterrupted
    case .receive where goesOn: .fileAbandoned
    case .receive, .pipe: .quit
    }
  }
}
