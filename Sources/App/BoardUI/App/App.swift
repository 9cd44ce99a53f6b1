import GameRules
public import GameSearch
public import MatchPlay
public import MatchProtocol

/// The state of the program while people play, for any face: it never makes text.
///
/// It joins the table with what stands around it: who moves at this board, the way to the other
/// side, signals, and why the program ends. Each input returns orders; ``deadline`` says when it
/// wants ``Event/tick``.
public struct App<Session: MatchSession>: Sendable {
  /// The match, and the one on the other side.
  public package(set) var table: Table<Session>
  /// The player who moves at this board.
  public let player: LocalPlayer
  /// The name of the player here, if there is another side.
  public let name: PlayerName?
  /// The name of the one on the other side, as far as it is known: what is heard of a table, then
  /// what the player is called here.
  public internal(set) var other: String?
  /// True if that is only what somebody calls themselves who is new here.
  var isOtherNew = false
  /// True if the other side can be reached: the table can be found, or was connected to.
  public internal(set) var isReachable = false
  /// True if another way to the table was told before the last one.
  var isOpenElsewhere = false
  /// When a question about digits may be answered by a person: a little later if it followed
  /// another.
  private var answerableAt: Duration?
  /// True if a lost link is being made again: only the attempts are told then.
  var isReconnecting = false
  /// True if the match goes on in this program, and its link was not made again yet.
  var isComingBack = false
  /// True if the broker in between was lost, and the player told.
  var isBrokerLost = false
  /// The machine that plays on the other side, or at this board if none sits there.
  public internal(set) var machine: Machine
  /// The machine that plays at this board if another one sits on the other side.
  let ownMachine: Machine?
  /// The question that the robot works on.
  var thought: Thought?
  /// True if the player here has said something that lies nowhere yet for the other one.
  var isWritten = false
  /// True if it lies at a broker.
  var isPosted = false
  /// True if the next control-C ends the program in the middle of a game.
  private var isStopExpected = false
  /// The reason why the player here leaves.
  var leaving: ExitReason?
  /// True if a file has come to a program that is there for nothing else.
  var hasReceived = false
  /// True if a part of a file has come with which it can go on.
  var hasPart = false
  /// True if the other side has the file for which this program is there.
  var hasSent = false
  /// True if the other player was to compare digits.
  var comparesDigits = false
  /// True if it was told that somebody asks for another match than this table's.
  var hasToldOfOtherMatch = false
  /// The number of files the player may offer.
  var offerLimits = WordLimits(burst: WordLimits.heard - WordLimits.said)
  /// The command by which a match goes on that may be the one for which a table is kept.
  public var wayBack: String?
  /// True if a match that goes on was begun by another way than Bluetooth, which has to be named
  /// then.
  public var isBegunElsewhere = false
  var orders = Orders()

  /// The time for which changed digits must be on the screen, so that nobody says yes to the wrong
  /// ones.
  private static var lookingTime: Duration { .seconds(2) }

  /// A program at its start.
  ///
  /// - Parameters:
  ///   - table: The match.
  ///   - player: Who moves at this board.
  ///   - name: What the player here is called, where there is another side.
  ///   - other: The other player's name, where a match goes on.
  ///   - machine: The machine that plays, where one does.
  ///   - ownMachine: The machine that plays at this board against that one.
  public init(
    _ table: Table<Session>,
    player: LocalPlayer,
    name: PlayerName? = nil,
    other: PlayerName? = nil,
    machine: Machine = .robot(.usual),
    ownMachine: Machine? = nil
  ) {
    self.table = table
    self.player = player
    self.name = name
    self.machine = machine
    self.ownMachine = ownMachine
    self.other = other?.description
  }

  /// When the program wants ``Event/tick``, if at all.
  public var deadline: Duration? { table.deadline }
}

/// A player who moves at this board.
public enum LocalPlayer: Hashable, Sendable {
  /// A person, who can be asked.
  case person
  /// A script, which says what it has to say and may end before the game does.
  case script
  /// The robot.
  case robot
}

// MARK: - Inputs

extension App {
  /// The first thing to do.
  ///
  /// - Parameters:
  ///   - journal: All that was said and heard in a match that goes on; nil for a new one.
  ///   - now: The time since the program began.
  /// - Returns: What to do, in order.
  public mutating func begin(
    resuming journal: [JournalEntry]? = nil,
    now: Duration
  ) -> Orders {
    isComingBack = journal != nil
    carryOut(table.begin(resuming: journal, now: now), now: now)
    return handOver(now: now)
  }

  /// Takes `event`, which happened at `now`, and returns what to do; a face has taken what is its.
  public mutating func update(_ event: Event, now: Duration) -> Orders {
    guard table.phase != .ended else { return Orders() }
    switch event {
    case .request(let request): take(request, now: now)
    case .interrupted(let signal): interrupt(signal, now: now)
    case .link(let event): carryOut(table.receive(event, now: now), now: now)
    case .progress(let progress): show(progress, now: now)
    case .route(let event): take(event, now: now)
    case .work(let result): take(result, now: now)
    case .tick: carryOut(table.tick(now: now), now: now)
    default: break
    }
    return handOver(now: now)
  }

  private mutating func take(_ request: PlayerRequest, now: Duration) {
    switch request {
    case .wants(let action): act(action, now: now)
    case .quits(let reason): quit(reason, now: now)
    case .leaves(let reason): leave(reason, now: now)
    case .asksNoMore: stopAsking(now: now)
    case .asksHint: askForHint(now: now)
    case .asksLog(let player): orders.work.append(.findLog(player))
    case .asksToSend(let path): prepare(path, now: now)
    case .setsLevel(let level): setLevel(level, now: now)
    }
  }

  private mutating func act(_ action: PlayerAction, now: Duration) {
    if action == .accept, player == .person, now < answerableAt ?? now {
      return tell(.digitsChanged)
    }
    if action.isDeliberate { isStopExpected = false }
    guard machine.app == nil || !action.needsWord else { return tell(.wordless) }
    carryOut(table.perform(action, now: now), now: now)
  }

  private mutating func take(_ event: RouteEvent, now: Duration) {
    switch event {
    case .waits(let reason): tell(.waits(reason))
    case .oneEnded(let reason): tell(.wayEnded(reason))
    case .failed(let reason): fail(reason, now: now)
    case .sharesFolder(let path): tell(.sharesFolder(path))
    }
  }

  private mutating func take(_ result: WorkResult, now: Duration) {
    switch result {
    case .machine(let event): update(event, now: now)
    case .rating(let change): tell(.rating(change))
    case .log(let lines): tell(.log(lines))
    case .file(let wish): carryOut(table.perform(.file(wish), now: now), now: now)
    case .fileProblem(let line):
      tell(.fileProblem(line))
      if table.rules.errand != nil { quit(.fileFailed, now: now) }
    case .line(let line): tell(.line(line))
    case .left(let reason): leave(reason, now: now)
    case .setting, .judged, .analysed: break  // A face shows it.
    }
  }

  private mutating func interrupt(_ signal: StopSignal, now: Duration) {
    if mayCutThought(signal) {
      isStopExpected = true
      cutThought()
    } else if signal == .interrupt, asksBeforeStopping {
      isStopExpected = true
      tell(.asksToStop)
    } else {
      stop(signal, now: now)
    }
  }

  private mutating func stop(_ signal: StopSignal, now: Duration) {
    leaving = leaving ?? stopped(by: signal)
    carryOut(table.perform(.stepAway, now: now), now: now)
    // The terminal is gone: nobody waits there until the other side has heard of it.
    if signal == .hangUp { carryOut(table.perform(.stepAway, now: now), now: now) }
  }

  /// Notes that the player went on with something else after a control-C: the next one asks again.
  mutating func goOnAfterStop() {
    isStopExpected = false
  }

  /// True if a person who types control-C may not have meant to end the program.
  private var asksBeforeStopping: Bool {
    guard player == .person, !isStopExpected, !table.isWatching, case .playing = table.phase else {
      return false
    }
    return true
  }

  mutating func quit(_ reason: ExitReason, now: Duration) {
    leaving = leaving ?? reason
    carryOut(table.perform(.quit, now: now), now: now)
  }

  private mutating func handOver(now: Duration) -> Orders {
    dropThought()
    startThinking(now: now)
    defer { orders = Orders() }
    return orders
  }

  /// Nobody here can be asked for another game any more; who was asked says no by that.
  private mutating func stopAsking(now: Duration) {
    guard table.asksAgain else { return }
    let wasAsked = isAskingAgain
    let goodbye = wasAsked ? table.perform(.answer(false), now: now) : TableOrders()
    table.asksAgain = false
    carryOut(goodbye, now: now)
  }

  mutating func leave(_ reason: ExitReason, now: Duration) {
    switch table.phase {
    case .leaving, .ended: return
    case .open, .comparing, .accepted, .seated, .playing, .over: leaving = reason
    }
    carryOut(table.perform(.leave(reason.goodbye), now: now), now: now)
  }
}

// MARK: - Orders

extension App {
  mutating func carryOut(_ next: TableOrders, now: Duration) {
    var next = next
    let (notices, end) = (next.notices, next.end)
    (next.notices, next.end) = ([], nil)
    orders.table += next
    for notice in notices { hear(notice, now: now) }
    if let end { self.end(reason(for: end)) }
  }

  mutating func tell(_ notice: AppNotice) {
    orders.notices.append(notice)
  }

  mutating func end(_ reason: ExitReason) {
    let reason = wayBack.map(reason.naming) ?? reason
    orders.end =
      orders.end ?? reason.ending(table.rules.errand, isDone: hasSent, goesOn: hasPart)
  }

  /// Notes what the program has to know of it, and hands it on.
  private mutating func hear(_ notice: TableNotice, now: Duration) {
    switch notice {
    case .met(let introduction, let verdict):
      other = name(of: introduction, verdict)
      isOtherNew = verdict.isOfNewPlayer
      comparesDigits = verdict == .new
      if verdict.isAsked {
        answerableAt = answerableAt.map { _ in now + Self.lookingTime } ?? now
      }
    case .joined(let introduction) where other == nil:
      other = introduction.name.description
    case .watch(.entered(let name, let isKnown)):
      (other, isOtherNew) = (name.description, !isKnown)
    case .postponed: (isWritten, isPosted) = (true, false)
    case .resumed: isPosted = false
    default: break
    }
    tellNews(notice)
    discardRest(notice)
    runErrand(notice, now: now)
    leaveUnknownRules(notice, now: now)
    answerAsRobot(notice, now: now)
    stopWithoutPerson(notice, now: now)
  }

  private func name(of introduction: Introduction, _ verdict: TableNotice.Verdict) -> String {
    switch verdict {
    case .known(let player), .asked(let player), .challenges(let player, _),
      .challenged(let player, _):
      // Of two who are known by one name it is said which it is.
      table.book.holder(of: player.displayName, besides: player.key) == nil
        ? player.displayName.description
        : "\(player.displayName) \(player.fingerprint.description.prefix(5))"
    case .new, .accepted, .refused, .vouched, .impostor, .keyChanged: introduction.name.description
    }
  }

  /// A robot here does not sit down to a game whose rules its search does not know.
  private mutating func leaveUnknownRules(_ notice: TableNotice, now: Duration) {
    guard player == .robot, case .began(let match) = notice, !match.record.game.isSearchable else {
      return
    }
    leave(.machineFailed(RobotStrings.unknownRules(of: match.record.game)), now: now)
  }

  /// When the boards differ, only a person can know what to do.
  private mutating func stopWithoutPerson(_ notice: TableNotice, now: Duration) {
    guard player != .person, case .changed(.stopped, _, _) = notice else { return }
    leave(.boardsDiffer, now: now)
  }
}

extension TableNotice.Verdict {
  /// True if the name is one that somebody has chosen who is new here.
  fileprivate var isOfNewPlayer: Bool {
    switch self {
    case .new, .accepted, .refused, .vouched, .impostor, .keyChanged: true
    case .known, .asked, .challenges, .challenged: false
    }
  }

  /// True if the player here has to say yes or no.
  fileprivate var isAsked: Bool {
    switch self {
    case .new, .asked, .challenges: true
    default: false
    }
  }
}
