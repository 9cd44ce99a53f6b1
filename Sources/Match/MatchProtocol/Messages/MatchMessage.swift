internal import Sodium

/// What the players of a match say to each other, once both have joined.
public enum MatchMessage: Hashable, Sendable {
  /// What is played and who begins; from the host.
  case start(Start)

  /// Before the start: a coin is tossed for who begins.
  case coin(Coin)

  /// A move, from the player whose turn it is.
  case move(Move)

  /// The sender gives up.
  case resign

  /// A question to the other player.
  case ask(Ask)

  /// The answer to a question.
  case answer(Answer)

  /// The sender needs a pause, or does not need it any more.
  case pause(Pause)

  /// The sender, whose turn it is, has no time left; `ply` moves were made by both sides,
  /// 0...65,535.
  case flag(ply: Int)

  /// The receiver's move leads to another position at the sender's board.
  case differ(Differ)

  /// What it takes to show the result of a game to a third player.
  case sign(Sign)
}

extension MatchMessage {
  /// What is played and who begins.
  public struct Start: Hashable, Sendable {
    /// The game, such as `gomoku`: 1 to 32 characters of ASCII from `!` to `~`.
    public var game: String

    /// The rule, such as `freestyle`: 1 to 32 characters of ASCII from `!` to `~`.
    public var rule: String

    /// Who makes the first move.
    public var first: Role

    /// What else differs from the usual rules, and the clock: words of ASCII from `!` to `~` with
    /// single spaces between them, at most 128 bytes together; empty where nothing does.
    public var options: String

    /// Where it goes on from, in a match of which the two sides had different records.
    public var goneBack: GoneBack?

    /// A match of `game` by `rule` and `options`.
    public init(game: String, rule: String, first: Role, options: String = "") {
      self.game = game
      self.rule = rule
      self.first = first
      self.options = options
    }
  }

  /// What the two sides have gone back from.
  public struct GoneBack: Hashable, Sendable {
    /// A digest of the two records that differed, the same on both sides.
    public var records: UInt64

    /// Which game of the match it is, from 0.
    public var game: UInt32

    /// A return from `records` to the game number `game`.
    public init(records: UInt64, game: UInt32) {
      self.records = records
      self.game = game
    }
  }

  /// A move and its place in the game.
  public struct Move: Hashable, Sendable {
    /// How many moves were made before this one, by both sides together: 0...65,535.
    public var ply: Int

    /// The move in its game's notation, such as `h8`: 1 to 16 characters of ASCII from `!` to `~`.
    public var text: String

    /// 32 bits of FNV-1a over the text of the position after the move.
    public var position: UInt32

    /// How long its player thought about it, in whole milliseconds, where there is a clock; zero
    /// where there is none.
    public var spent: Duration

    /// The move `text`, made after `ply` others in `spent`, which leads to a position with the hash
    /// `position`.
    public init(ply: Int, text: String, position: UInt32, spent: Duration = .zero) {
      self.ply = ply
      self.text = text
      self.position = position
      self.spent = spent
    }
  }
}

extension MatchMessage {
  /// A part of a signed result.
  public enum Sign: Hashable, Sendable {
    /// The key by which the sender signs, which it shows before its first move of the match.
    case key([UInt8])

    /// The sender's signature of the result of the game that is over.
    case signature([UInt8])

    func check() throws(ProtocolError) {
      switch self {
      case .key(let bytes):
        guard bytes.count == VerifyingKey.size else {
          throw .valueOutOfRange(.signingKey, UInt64(bytes.count))
        }
      case .signature(let bytes):
        guard bytes.count == SigningKey.signatureSize else {
          throw .valueOutOfRange(.signature, UInt64(bytes.count))
        }
      }
    }
  }
}

extension MatchMessage.Start {
  func check() throws(ProtocolError) {
    try FieldRules.checkToken(game, .game, maximum: FieldRules.longestGameName)
    try FieldRules.checkToken(rule, .rule, maximum: FieldRules.longestGameName)
    try FieldRules.checkWords(options, .options, maximum: FieldRules.longestOptions)
  }
}

extension MatchMessage {
  func check() throws(ProtocolError) {
    switch self {
    case .start(let start):
      try start.check()
    case .coin(let coin):
      try coin.check()
    case .move(let move):
      try FieldRules.checkToken(move.text, .move, maximum: FieldRules.longestMove)
      try FieldRules.checkPly(move.ply)
      try FieldRules.checkTime(move.spent)
    case .resign:
      break
    case .ask(let ask):
      try FieldRules.checkPly(ask.ply)
      if case .takeBack(let remaining) = ask.request {
        guard 0..<max(ask.ply, 1) ~= remaining else {
          throw .valueOutOfRange(.remaining, UInt64(clamping: remaining))
        }
      }
    case .answer(let answer):
      try FieldRules.checkPly(answer.ply)
    case .pause(let pause):
      try FieldRules.checkPly(pause.ply)
    case .flag(let ply):
      try FieldRules.checkPly(ply)
    case .differ(let differ):
      try FieldRules.checkPly(differ.ply)
    case .sign(let sign):
      try sign.check()
    }
  }
}
