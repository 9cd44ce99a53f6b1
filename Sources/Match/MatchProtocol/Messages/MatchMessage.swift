internal import Sodium

/// A message of a match, once both players have joined.
public enum MatchMessage: Hashable, Sendable {
  /// The game and the side that begins; from the host.
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
}

extension MatchMessage {
  /// The game and the side that begins.
  public struct Start: Hashable, Sendable {
    /// The game, such as `gomoku`: 1 to 32 characters of ASCII from `!` to `~`.
    public var game: String

    /// The rule, such as `freestyle`: 1 to 32 characters of ASCII from `!` to `~`.
    public var rule: String

    /// The side that makes the first move.
    public var first: Role

    /// Differences from the usual rules, and the clock: words of ASCII from `!` to `~` with single
    /// spaces between them, at most 128 bytes together; empty if there are none.
    public var options: String

    /// The point of return, in a match of which the two sides had different records.
    public var goneBack: GoneBack?

    /// A match of `game` by `rule` and `options`.
    public init(game: String, rule: String, first: Role, options: String = "") {
      self.game = game
      self.rule = rule
      self.first = first
      self.options = options
    }
  }

  /// The point to which the two sides have returned.
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
    /// The number of moves that were made before this one, by both sides together: 0...65,535.
    public var ply: Int

    /// The move in its game's notation, such as `h8`: 1 to 16 characters of ASCII from `!` to `~`.
    public var text: String

    /// 32 bits of FNV-1a over the text of the position after the move.
    public var position: UInt32

    /// The time that its player thought about it, in whole milliseconds, with a clock; zero without
    /// one.
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

extension MatchMessage.Start {
  func check() throws(ProtocolError) {
    try FieldRules.checkToken(game, .game, maximum: FieldRules.longestGameName)
    try FieldRules.checkToken(rule, .rule, maximum: FieldRules.longestGameName)
    try FieldRules.checkWords(options, .options, maximum: FieldRules.longestOptions)
  }

  func write(to fields: inout WireWriter) {
    fields.string(1, game)
    fields.string(2, rule)
    fields.varint(3, first == .host ? 1 : 2)
    fields.string(4, options)
    if let goneBack {
      fields.fixed64(94, goneBack.records)
      fields.varint(95, goneBack.game)
    }
  }

  init(_ fields: WireReader) throws(ProtocolError) {
    let game = try fields.string(1)
    let rule = try fields.string(2)
    let options = try fields.string(4)
    let first: Role
    switch fields.choice(3) {
    case 1: first = .host
    case 2: first = .guest
    case let number: throw .valueOutOfRange(.first, UInt64(clamping: number))
    }
    self.init(game: game, rule: rule, first: first, options: options)
    let records = fields.fixed64(94)
    if records != 0 {
      goneBack = MatchMessage.GoneBack(records: records, game: fields.uint32(95))
    }
    try check()
  }
}

extension MatchMessage.Move {
  fileprivate func write(to fields: inout WireWriter) {
    fields.varint(1, ply)
    fields.string(2, text)
    fields.fixed32(3, position)
    fields.varint(4, spent.wholeMilliseconds)
  }

  fileprivate init(_ fields: WireReader) throws(ProtocolError) {
    self.init(
      ply: Int(clamping: fields.uint32(1)),
      text: try fields.string(2),
      position: fields.fixed32(3),
      spent: try FieldRules.time(fields.uint64(4))
    )
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
      if let move = ask.move {
        try FieldRules.checkToken(move, .move, maximum: FieldRules.longestMove)
      }
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
    }
  }

  /// Writes the message as the content of `envelope`.
  func write(to envelope: inout WireWriter) {
    switch self {
    case .start(let start): envelope.message(8, start.write)
    case .move(let move): envelope.message(9, move.write)
    case .resign: envelope.message(10) { _ in }
    case .ask(let ask): envelope.message(11, ask.write)
    case .answer(let answer): envelope.message(12, answer.write)
    case .pause(let pause): envelope.message(13, pause.write)
    case .flag(let ply): envelope.message(14) { $0.varint(1, ply) }
    case .differ(let differ): envelope.message(15, differ.write)
    case .coin(let coin): envelope.message(50, coin.write)
    }
  }

  /// The message that is content `number` of an envelope and has these fields.
  init(_ number: UInt64, _ fields: WireReader) throws(ProtocolError) {
    switch number {
    case 8: self = .start(try Start(fields))
    case 9: self = .move(try Move(fields))
    case 10: self = .resign
    case 11: self = .ask(try Ask(fields))
    case 12: self = .answer(try Answer(fields))
    case 13: self = .pause(Pause(fields))
    case 14: self = .flag(ply: Int(clamping: fields.uint32(1)))
    case 15: self = .differ(Differ(fields))
    case 50: self = .coin(try Coin(fields))
    default: throw .unknownMessage
    }
    try check()
  }
}
