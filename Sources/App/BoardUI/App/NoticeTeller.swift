import GameRules
import MatchPlay
import MatchProtocol
import QRCode

/// A face that says what is told; where its sentences stand is its own affair.
protocol NoticeTeller {
  /// The style of the pieces of Xiangqi and chess.
  var pieces: PieceStyle { get }
  /// True if the players and their pieces are always in sight.
  var showsPlayers: Bool { get }
  /// True if the board is to be shown after each move.
  var drawsBoard: Bool { get set }

  /// True if the terminal can show `lines`, which are made of blocks, with some words below.
  func hasRoom(for lines: [String]) -> Bool

  /// Shows whole lines.
  mutating func say(_ text: String)

  /// Shows the board.
  mutating func sayBoard(_ match: Match)
}

extension NoticeTeller {
  /// Says what is told.
  mutating func show(_ notice: AppNotice, in scene: Scene) {
    switch notice {
    case .table(let notice): show(notice, scene)
    case .progress(let progress): show(progress, scene)
    case .waits(let reason): say(NetworkStrings.waits(reason))
    case .wayEnded(let reason): say(NetworkStrings.wayEnded(reason))
    case .sharesFolder(let path):
      say(MeetingStrings.sharesFolder(PrintableText(path, limit: 200).text))
    case .digitsChanged: say(MeetingStrings.otherDigits)
    case .asksToStop: say(scene.isKept ? Strings.stopKept : Strings.stopNotKept)
    case .thinking(.move) where scene.machine?.app != nil: say(Strings.waiting(for: scene.name))
    case .thinking(.move): say(RobotStrings.thinks(scene.name))
    case .thinking(.hint): say(RobotStrings.lookingForHint)
    case .hint(let move, let reason, let position):
      say(RobotStrings.hint(move, reason, in: position))
    case .hintRefused(let refusal): say(RobotStrings.noHint(refusal, scene.name))
    case .rating(let change): say(RecordStrings.changed(change))
    case .cameBack: say(Strings.cameBack(scene.name))
    case .log(let lines):
      say(lines.isEmpty ? TalkStrings.emptyLog : lines.joined(separator: "\n"))
    case .fileProblem(let line), .line(let line): say(line)
    case .wordless: say(RobotStrings.wordless(scene.name))
    case .level(let level): say(RobotStrings.level(level))
    }
  }

  private mutating func show(_ progress: TransportProgress, _ scene: Scene) {
    switch progress {
    case .advertising where scene.errand == .pipe:
      say(PipeStrings.waiting(scene.ownName, at: [Strings.quoted(scene.ownName)]))
    case .advertising where scene.errand != nil:
      say(FileStrings.waiting(scene.ownName, at: [Strings.quoted(scene.ownName)]))
    case .advertising:
      let wayBack = "tabletooth resume" + (scene.isBegunElsewhere ? " --on bluetooth" : "")
      say(Strings.open(scene.ownName, for: scene.isSuspended ? scene.name : nil, by: wayBack))
    case .published: say(NetworkStrings.published)
    case .listening(let place, let addresses) where place.isPage: show(page: addresses, scene)
    case .listening(let place, let invitations) where scene.isOpenElsewhere:
      let goesOn = scene.isSuspended && scene.errand == nil
      say(NetworkStrings.alsoOpen(at: invitations, of: place, goesOn: goesOn, for: scene.errand))
    case .listening(_, let invitations) where scene.errand == .pipe:
      say(PipeStrings.waiting(scene.ownName, at: invitations))
    case .listening(_, let invitations) where scene.errand != nil:
      say(FileStrings.waiting(scene.ownName, at: invitations))
    case .listening(let place, let invitations):
      let guest = scene.isSuspended ? scene.name : nil
      say(NetworkStrings.open(scene.ownName, for: guest, at: invitations, of: place))
    case .adapter(let name): say(NearbyStrings.adapter(name))
    case .searching: say(scene.errand.map(FileStrings.looking) ?? Strings.looking)
    case .passed(let host): say(NearbyStrings.passed(host.heading))
    case .connecting(let host): say(Strings.connecting(host.heading))
    case .connected(let host): say(Strings.connected(host.heading))
    case .reconnecting(let attempt, let pause): say(Strings.reconnecting(attempt, after: pause))
    case .taken(let host): say(Strings.taken(host.heading))
    case .unavailable: say(Strings.bluetoothGone)
    case .available: say(Strings.bluetoothBack)
    case .brokerLost(let attempt, let pause) where scene.isSuspended:
      say(NetworkStrings.brokerLost(attempt, after: pause))
    case .brokerLost: say(NetworkStrings.brokerLost)
    case .brokerFound: say(NetworkStrings.brokerFound)
    case .brokerForbids(let broker): say(NetworkStrings.brokerForbids(broker))
    case .brokerFlooded: say(NetworkStrings.brokerFlooded)
    case .posted: say(NetworkStrings.posted(for: scene.name))
    }
  }

  private mutating func show(page addresses: [String], _ scene: Scene) {
    if let code = WebStrings.code(addresses)?.lines, hasRoom(for: code) {
      say(code.joined(separator: "\n"))
    }
    let guest = scene.isSuspended ? scene.name : nil
    say(
      scene.isOpenElsewhere
        ? WebStrings.alsoOpen(at: addresses)
        : WebStrings.open(scene.ownName, for: guest, at: addresses)
    )
    if addresses.allSatisfy(WebStrings.isOnlyHere) { say(WebStrings.onlyHere) }
  }

  private mutating func show(_ notice: TableNotice, _ scene: Scene) {
    let name = scene.name
    switch notice {
    case .met(let introduction, let verdict): show(introduction, verdict, scene)
    case .accepted: say(MeetingStrings.accepted(scene.title))
    case .waiting: say(MeetingStrings.waitingForGuest)
    case .joined where scene.errand != nil: say(FileStrings.linked(scene.title))
    case .joined: say(scene.role == .host ? Strings.joined(scene.title) : Strings.seated(scene))
    case .vacated where scene.errand != nil: say(FileStrings.begunAgain(name))
    case .vacated: say(Strings.vacated(name))
    case .candidateLeft(let candidate, let why):
      say(MeetingStrings.strangerLeft(PrintableText(candidate.description).text, why))
      if why != .displaced { say(MeetingStrings.waitingForGuest) }
    case .turnedAway(let why): say(MeetingStrings.turnedAway(why, name, scene))
    case .delayed, .crowded: say(Strings.waits(at: scene.title, notice))
    case .quiet(let duration): say(Strings.quiet(name, duration))
    case .heardAgain: say(Strings.heardAgain(name))
    case .suspended, .suspendedInLeaving:
      say(linkLost(scene, isEnding: notice == .suspendedInLeaving))
    case .resumed: say(Strings.resumed(name))
    case .recalled(let count): say(MeetingStrings.recalled(name, count))
    case .remembered(let count): say(MeetingStrings.remembered(name, count))
    case .record(let notice): show(notice, name)
    case .muted: say(MeetingStrings.muted(name))
    case .postponed: say(Strings.sentLater(name))
    case .wantsAgain: say(Strings.wantsAgain(name))
    case .waitingForAgain: say(Strings.waitingForAgain(name))
    case .gone: say(Strings.gone(name))
    case .room(let notice): say(RoomStrings.words(notice, name))
    case .watch(let notice): show(notice, scene)
    case .asksFirst: say(RoomStrings.asksFirst(scene.title))
    case .tossed(let first): say(RoomStrings.tossed(first == scene.role ? nil : name))
    case .clockDoubted(let said, let seen): say(TermStrings.doubted(name, said, seen))
    case .talk(let notice): show(notice, name)
    case .file(let notice): say(FileStrings.line(notice, name, scene.errand))
    case .began, .restored, .moved, .changed, .asked, .answered, .agreed, .paused, .resigning,
      .refused, .finished, .unfinished:
      showGame(notice, scene)
    }
  }

  private mutating func show(_ notice: RecordNotice, _ name: String) {
    if case .asks(let match, _, _) = notice { sayBoard(match) }
    say(ComparisonStrings.words(notice, name))
  }

  private func linkLost(_ scene: Scene, isEnding: Bool) -> String {
    let name = scene.name
    guard scene.errand == nil else {
      return isEnding ? FileStrings.linkLostAtEnd(name) : FileStrings.linkLost(name)
    }
    return isEnding
      ? Strings.leavingSuspended(name) : Strings.suspended(name, isHost: scene.role == .host)
  }

  private mutating func show(_ notice: WatchNotice, _ scene: Scene) {
    guard let room = scene.watched else { return }
    if let words = WatchStrings.words(notice, room, scene) { say(words) }
    switch notice {
    case .seen(let match):
      say(WatchStrings.opening(match, room))
      if !match.record.moves.isEmpty { say(Strings.moves(match.record)) }
      sayBoard(match)
      if let outcome = match.outcome { say(Strings.result(outcome, of: match.position)) }
    case .agreed(.takeBack, let match): sayBoard(match)
    default: break
    }
  }

  private mutating func show(
    _ introduction: Introduction,
    _ verdict: TableNotice.Verdict,
    _ scene: Scene
  ) {
    let name = scene.name
    if verdict.isAboutOffer, let offer = introduction.offer,
      let words = TermStrings.offer(scene.title, offer)
    {
      say(words)
    }
    switch verdict {
    case .known: say(MeetingStrings.knows(name))
    case .asked: say(RoomStrings.asks(name))
    case .new: say(MeetingStrings.compare(introduction.code, with: name))
    case .accepted: say(MeetingStrings.unchecked(name))
    case .refused: say(MeetingStrings.refusedStranger(name))
    case .vouched: say(MeetingStrings.vouched(introduction.code, scene.title))
    case .impostor: say(MeetingStrings.impostor(name))
    case .challenges(_, let challenge): say(ChallengeStrings.asks(name, challenge))
    case .challenged(_, let challenge): say(ChallengeStrings.asked(name, challenge))
    case .keyChanged(let player):
      say(MeetingStrings.keyChanged(name, known: player))
    }
  }

  private mutating func show(_ notice: TalkNotice, _ name: String) {
    switch notice {
    case .said(let words, _, let isLater):
      // A terminal has shown the line that was typed.
      if showsPlayers { say(TalkStrings.said(words)) }
      if isLater { say(TalkStrings.saidLater(name)) }
    case .remarked(let words): if showsPlayers { say(TalkStrings.said(words)) }
    case .heard(let words): say(TalkStrings.line(name, words))
    case .refused(let refusal): say(TalkStrings.refused(refusal, name))
    case .muting: say(TalkStrings.muting(name))
    case .mute(let isOn): say(TalkStrings.mute(isOn, name))
    case .deaf(let isOn): say(TalkStrings.deaf(isOn))
    }
  }

  // MARK: The game

  private mutating func showGame(_ notice: TableNotice, _ scene: Scene) {
    let name = scene.name
    switch notice {
    case .began(let match): showBeginning(match, scene)
    case .restored(let match):
      if match.outcome == nil {
        say(Strings.goingOn(with: name, match.record))
        sayBoard(match)
      } else {
        say(Strings.partingLater(name))
      }
      saySituation(match, name)
    case .moved(let move, let before, let match): showMove(move, from: before, to: match, scene)
    case .changed(let change, let before, let match): show(change, before, match, name)
    case .asked(let request, let match): say(Strings.asking(request, name, in: match))
    case .answered(true, let request, let match), .agreed(let request, let match):
      showAgreement(request, match, name)
    case .answered(false, _, let match):
      say(Strings.saidNo)
      saySituation(match, name)
    case .paused(let isOn, let match):
      say(isOn ? PauseStrings.pausing(match, other: name) : PauseStrings.pauseOver)
      if !isOn { saySituation(match, name) }
    case .resigning: say(Strings.resigning(name))
    case .refused(let refusal, let move, let match): showRefusal(refusal, move, match, name)
    case .finished(let match): showEnd(match, scene)
    case .unfinished(let match, let way): showUnfinished(match, way, scene)
    default: break
    }
  }

  private mutating func showUnfinished(_ match: Match, _ way: WayOn, _ scene: Scene) {
    say(Strings.unfinished(match.record))
    guard match.seats != .both, scene.machine == nil, !scene.isFolderGone else { return }
    switch way {
    case .byItself: say(Strings.goOnAtOnce)
    case .whenAsked: say(scene.isPosted ? NetworkStrings.goOnAlone : Strings.goOnLater)
    case .none: break
    }
  }

  private mutating func showBeginning(_ match: Match, _ scene: Scene) {
    if let room = scene.watched {
      say(WatchStrings.opening(match, room))
      return sayBoard(match)
    }
    say(Strings.opening(match, other: scene.name, pieces: showsPlayers ? nil : pieces))
    if scene.isRobotHere { say(Strings.robotSeat) }
    if let machine = scene.machine { say(RobotStrings.seated(machine)) }
    sayBoard(match)
    sayWhoseTurn(match, scene)
  }

  private mutating func showMove(
    _ move: Move,
    from before: Match,
    to match: Match,
    _ scene: Scene
  ) {
    say(Strings.plays(move, from: before.position, to: match.position))
    if before.mine.question != nil { say(Strings.movedInstead) }
    guard match.outcome == nil else { return }
    if drawsBoard, !move.isChoice { sayBoard(match) }
    sayWhoseTurn(match, scene)
  }

  private mutating func show(
    _ change: Match.Change,
    _ before: Match,
    _ match: Match,
    _ name: String
  ) {
    switch change {
    case .asked(let request):
      if before.mine.question != nil { say(Strings.crossed) }
      say(Strings.asks(request, name, in: match))
    case .declined(let request):
      say(Strings.declined(request, by: name))
      saySituation(match, name)
    case .agreed(let request): showAgreement(request, match, name)
    case .claimed(let move): say(Strings.claims(before.position.text(of: move), name))
    case .paused(let isOn):
      say(PauseStrings.paused(isOn, by: name, in: match))
      if !isOn { saySituation(match, name) }
    case .stopped(let desync):
      sayBoard(match)
      say(Strings.differing(desync, name))
    default: break
    }
  }

  private mutating func showAgreement(
    _ request: MatchMessage.Ask.Request,
    _ match: Match,
    _ name: String
  ) {
    say(Strings.agreed(request))
    guard case .takeBack = request else { return }
    sayBoard(match)
    saySituation(match, name)
  }

  private mutating func showRefusal(
    _ refusal: MatchRefusal,
    _ move: Move?,
    _ match: Match,
    _ name: String
  ) {
    if case .illegal(let why) = refusal, let move {
      say(MoveStrings.refused(move, why, in: match.position))
    } else {
      say(Strings.refusal(refusal, in: match, other: name))
    }
  }

  private mutating func showEnd(_ match: Match, _ scene: Scene) {
    guard let outcome = match.outcome else { return }
    sayBoard(match)
    say(Strings.result(outcome, of: match.position))
    guard case .one(let own) = match.seats else { return }
    say(Strings.personal(outcome, own: own))
    if scene.isKept, !match.assistance.isEmpty { say(Strings.unrated(match.assistance)) }
  }

  /// Says whom the game waits for; a machine says by itself that it thinks.
  private mutating func sayWhoseTurn(_ match: Match, _ scene: Scene) {
    guard scene.machine == nil else { return }
    if case .one = match.seats, !match.isLocalTurn { say(Strings.waiting(for: scene.name)) }
  }

  /// Says whose turn it is, or what else is waited for.
  private mutating func saySituation(_ match: Match, _ name: String) {
    guard match.outcome == nil else { return }
    for text in Strings.situation(match, other: name) { say(text) }
  }
}

extension Move {
  /// True if the move leaves the board as it is.
  fileprivate var isChoice: Bool {
    if case .choose = action { true } else { false }
  }
}

extension TableNotice.Verdict {
  /// True if what the host has said that it begins with counts.
  fileprivate var isAboutOffer: Bool {
    if case .challenged = self { false } else { true }
  }
}
