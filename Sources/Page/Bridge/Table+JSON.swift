import GameRules
import MatchPlay
import MatchProtocol

extension Table {
  /// The state of the table for the page to draw.
  func json(now: Duration) -> JSON {
    .object([
      ("phase", .text(phase.name)),
      ("host", phase.introduction?.json ?? .null),
      ("isSuspended", .bool(isSuspended)),
      ("isRobotDue", .bool(isMachineDue)),
      ("match", phase.match?.json ?? .null),
      (
        "names",
        watching.map { room in .list(Side.allCases.map { JSON(room.name(of: $0)?.description) }) }
          ?? .null
      ),
      (
        "clocks",
        .list(
          clockFaces(now: now).map { face in
            .object([
              ("side", .text(face.side.name)),
              ("milliseconds", .number(Int(clamping: Int64(face.time / .milliseconds(1))))),
              ("periods", .number(face.periods)),
              ("isRunning", .bool(face.isRunning)),
            ])
          }
        )
      ),
    ])
  }
}

extension TablePhase {
  fileprivate var name: String {
    switch self {
    case .open: "open"
    case .comparing: "comparing"
    case .accepted: "accepted"
    case .seated: "seated"
    case .playing: "playing"
    case .over: "over"
    case .leaving: "leaving"
    case .ended: "ended"
    }
  }

  fileprivate var introduction: Introduction? {
    switch self {
    case .comparing(let host), .accepted(let host, isKnown: _): host
    case .open, .seated, .playing, .over, .leaving, .ended: nil
    }
  }
}

extension Introduction {
  /// The host's name and the six digits.
  var json: JSON {
    .object([("name", .text(name.description)), ("code", .text(code.description))])
  }
}

extension Side {
  /// The name of the side in JSON.
  var name: String {
    switch self {
    case .first: "first"
    case .second: "second"
    }
  }
}

extension Match {
  /// A move with which the player here may claim a draw that cannot be claimed without one.
  var claimingMove: Move? {
    guard isLocalTurn, position.claim() == nil else { return nil }
    return position.legalMoves.first { position.claim(with: $0) != nil }
  }

  fileprivate var json: JSON {
    let own: Side? = if case .one(let side) = seats { side } else { nil }
    return .object([
      ("game", .text(position.game.kind.rawValue)),
      ("options", .text(position.game.options)),
      ("board", position.board),
      ("moves", .list(record.moves.map { .text($0.description) })),
      ("lastMove", JSON(position.lastMoveInWords)),
      ("legal", .list(isLocalTurn ? position.legalMoves.map { .text($0.description) } : [])),
      ("side", JSON(own?.name)),
      ("toMove", .text(position.toMove.name)),
      ("isMyTurn", .bool(isLocalTurn)),
      ("isAnswerDue", .bool(isAnswerDue)),
      ("asked", JSON(theirs.question?.request.name)),
      ("asking", JSON(mine.question?.request.name)),
      ("isPaused", .bool(isPaused)),
      ("isPausing", .bool(mine.isPausing)),
      ("isResigning", .bool(isResigning)),
      ("isDiffering", .bool(desync != nil)),
      ("outcome", outcome?.json ?? .null),
    ])
  }
}

extension MatchOutcome {
  fileprivate var json: JSON {
    let reason =
      switch self {
      case .byRules(let outcome): outcome.reason.rawValue
      case .resignation: "resignation"
      case .timeout: "timeout"
      case .agreement: "agreement"
      case .begunAnew: "begun-anew"
      }
    return .object([("winner", JSON(winner?.name)), ("reason", .text(reason))])
  }
}

extension MatchMessage.Ask.Request {
  /// The name of the request in JSON.
  var name: String {
    switch self {
    case .draw: "draw"
    case .takeBack: "take-back"
    case .rematch: "rematch"
    case .newGame: "new-game"
    }
  }
}
