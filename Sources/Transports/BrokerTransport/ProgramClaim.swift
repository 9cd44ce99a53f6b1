internal import MatchProtocol
internal import Sodium

/// What the programs of one player say to each other that have the table of the same match open at
/// a broker, as on two computers: docs/online.md.
///
/// Only they can say it, as it is sealed under a key of the player's data folder.
package struct ProgramClaim: Hashable, Sendable {
  /// What is said of the program whose challenge is answered.
  package enum Verdict: UInt8, Hashable, Sendable {
    /// Nothing: who says it only tells that it is there.
    case unknown
    /// It is the older one, and gives the match up.
    case isOlder
    /// It is the newer one, and is to say so.
    case isNewer
  }

  /// How many random bytes name a program.
  package static let programSize = 8
  /// How many random bytes a challenge has.
  package static let challengeSize = 16
  /// How many bytes a claim has: two challenges, the program, its age and the verdict.
  static let size = programSize + 2 * challengeSize + 8 + 1

  /// Who says it.
  package let program: [UInt8]
  /// What an answer to this has to name: new each time.
  package let challenge: [UInt8]
  /// How long the table has been open, in whole milliseconds.
  package let age: UInt64
  /// The challenge that is answered; zeros for none.
  package let answered: [UInt8]
  package let verdict: Verdict

  /// Whether it answers nobody.
  var isToAll: Bool { answered.allSatisfy { $0 == 0 } }

  /// What the program `program` says, which has had its table open for `age` milliseconds.
  package init(
    _ program: [UInt8],
    _ challenge: [UInt8],
    age: UInt64,
    answering answered: [UInt8]? = nil,
    _ verdict: Verdict = .unknown
  ) {
    (self.program, self.challenge, self.age, self.verdict) = (program, challenge, age, verdict)
    self.answered = answered ?? [UInt8](repeating: 0, count: Self.challengeSize)
  }

  /// Reads a claim; nil for what has another length or an unknown verdict.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.size, let verdict = bytes.last.flatMap(Verdict.init) else {
      return nil
    }
    var rest = bytes[...]
    func take(_ count: Int) -> [UInt8] {
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
    program = take(Self.programSize)
    challenge = take(Self.challengeSize)
    age = take(8).reduce(0) { $0 << 8 | UInt64($1) }
    answered = take(Self.challengeSize)
    self.verdict = verdict
  }

  /// The claim as bytes.
  var bytes: [UInt8] {
    program + challenge + age.bigEndianBytes + answered + [verdict.rawValue]
  }
}

/// Which of the programs of one player keeps the table: the one that was opened last.
///
/// Of two programs the one with the larger name compares their ages, so that they never find
/// different answers; and the older one gives up only when it hears a challenge of its own named,
/// so that nothing that was recorded before it was opened ends its table.
package struct ProgramRivalry {
  /// What comes of a claim.
  package enum Outcome: Hashable, Sendable {
    case nothing
    /// This is to be said.
    case says(ProgramClaim)
    /// Another program of the player has taken the match over.
    case isTakenOver
  }

  /// So many challenges of its own a program knows again.
  private static let mostChallenges = 16

  private let program: [UInt8]
  private let random: (Int) -> [UInt8]
  /// What was said last, a few of them, as several programs may speak at once.
  ///
  /// Of two programs the older one stays the older one, so an answer to any of them is true.
  private var challenges: [[UInt8]] = []

  /// The program that is called `program`; `random` makes so many random bytes.
  package init(_ program: [UInt8], random: @escaping (Int) -> [UInt8]) {
    (self.program, self.random) = (program, random)
  }

  /// What tells others that this program is there, whose table has been open for `age`
  /// milliseconds.
  package mutating func announcement(age: UInt64) -> ProgramClaim { claim(age) }

  /// Hears what a program says, this one perhaps.
  package mutating func hear(_ claim: ProgramClaim, age: UInt64) -> Outcome {
    guard claim.program != program else { return .nothing }
    switch claim.verdict {
    case .unknown where claim.isToAll || challenges.contains(claim.answered):
      return .says(reply(to: claim, age))
    case .isOlder where challenges.contains(claim.answered): return .isTakenOver
    case .isNewer where challenges.contains(claim.answered):
      return .says(self.claim(age, answering: claim.challenge, .isOlder))
    // It is for another one, or was said before this program began.
    case .unknown, .isOlder, .isNewer: return .nothing
    }
  }

  private mutating func reply(to other: ProgramClaim, _ age: UInt64) -> ProgramClaim {
    guard other.program.lexicographicallyPrecedes(program) else {
      return claim(age, answering: other.challenge)
    }
    return claim(age, answering: other.challenge, age <= other.age ? .isOlder : .isNewer)
  }

  private mutating func claim(
    _ age: UInt64,
    answering other: [UInt8]? = nil,
    _ verdict: ProgramClaim.Verdict = .unknown
  ) -> ProgramClaim {
    let challenge = random(ProgramClaim.challengeSize)
    challenges = challenges.suffix(Self.mostChallenges - 1) + [challenge]
    return ProgramClaim(program, challenge, age: age, answering: other, verdict)
  }
}

/// The player whose table it is, as the programs know it that have the same data folder.
public struct TableOwner: Sendable {
  private let secret: SharedSecret
  /// What this program is called among them.
  let program: [UInt8]

  /// The owner of `secret`, which nobody else has, in a program of its own: one program makes it
  /// once, as it is to know what it says itself.
  public init(secret bytes: [UInt8]) {
    secret = SharedSecret(SecretBytes(copying: bytes))
    program = randomBytes(ProgramClaim.programSize)
  }

  /// What is said between programs at the door of that name is sealed under this.
  func key(ofDoor name: String) -> SharedSecret {
    let label = Array("Tabletooth broker owner".utf8)
    return SharedSecret(HMAC.code(of: label, Array(name.utf8), key: secret.bytes))
  }
}
