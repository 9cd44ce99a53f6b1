internal import GameRules
public import MatchProtocol

/// What two players say together about a game of theirs: what was played, move by move, and how it
/// ended.
public struct ResultStatement: Hashable, Sendable {
  /// Who won, and by what.
  public enum End: String, Hashable, Sendable, CaseIterable {
    case firstByRules = "first by rules"
    case firstByResignation = "first by resignation"
    case firstByTime = "first by time"
    case secondByRules = "second by rules"
    case secondByResignation = "second by resignation"
    case secondByTime = "second by time"
    case drawByRules = "draw by rules"
    case drawByAgreement = "draw by agreement"

    /// How a game ended that has a result; nil for one that was begun anew.
    init?(_ outcome: MatchOutcome) {
      let way: String
      switch outcome {
      case .byRules: way = "rules"
      case .resignation: way = "resignation"
      case .timeout: way = "time"
      case .agreement: way = "agreement"
      case .begunAnew: return nil
      }
      self.init(rawValue: "\(outcome.winner?.rawValue ?? "draw") by \(way)")
    }
  }

  /// Sixteen random bytes that name the match.
  public let session: SessionID
  /// Which game of the match it was, from 1.
  public let number: UInt32
  /// The game with its terms, and the moves.
  public let record: GameRecord
  /// Whether the host made the first move.
  public let isHostFirst: Bool
  /// How it ended.
  public let end: End
  /// The keys of the host and of the guest, 32 bytes each.
  public let keys: [[UInt8]]

  private var terms: String {
    [record.game.kind.rawValue, record.game.options].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// What is signed.
  public var text: String {
    """
    Tabletooth result 1
    match \(session.text) game \(number)
    rules \(terms)
    first \(isHostFirst ? "host" : "guest")
    moves \(record)
    end \(end.rawValue)
    host \(keys[0].hexadecimal)
    guest \(keys[1].hexadecimal)

    """
  }
}

/// A result with the signatures of both players.
public struct SignedResult: Hashable, Sendable {
  /// What they say.
  public let result: ResultStatement
  /// The signatures of the host and of the guest, 64 bytes each.
  public let signatures: [[UInt8]]

  /// A result with these signatures, which need not be right.
  public init(result: ResultStatement, signatures: [[UInt8]]) {
    self.result = result
    self.signatures = signatures
  }

  /// Whether both have signed it.
  public var isTrue: Bool {
    zip(result.keys, signatures).allSatisfy {
      ResultSigner.isSignature($1, of: result.text, by: $0)
    }
  }

  /// The whole as a file holds it.
  public var text: String {
    result.text + "signed \(signatures[0].hexadecimal)\nsigned \(signatures[1].hexadecimal)\n"
  }
}

extension SessionID {
  /// 32 digits.
  var text: String {
    let digits = String(rawValue, radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }
}
