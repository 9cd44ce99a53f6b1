extension MatchMessage {
  /// A question to the other player, who answers it or moves on.
  public struct Ask: Hashable, Sendable {
    /// A request to the other player.
    public enum Request: Hashable, Sendable {
      /// To call the game a draw.
      case draw

      /// To take moves back until this many are left: 0 or more, and fewer than the ``Ask/ply``.
      case takeBack(remaining: Int)

      /// Another game.
      case rematch

      /// To begin the game anew, without a result of this one.
      case newGame
    }

    /// The request.
    package var request: Request

    /// The number of moves its sender had made and heard: 0...65,535.
    package var ply: Int

    /// The move that would bring a claimed draw about, and is not played; nil for none.
    package var move: String?

    /// A question after `ply` moves.
    package init(_ request: Request, ply: Int, move: String? = nil) {
      self.request = request
      self.ply = ply
      self.move = move
    }
  }

  /// An answer.
  public struct Answer: Hashable, Sendable {
    /// The subject of an answer, by its number in `match.proto`.
    public enum Subject: Int32, Hashable, Sendable {
      /// ``Ask/Request/draw``.
      case draw = 1

      /// ``Ask/Request/takeBack(remaining:)``.
      case takeBack = 2

      /// ``Ask/Request/rematch``.
      case rematch = 3

      /// ``Ask/Request/newGame``.
      case newGame = 4
    }

    /// The subject of the answer.
    package var subject: Subject

    /// The ``Ask/ply`` of that question: 0...65,535.
    package var ply: Int

    /// True if the answer is yes.
    package var agrees: Bool

    /// An answer to the question about `subject` after `ply` moves.
    package init(_ subject: Subject, ply: Int, agrees: Bool) {
      self.subject = subject
      self.ply = ply
      self.agrees = agrees
    }
  }

  /// A message about a player's own pause.
  public struct Pause: Hashable, Sendable {
    /// True if it begins; otherwise it ends.
    package var isOn: Bool

    /// The number of moves its sender had made and heard: 0...65,535.
    package var ply: Int

    /// A pause that begins or ends after `ply` moves.
    package init(isOn: Bool, ply: Int) {
      self.isOn = isOn
      self.ply = ply
    }
  }

  /// Two boards that do not agree on where a move leads.
  public struct Differ: Hashable, Sendable {
    /// The ``Move/ply`` of that move: 0...65,535.
    package var ply: Int

    /// The hash of the position at the sender's board after it.
    package var position: UInt32

    /// The move number `ply` leads to a position with the hash `position` here.
    package init(ply: Int, position: UInt32) {
      self.ply = ply
      self.position = position
    }
  }
}

extension MatchMessage.Ask {
  /// The subject of an answer to it.
  package var subject: MatchMessage.Answer.Subject {
    switch request {
    case .draw: .draw
    case .takeBack: .takeBack
    case .rematch: .rematch
    case .newGame: .newGame
    }
  }
  func write(to fields: inout WireWriter) {
    fields.varint(1, subject.rawValue)
    fields.varint(2, ply)
    if case .takeBack(let remaining) = request { fields.varint(3, remaining) }
    if let move { fields.string(4, move) }
  }

  init(_ fields: WireReader) throws(ProtocolError) {
    let request: Request =
      switch try MatchMessage.Answer.Subject(fields.choice(1)) {
      case .draw: .draw
      case .takeBack: .takeBack(remaining: Int(clamping: fields.uint32(3)))
      case .rematch: .rematch
      case .newGame: .newGame
      }
    let move = request == .draw ? try fields.string(4) : ""
    self.init(
      request,
      ply: Int(clamping: fields.uint32(2)),
      move: move.isEmpty ? nil : move
    )
  }
}

extension MatchMessage.Answer {
  func write(to fields: inout WireWriter) {
    fields.varint(1, subject.rawValue)
    fields.varint(2, ply)
    fields.bool(3, agrees)
  }

  init(_ fields: WireReader) throws(ProtocolError) {
    let subject = try Subject(fields.choice(1))
    self.init(subject, ply: Int(clamping: fields.uint32(2)), agrees: fields.bool(3))
  }
}

extension MatchMessage.Answer.Subject {
  fileprivate init(_ number: Int32) throws(ProtocolError) {
    guard let subject = Self(rawValue: number) else {
      throw .valueOutOfRange(.request, UInt64(clamping: number))
    }
    self = subject
  }
}

extension MatchMessage.Pause {
  func write(to fields: inout WireWriter) {
    fields.bool(1, isOn)
    fields.varint(2, ply)
  }

  init(_ fields: WireReader) {
    self.init(isOn: fields.bool(1), ply: Int(clamping: fields.uint32(2)))
  }
}

extension MatchMessage.Differ {
  func write(to fields: inout WireWriter) {
    fields.varint(1, ply)
    fields.fixed32(2, position)
  }

  init(_ fields: WireReader) {
    self.init(ply: Int(clamping: fields.uint32(1)), position: fields.fixed32(2))
  }
}
