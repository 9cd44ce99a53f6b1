public import MatchProtocol

/// A guest's challenge to a certain player.
public struct ChallengeErrand: Hashable, Sendable {
  /// The challenge.
  public var challenge: Challenge
  /// The player who is challenged.
  public var player: PlayerID

  /// A wish to play like this with `player`.
  public init(_ challenge: Challenge, of player: PlayerID) {
    self.challenge = challenge
    self.player = player
  }
}

/// Somebody known wants to play by terms of their own.
extension Table {
  /// The time that the player here may think about it.
  package static var challengeTime: Duration { .seconds(30) }

  /// The terms of the game here: those of the challenge that the player here has accepted, or the
  /// host's own.
  var agreedTerms: MatchMessage.Start? { agreed?.terms ?? terms }

  /// A host is asked by a player whom it knows; by nobody else, as only a known player proves to be
  /// the one who asks.
  mutating func meetChallenger(
    _ introduction: Introduction,
    _ challenge: Challenge,
    now: Duration
  ) {
    guard case .known(let player) = book.verdict(on: introduction.key, claiming: introduction.name)
    else { return declineCandidate(isKeyChanged: false, saying: .notAccepted, now: now) }
    guard challenge.terms.isKnown, rules.errand == nil else {
      return declineCandidate(isKeyChanged: false, saying: .challengeDeclined, now: now)
    }
    phase = .comparing(introduction)
    wakeAt = now + Self.challengeTime
    tell(.met(introduction, .challenges(player, challenge)))
  }

  /// A guest looks whether this is the one it wants to ask.
  mutating func challenge(
    _ introduction: Introduction,
    _ errand: ChallengeErrand,
    now: Duration
  ) {
    guard introduction.key == errand.player,
      case .known(let player) = book.verdict(on: introduction.key, claiming: introduction.name)
    else {
      phase = .leaving(.otherPlayer)
      return converse(now: now) { $0.decline(now: $1) }
    }
    offer = Offer(errand.challenge.terms, isFirstOpen: true)
    tell(.met(introduction, .challenged(player, errand.challenge)))
    accept(introduction, isKnown: true, now: now)
  }

  /// Nobody has answered in time.
  mutating func expireChallenge(now: Duration) {
    guard case .comparing(let introduction) = phase, introduction.challenge != nil else { return }
    tell(.room(.challengeExpired(book.displayName(of: introduction))))
    declineCandidate(isKeyChanged: false, saying: .challengeExpired, now: now)
  }
}
