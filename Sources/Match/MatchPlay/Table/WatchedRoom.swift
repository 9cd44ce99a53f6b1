package import GameRules
public import MatchProtocol

/// The view of a spectator: the record of the table, replayed as the host has it.
public struct WatchedRoom: Hashable, Sendable {
  /// The host, once it has let this side in.
  package internal(set) var host: PlayerName?
  /// The guest, and whether it is there.
  package internal(set) var guest = RoomState(.none)
  /// True if the record is still told that was there before.
  package internal(set) var isCatchingUp = true
  /// True if those who watch may talk here.
  package internal(set) var mayTalk = false
  /// True if the link to the host is lost.
  var hasLostLink = false
  /// The time spent on the current turn when this spectator was admitted, and the time of that.
  var thought: (time: Duration, at: Duration) = (.zero, .zero)
  private var replay = JournalReplay(as: .host)

  /// Nothing was seen.
  package init() {}

  /// The game that is played, or was played last, as one who plays neither side sees it.
  package var match: Match? { replay.match?.seen }

  /// The side that the host plays; nil before there is a game.
  package var hostSide: Side? {
    if case .one(let side)? = replay.match?.seats { side } else { nil }
  }

  /// The name of the player of this side; nil if it is not known.
  package func name(of side: Side) -> PlayerName? { side == hostSide ? host : guest.name }

  /// The effect of an entry.
  enum Effect {
    case tell(TableNotice)
    /// The game stands like this; in the turn that goes on so long was thought, where that is said.
    case show(Match, thought: Duration?)
    /// There is no game any more.
    case clear
    /// The guest is away, or back.
    case suspend(Bool)
    /// Nothing more is to be seen here.
    case leave(TableEnd)
  }

  /// Takes what is seen next; `book` has the players who are known.
  mutating func take(_ event: WatchEvent, knowing book: TrustBook, now: Duration) -> [Effect] {
    switch event {
    case .entered(let name, let player, let thought):
      isCatchingUp = true
      self.thought = (thought, now)
      return enter(name, book.verdict(on: player.key, claiming: name))
    case .begins:
      replay = JournalReplay(as: .host)
      guest = RoomState(.none)
      return [.suspend(false), .clear]
    case .entry(.room(let state), let isNew):
      guest = state
      return [.suspend(state.guest == .isAway)] + (isNew ? [.tell(.watch(.guest(state)))] : [])
    case .entry(.match(let message, let role), let isNew):
      return add(message, by: role, isNew: isNew)
    case .caughtUp:
      isCatchingUp = false
      guard let match else { return [.tell(.watch(.noGame))] }
      return [.show(match, thought: thought.time + now - thought.at), .tell(.watch(.seen(match)))]
    case .linkLost:
      hasLostLink = true
      return [.tell(.watch(.linkLost))]
    case .mayTalk, .remark:
      if case .mayTalk(let isAllowed) = event { (mayTalk, hasLostLink) = (isAllowed, false) }
      return []
    }
  }

  private mutating func enter(_ name: PlayerName, _ verdict: TrustVerdict) -> [Effect] {
    host = name
    switch verdict {
    case .known(let player): return [.tell(.watch(.entered(player.displayName, isKnown: true)))]
    case .unknown: return [.tell(.watch(.entered(name, isKnown: false)))]
    case .keyChanged(let player):
      return [
        .tell(.watch(.otherKey(name, player))), .leave(.notAccepted(isKeyChanged: true)),
      ]
    }
  }

  /// Plays what `role` said next.
  private mutating func add(_ message: MatchMessage, by role: Role, isNew: Bool) -> [Effect] {
    let before = match
    do throws(MatchViolation) {
      try replay.add(JournalEntry(isMine: role == .host, message))
    } catch {
      return [.leave(.violation(error))]
    }
    guard isNew, let match else { return [] }
    if message.isStart { return [.show(match, thought: .zero), .tell(.began(match))] }
    var notices = [Self.notice(of: message, by: role, from: before, to: match)]
    if before?.outcome == nil, match.outcome != nil { notices.append(.finished(match)) }
    return [.show(match, thought: nil)] + notices.compactMap { $0 }.map(Effect.tell)
  }

  /// The notice for a message that led from one state of the game to the next.
  private static func notice(
    of message: MatchMessage,
    by role: Role,
    from before: Match?,
    to match: Match
  ) -> TableNotice? {
    switch message {
    case .move:
      guard let before, let move = match.record.moves.last,
        match.record.moves.count > before.record.moves.count
      else { return nil }
      return .moved(move, from: before, to: match)
    // A draw that is claimed is not asked for.
    case .ask(let ask):
      return ask.request == .rematch || match.outcome != nil
        ? nil : .watch(.asks(role, ask.request))
    case .answer(let answer): return notice(of: answer, by: role, match)
    case .pause(let pause): return .watch(.paused(role, pause.isOn, match))
    case .differ: return .watch(.differ)
    default: return nil
    }
  }

  private static func notice(
    of answer: MatchMessage.Answer,
    by role: Role,
    _ match: Match
  ) -> TableNotice? {
    switch answer.subject {
    case .rematch: nil
    case .draw where !answer.agrees, .takeBack where !answer.agrees,
      .newGame where !answer.agrees:
      .watch(.declines(role, answer.subject))
    case .takeBack: .watch(.agreed(.takeBack(remaining: match.record.moves.count), match))
    case .draw, .newGame: nil
    }
  }

  /// True if `other` has seen the same.
  public static func == (one: WatchedRoom, other: WatchedRoom) -> Bool {
    one.host == other.host && one.guest == other.guest && one.replay == other.replay
  }

  /// Adds what is compared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(host)
    hasher.combine(guest)
    hasher.combine(replay)
  }
}

/// A notice for a spectator, besides moves and ends of games.
public enum WatchNotice: Hashable, Sendable {
  /// The host of this name has let this side in; a known player, if that is proven.
  case entered(PlayerName, isKnown: Bool)
  /// Somebody who claims this name of a known player has another key.
  case otherKey(PlayerName, KnownPlayer)
  /// There is no game yet.
  case noGame
  /// The game as it stands, after all that was there before.
  case seen(Match)
  /// A player asks for something.
  case asks(Role, MatchMessage.Ask.Request)
  /// A player says no to that.
  case declines(Role, MatchMessage.Answer.Subject)
  /// Both players agree on something.
  case agreed(MatchMessage.Ask.Request, Match)
  /// A player needs a pause, or not any more.
  case paused(Role, Bool, Match)
  /// The boards of the players differ.
  case differ
  /// The guest is there, or away, or has gone.
  case guest(RoomState)
  /// The link to the host is lost, and another one is looked for.
  case linkLost
  /// The host has closed the table.
  case closed
  /// Another one who watches says something; the host does, if there is no name.
  case heard(Words, by: PlayerName?)
  /// A spectator cannot act at the board.
  case onlyWatches
}
