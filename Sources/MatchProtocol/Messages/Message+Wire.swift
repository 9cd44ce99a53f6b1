extension Message {
  var wire: WireEnvelope.OneOf_Content {
    switch self {
    case .start(let start):
      var wire = WireStart()
      wire.game = start.game
      wire.rule = start.rule
      switch start.first {
      case .host: wire.first = .host
      case .guest: wire.first = .guest
      }
      return .start(wire)
    case .move(let move):
      var wire = WireMove()
      wire.ply = UInt32(clamping: move.ply)
      wire.text = move.text
      return .move(wire)
    case .resign:
      return .resign(WireResign())
    }
  }

  init(_ wire: WireStart) throws(ProtocolError) {
    let first: Start.First
    switch wire.first {
    case .host:
      first = .host
    case .guest:
      first = .guest
    case .unspecified, .UNRECOGNIZED:
      throw .valueOutOfRange(.first, UInt64(clamping: wire.first.rawValue))
    }
    self = .start(Start(game: wire.game, rule: wire.rule, first: first))
    try check()
  }

  init(_ wire: WireMove) throws(ProtocolError) {
    self = .move(Move(ply: Int(wire.ply), text: wire.text))
    try check()
  }
}
