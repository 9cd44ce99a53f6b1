internal import GameRules
public import MatchProtocol

/// What both players have signed so far of the results of their match.
///
/// Each shows its key before its first move of the match; when a game is over, each signs what both
/// can say about it. So nobody else can claim to have been the opponent, and neither can deny it.
public struct ResultSigning: Sendable {
  /// What signs for the player here; nobody signs if nil.
  public let signer: ResultSigner?
  /// Which match it is.
  public var session: SessionID?

  /// How many games the match has had.
  private var games: UInt32 = 0
  private var isKeyShown = false
  private var theirKey: [UInt8]?
  private(set) var result: ResultStatement?
  private var mine: [UInt8]?
  private var theirs: [UInt8]?

  /// Signs by `signer` the results of the match `session`, if that goes on.
  public init(by signer: ResultSigner? = nil, in session: SessionID? = nil) {
    self.signer = signer
    self.session = session
  }

  /// A game begins.
  mutating func begin() {
    games += 1
    (result, mine, theirs) = (nil, nil, nil)
  }

  /// What is signed of the match so far by what was said and heard before this program began.
  func after(_ journal: [JournalEntry]) -> ResultSigning {
    var signing = ResultSigning(by: signer, in: session)
    for entry in journal { signing.note(entry) }
    return signing
  }

  /// Notes what was said or heard before this program began.
  private mutating func note(_ entry: JournalEntry) {
    switch entry.message {
    case .start(let start):
      begin()
      if let goneBack = start.goneBack { games = goneBack.game &+ 1 }
    case .sign(let sign): _ = take(sign, isMine: entry.isMine)
    case .coin, .move, .resign, .ask, .answer, .pause, .flag, .differ: break
    }
  }

  /// Takes a part of a signed result; false where it is said out of place.
  mutating func take(_ sign: MatchMessage.Sign, isMine: Bool) -> Bool {
    switch sign {
    case .key where isMine: isKeyShown = true
    case .key(let key):
      guard theirKey == nil else { return false }
      theirKey = key
    case .signature(let bytes) where isMine: mine = bytes
    case .signature(let bytes):
      guard theirs == nil, theirKey != nil else { return false }
      theirs = bytes
    }
    return true
  }

  /// The key to be shown before a move, unless it has been.
  mutating func keyToShow() -> MatchMessage? {
    guard let signer, !isKeyShown else { return nil }
    isKeyShown = true
    return .sign(.key(signer.publicKey))
  }

  /// The signature of the game that is over, unless it was said before; nil as well where one of
  /// the two keys was never shown.
  mutating func sign(_ match: Match, _ outcome: MatchOutcome, as role: Role) -> MatchMessage? {
    guard let signer, let session, let theirKey, isKeyShown,
      let end = ResultStatement.End(outcome)
    else { return nil }
    let own = signer.publicKey
    let result = ResultStatement(
      session: session,
      number: games,
      record: match.record,
      isHostFirst: (match.seats == .one(.first)) == (role == .host),
      end: end,
      keys: role == .host ? [own, theirKey] : [theirKey, own]
    )
    self.result = result
    guard mine == nil else { return nil }
    let signature = signer.signature(of: result.text)
    mine = signature
    return .sign(.signature(signature))
  }

  /// What both have signed, once they have; nil too if the other side has signed something else.
  func signed(as role: Role) -> SignedResult? {
    guard let result, let mine, let theirs else { return nil }
    let signed = SignedResult(
      result: result,
      signatures: role == .host ? [mine, theirs] : [theirs, mine]
    )
    return signed.isTrue ? signed : nil
  }
}

extension Table {
  /// Shows the key of the player here before the first move of the match.
  mutating func showKey(now: Duration) {
    guard hasSession, let message = signing.keyToShow() else { return }
    say(message, now: now)
  }

  /// Signs how the game ended.
  mutating func sign(_ match: Match, _ outcome: MatchOutcome, now: Duration) {
    if let message = signing.sign(match, outcome, as: role) { say(message, now: now) }
    keepSigned()
  }

  /// Takes the other side's key or signature.
  mutating func receiveSign(_ entry: JournalEntry, now: Duration) {
    guard case .sign(let sign) = entry.message else { return }
    guard !phase.isBeforeSeat, signing.take(sign, isMine: false) else {
      return leave(because: .unexpectedMessage, now: now)
    }
    keepSigned()
  }

  private mutating func keepSigned() {
    if let signed = signing.signed(as: role) { keep(.sign(signed)) }
  }
}
