extension MatchMessage {
  /// A question to the other player, who answers it or moves on.
  public struct Ask: Hashable, Sendable {
    /// What is asked for.
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

    /// What is asked for.
    public var request: Request

    /// How many moves its sender had made and heard: 0...65,535.
    public var ply: Int

    /// A question after `ply` moves.
    public init(_ request: Request, ply: Int) {
      self.request = request
      self.ply = ply
    }
  }

  /// An answer.
  public struct Answer: Hashable, Sendable {
    /// What sort of question it answers.
    public enum Subject: Hashable, Sendable {
      /// ``Ask/Request/draw``.
      case draw

      /// ``Ask/Request/takeBack(remaining:)``.
      case takeBack

      /// ``Ask/Request/rematch``.
      case rematch

      /// ``Ask/Request/newGame``.
      case newGame
    }

    /// What sort of question it answers.
    public var subject: Subject

    /// The ``Ask/ply`` of that question: 0...65,535.
    public var ply: Int

    /// Whether the answer is yes.
    public var agrees: Bool

    /// An answer to the question about `subject` after `ply` moves.
    public init(_ subject: Subject, ply: Int, agrees: Bool) {
      self.subject = subject
      self.ply = ply
      self.agrees = agrees
    }
  }

  /// What a player says of a pause that is that player's own.
  public struct Pause: Hashable, Sendable {
    /// Whether it begins; otherwise it ends.
    public var isOn: Bool

    /// How many moves its sender had made and heard: 0...65,535.
    public var ply: Int

    /// A pause that begins or ends after `ply` moves.
    public init(isOn: Bool, ply: Int) {
      self.isOn = isOn
      self.ply = ply
    }
  }

  /// Two boards that do not agree on where a move leads.
  public struct Differ: Hashable, Sendable {
    /// The ``Move/ply`` of that move: 0...65,535.
    public var ply: Int

    /// The hash of the position at the sender's board after it.
    public var position: UInt32

    /// The move number `ply` leads to a position with the hash `position` here.
    public init(ply: Int, position: UInt32) {
      self.ply = ply
      self.position = position
    }
  }
}

extension MatchMessage.Ask {
  /// What an answer to it is about.
  public var subject: MatchMessage.Answer.Subject {
    switch request {
    case .draw: .draw
    case .takeBack: .takeBack
    case .rematch: .rematch
    case .newGame: .newGame
    }
  }
}
