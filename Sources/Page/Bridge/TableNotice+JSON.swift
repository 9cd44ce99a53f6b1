import GameRules
import MatchPlay
import MatchProtocol

extension TableNotice {
  /// The notice for the page, which has the words for it.
  var json: JSON {
    switch self {
    case .met(let host, let verdict):
      .tagged("met", ("host", host.json), ("verdict", .text(verdict.name)))
    case .delayed(let time): .tagged("delayed", ("seconds", .number(Int(time / .seconds(1)))))
    case .crowded(let time): .tagged("crowded", ("seconds", .number(Int(time / .seconds(1)))))
    case .moved(let move, let before, _):
      .tagged(
        "moved",
        ("move", .text(move.description)),
        ("side", .text(before.position.toMove.name))
      )
    case .changed(let change, _, _): .tagged("changed", ("change", .text(change.name)))
    case .answered(let agrees, let request, _):
      .tagged("answered", ("agrees", .bool(agrees)), ("request", .text(request.name)))
    case .asked(let request, _): .tagged("asked", ("request", .text(request.name)))
    case .refused(let refusal, let move, _):
      .tagged("refused", ("why", .text(refusal.name)), ("move", JSON(move?.description)))
    case .joined(let host): .tagged("joined", ("host", host.json))
    case .candidateLeft(let name, _):
      .tagged("candidate-left", ("name", .text(name.description)))
    case .talk(let talk): talk.json
    case .watch(.entered(let name, isKnown: _)):
      .tagged("watches", ("host", .object([("name", .text(name.description))])))
    case .turnedAway(.brokenExchanges): .tagged("broken-exchanges")
    case .accepted, .waiting, .vacated, .turnedAway, .room, .watch, .quiet, .heardAgain, .suspended,
      .suspendedInLeaving, .resumed, .recalled, .remembered, .record, .asksFirst, .tossed, .began,
      .restored, .clockDoubted, .agreed, .paused, .resigning, .muted, .postponed, .finished,
      .unfinished, .wantsAgain, .waitingForAgain, .gone, .file:
      .tagged(name)
    }
  }

  /// The name of a notice that has nothing else to say.
  private var name: String {
    switch self {
    case .accepted: "accepted"
    case .vacated: "vacated"
    case .quiet: "quiet"
    case .heardAgain: "heard-again"
    case .suspended, .suspendedInLeaving: "suspended"
    case .resumed: "resumed"
    case .began: "began"
    case .restored: "restored"
    case .resigning: "resigning"
    case .muted: "muted"
    case .postponed: "postponed"
    case .finished: "finished"
    case .unfinished: "unfinished"
    case .wantsAgain: "wants-again"
    case .waitingForAgain: "waiting-for-again"
    case .gone: "gone"
    case .watch(.noGame): "no-game"
    case .record(.asks): "records-differ"
    case .record(.wentBack): "went-back"
    case .record(.declined), .record(.nothingCommon): "records-differ-for-good"
    case .record(.waits), .waiting, .turnedAway, .room, .watch, .recalled,
      .remembered, .asksFirst, .tossed,
      .clockDoubted, .agreed, .paused, .file, .met, .delayed, .crowded, .moved, .changed, .answered,
      .asked,
      .refused, .joined, .candidateLeft, .talk:
      "other"
    }
  }
}

extension TableNotice.Verdict {
  fileprivate var name: String {
    switch self {
    case .known, .asked, .vouched, .accepted, .challenges, .challenged: "known"
    case .new: "new"
    case .refused, .impostor: "refused"
    case .keyChanged: "key-changed"
    }
  }
}

extension Match.Change {
  fileprivate var name: String {
    switch self {
    case .asked(let request): "asks-" + request.name
    case .declined(let request): "declined-" + request.name
    case .agreed(let request): "agreed-" + request.name
    case .resigned: "resigned"
    case .flagged: "flagged"
    case .paused(let isOn): isOn ? "paused" : "resumes"
    case .stopped: "stopped"
    case .moved, .claimed, .settled, .nothing: "other"
    }
  }
}

extension MatchRefusal {
  fileprivate var name: String {
    switch self {
    case .notYourTurn: "not-your-turn"
    case .gameOver: "game-over"
    case .gameNotOver: "game-not-over"
    case .illegal(let move): move.name
    case .noTime: "no-time"
    case .paused, .notPaused: "paused"
    case .differing: "differing"
    case .awaitingAnswer: "awaiting-answer"
    case .answerDue: "answer-due"
    case .nothingAsked: "nothing-asked"
    case .nothingToTakeBack: "nothing-to-take-back"
    case .nothingToClaim: "nothing-to-claim"
    case .oneTerminal: "one-terminal"
    }
  }
}

extension TalkNotice {
  fileprivate var json: JSON {
    switch self {
    case .said(let words, number: _, let isLater):
      .tagged("said", ("text", .text(words.text)), ("isLater", .bool(isLater)))
    case .heard(let words): .tagged("heard", ("text", .text(words.text)))
    case .remarked(let words): .tagged("said", ("text", .text(words.text)))
    case .refused: .tagged("talk-refused")
    case .muting: .tagged("muted")
    case .mute, .deaf: .tagged("other")
    }
  }
}

extension TableEnd {
  /// The reason for the page, which has the words for it.
  var json: JSON {
    switch self {
    case .gameOver: .tagged("game-over")
    case .left: .tagged("left")
    case .notAccepted(let isKeyChanged):
      .tagged(isKeyChanged ? "key-changed" : "not-accepted")
    case .otherPlayer: .tagged("other-player")
    case .session(let end, _): .tagged(end.name)
    case .violation: .tagged("violation")
    case .damagedJournal: .tagged("damaged-journal")
    case .pipeBroken: .tagged("other")
    }
  }
}

extension SessionEnd {
  fileprivate var name: String {
    switch self {
    case .closed(let reason), .peerLeft(let reason): reason.name
    case .recordsDiffer: "records-differ"
    case .notAccepted: "not-accepted"
    case .linkLost, .silent: "connection-lost"
    case .outboxFull: "outbox-full"
    case .refused(let reason): reason.name
    case .protocolViolation: "protocol-violation"
    case .handshakeTimeout, .hungUp: "no-answer"
    }
  }
}

extension GoodbyeReason {
  fileprivate var name: String {
    switch self {
    case .left, .gameOver: "host-left"
    case .illegalMove, .protocolViolation, .failed: "host-failed"
    case .notAccepted: "not-accepted"
    case .unknownMatch: "unknown-match"
    case .recordsDiffer: "records-differ"
    case .notInvited: "not-invited"
    case .kicked: "kicked"
    case .noPlace: "full"
    case .challengeDeclined, .challengeExpired: "not-accepted"
    case .takenOver: "taken-over"
    }
  }
}

extension RefusalReason {
  fileprivate var name: String {
    switch self {
    case .roomFull, .seatKept: "full"
    case .watchersFull, .notShown: "not-shown"
    case .protocolVersion: "other-version"
    case .unknownMatch: "unknown-match"
    case .later, .tooManyTries: "later"
    case .closed: "closed"
    case .notInvited: "not-invited"
    }
  }
}
