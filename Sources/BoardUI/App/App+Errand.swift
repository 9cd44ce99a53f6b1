import MatchPlay

extension ExitReason {
  /// Why a program ends that is there for `errand`: it has no game to go on with, and looks for
  /// somebody else than a table.
  func ending(_ errand: Errand?) -> ExitReason {
    guard let errand else { return self }
    return switch self {
    case .nobodyFound(let asked, _): .nobodyWaits(errand, asked: asked)
    case .interrupted(let signal, _, _): .errandInterrupted(errand, signal)
    case _: self
    }
  }
}

extension App {
  /// Sends the file for which two programs have met, and leaves when that is done or cannot be.
  mutating func runErrand(_ notice: TableNotice, now: Duration) {
    switch (table.rules.errand, notice) {
    case (.send(let path), .joined): orders.append(.prepareFile(path))
    case (.send, .file(.sent)): quit(.quit, now: now)
    case (.send, .file(.ended(_, .refusedThere))): quit(.fileNotSent(isRefused: true), now: now)
    case (.send, .file(.ended)), (.send, .file(.refused)):
      quit(.fileNotSent(isRefused: false), now: now)
    case (.receive, .file(.stored)): hasReceived = true
    case (_, _): break
    }
  }
}
