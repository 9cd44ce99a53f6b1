import MatchProtocol
import Sodium
import TestSupport

/// Another player, who wants the seat too.
struct SimulatedVisitor {
  private var session: GuestSession
  private let birth: Duration

  /// A visitor who asks for a seat, or, knowing what the host calls a match, pretends to play it.
  init(
    knowing match: SessionID?,
    using random: inout SeededGenerator,
    now: Duration
  ) {
    birth = now
    let name = PlayerName(cleaning: "Vera")
    let host = Acquaintance.seeded(random.next())
    let credentials = Credentials.seeded(random.next(), knowing: [host])
    let nonce = Nonce.random(using: &random)
    guard let match else {
      session = GuestSession(
        name: name,
        program: "soak/1",
        credentials: credentials,
        nonce: nonce,
        patience: .zero
      )
      return
    }
    session = GuestSession(
      resuming: SavedSession(session: match, opponent: host.key, journal: []),
      name: name,
      program: "soak/1",
      credentials: credentials,
      nonce: nonce,
      patience: .seconds(60)
    )
  }

  var deadline: Duration? { session.deadline.map { $0 + birth } }

  mutating func converse(
    now: Duration,
    _ input: (inout GuestSession, Duration) -> Step
  ) -> Step {
    input(&session, now - birth)
  }
}
