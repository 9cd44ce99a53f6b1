extension MatchMessage {
  var wire: WireEnvelope.OneOf_Content {
    switch self {
    case .start(let start):
      return .start(start.wire)
    case .coin(let coin):
      return .coin(coin.wire)
    case .move(let move):
      var wire = WireMove()
      wire.ply = UInt32(clamping: move.ply)
      wire.text = move.text
      wire.position = move.position
      wire.spent = UInt64(clamping: move.spent.wholeMilliseconds)
      return .move(wire)
    case .resign:
      return .resign(WireResign())
    case .ask(let ask):
      return .ask(ask.wire)
    case .answer(let answer):
      return .answer(answer.wire)
    case .pause(let pause):
      var wire = WirePause()
      wire.isOn = pause.isOn
      wire.ply = UInt32(clamping: pause.ply)
      return .pause(wire)
    case .flag(let ply):
      var wire = WireFlag()
      wire.ply = UInt32(clamping: ply)
      return .flag(wire)
    case .differ(let differ):
      var wire = WireDiffer()
      wire.ply = UInt32(clamping: differ.ply)
      wire.position = differ.position
      return .differ(wire)
    case .sign(let sign):
      var wire = WireSign()
      switch sign {
      case .key(let bytes): wire.key = [UInt64](littleEndian: bytes)
      case .signature(let bytes): wire.signature = [UInt64](littleEndian: bytes)
      }
      return .sign(wire)
    }
  }

  init(_ wire: WireMove) throws(ProtocolError) {
    guard wire.spent <= UInt64(FieldRules.longestTime) else {
      throw .valueOutOfRange(.spent, wire.spent)
    }
    let spent = Duration.milliseconds(Int64(wire.spent))
    self = .move(
      Move(ply: Int(wire.ply), text: wire.text, position: wire.position, spent: spent)
    )
    try check()
  }

  init(_ wire: WireAsk) throws(ProtocolError) {
    let request: Ask.Request
    switch wire.request {
    case .draw: request = .draw
    case .takeBack: request = .takeBack(remaining: Int(wire.remaining))
    case .rematch: request = .rematch
    case .new: request = .newGame
    case .unspecified, .UNRECOGNIZED:
      throw .valueOutOfRange(.request, UInt64(clamping: wire.request.rawValue))
    }
    self = .ask(Ask(request, ply: Int(wire.ply)))
    try check()
  }

  init(_ wire: WireAnswer) throws(ProtocolError) {
    let subject: Answer.Subject
    switch wire.request {
    case .draw: subject = .draw
    case .takeBack: subject = .takeBack
    case .rematch: subject = .rematch
    case .new: subject = .newGame
    case .unspecified, .UNRECOGNIZED:
      throw .valueOutOfRange(.request, UInt64(clamping: wire.request.rawValue))
    }
    self = .answer(Answer(subject, ply: Int(wire.ply), agrees: wire.agrees))
    try check()
  }

  init(_ wire: WirePause) throws(ProtocolError) {
    self = .pause(Pause(isOn: wire.isOn, ply: Int(wire.ply)))
    try check()
  }

  init(_ wire: WireFlag) throws(ProtocolError) {
    self = .flag(ply: Int(wire.ply))
    try check()
  }

  init(_ wire: WireDiffer) throws(ProtocolError) {
    self = .differ(Differ(ply: Int(wire.ply), position: wire.position))
    try check()
  }
}

extension MatchMessage {
  init(_ wire: WireSign) throws(ProtocolError) {
    guard wire.key.isEmpty != wire.signature.isEmpty else {
      throw .valueOutOfRange(.signature, UInt64(wire.signature.count))
    }
    self = .sign(
      wire.signature.isEmpty
        ? .key(wire.key.littleEndianBytes) : .signature(wire.signature.littleEndianBytes)
    )
    try check()
  }
}

extension MatchMessage.Start {
  var wire: WireStart {
    var wire = WireStart()
    wire.game = game
    wire.rule = rule
    switch first {
    case .host: wire.first = .host
    case .guest: wire.first = .guest
    }
    wire.options = options
    if let goneBack {
      wire.goneBack = goneBack.records
      wire.gameNumber = goneBack.game
    }
    return wire
  }

  init(_ wire: WireStart) throws(ProtocolError) {
    let first: Role
    switch wire.first {
    case .host:
      first = .host
    case .guest:
      first = .guest
    case .unspecified, .UNRECOGNIZED:
      throw .valueOutOfRange(.first, UInt64(clamping: wire.first.rawValue))
    }
    self.init(game: wire.game, rule: wire.rule, first: first, options: wire.options)
    if wire.goneBack != 0 {
      goneBack = MatchMessage.GoneBack(records: wire.goneBack, game: wire.gameNumber)
    }
    try check()
  }
}

extension MatchMessage.Ask {
  fileprivate var wire: WireAsk {
    var wire = WireAsk()
    switch request {
    case .draw:
      wire.request = .draw
    case .takeBack(let remaining):
      wire.request = .takeBack
      wire.remaining = UInt32(clamping: remaining)
    case .rematch:
      wire.request = .rematch
    case .newGame:
      wire.request = .new
    }
    wire.ply = UInt32(clamping: ply)
    return wire
  }
}

extension MatchMessage.Answer {
  fileprivate var wire: WireAnswer {
    var wire = WireAnswer()
    switch subject {
    case .draw: wire.request = .draw
    case .takeBack: wire.request = .takeBack
    case .rematch: wire.request = .rematch
    case .newGame: wire.request = .new
    }
    wire.ply = UInt32(clamping: ply)
    wire.agrees = agrees
    return wire
  }
}

extension [UInt64] {
  /// Numbers of eight bytes each, the lowest first, so that they stand in a message as they are;
  /// the count of `bytes` is a multiple of eight.
  init(littleEndian bytes: [UInt8]) {
    self = stride(from: 0, to: bytes.count, by: 8).map { start in
      bytes[start..<start + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
  }

  var littleEndianBytes: [UInt8] {
    flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
  }
}
