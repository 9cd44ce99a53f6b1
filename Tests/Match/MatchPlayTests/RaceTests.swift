import GameRules
import MatchProtocol
import Testing

@testable import MatchPlay

@Suite struct RaceTests {
  /// A set of things to do, and how many of them each player does.
  enum Play: String, CaseIterable {
    case questions
    case pauses
    case differences
    case ends
    case beginnings
    case everything

    var left: [Int] {
      switch self {
      case .questions, .pauses, .ends, .beginnings: [3, 3]
      case .differences: [3, 2]
      case .everything: [2, 2]
      }
    }

    func allows(_ action: Races.PlayerAction) -> Bool {
      switch (self, action) {
      case (.everything, _), (_, .move): true
      case (.questions, .draw), (.questions, .takeBack), (.questions, .yes), (.questions, .no),
        (.questions, .resign):
        true
      case (.pauses, .pause), (.pauses, .goOn), (.pauses, .draw), (.pauses, .yes), (.pauses, .no),
        (.pauses, .flag), (.pauses, .resign):
        true
      case (.differences, .differingMove), (.differences, .takeBack), (.differences, .draw),
        (.differences, .yes), (.differences, .no), (.differences, .resign),
        (.differences, .rematch):
        true
      case (.ends, .draw), (.ends, .yes), (.ends, .no), (.ends, .flag), (.ends, .resign),
        (.ends, .rematch):
        true
      case (.beginnings, .newGame), (.beginnings, .yes), (.beginnings, .no), (.beginnings, .resign),
        (.beginnings, .draw), (.beginnings, .pause), (.beginnings, .goOn):
        true
      case (.questions, _), (.pauses, _), (.differences, _), (.ends, _), (.beginnings, _): false
      }
    }
  }

  static let others: [Races.PlayerAction] = [
    .draw, .takeBack(1), .takeBack(2), .yes, .no, .pause, .goOn, .resign, .flag, .rematch, .newGame,
  ]

  /// A move that wins for Black, one that wins for White, and others.
  static let moves = ["l8", "l9", "a1", "c1", "e1", "g1", "a3", "c3", "e3"]
    .compactMap(Point.init).map(GameRules.Move.place)

  /// What may be done in Gomoku: the winning move and one other.
  static func gomoku(_ play: Play) -> (Match) -> [Races.PlayerAction] {
    { match in
      let winning = moves[match.position.toMove == .first ? 0 : 1]
      let other = moves[2...].first { !match.record.moves.contains($0) }
      let open = [winning] + [other].compactMap(\.self)
      return
        (open.map(Races.PlayerAction.move) + open.map(Races.PlayerAction.differingMove) + others)
        .filter(play.allows)
    }
  }

  @Test(arguments: Play.allCases)
  func `whatever crosses, both boards agree when all is heard`(play: Play) throws {
    let (host, guest) = try MatchTests.pairBeforeFive()
    var races = Races(actions: Self.gomoku(play))
    races.explore(.init(boards: [host, guest], left: play.left))
    #expect(races.faults == [])
    #expect(races.count > 3_000)
  }

  /// A turn of three moves, and the steps that are legal otherwise.
  static func liuzhou(_ play: Play) -> (Match) -> [Races.PlayerAction] {
    { match in
      let turn = ["d6", "xf1", "c4c3"].compactMap { try? match.position.move(from: $0) }
      let legal = match.position.legalMoves
      let move = turn.first(where: legal.contains) ?? legal.first
      let moves = [move].compactMap(\.self)
      return
        (moves.map(Races.PlayerAction.move) + moves.map(Races.PlayerAction.differingMove) + others)
        .filter(play.allows)
    }
  }

  @Test(arguments: Play.allCases)
  func `both boards agree also when a turn has several moves`(play: Play) throws {
    let boards = try ResignationTests.boardsBeforeLongTurn()
    let left = boards[0].isLocalTurn ? [3, 1] : [1, 3]
    var races = Races(actions: Self.liuzhou(play))
    races.explore(.init(boards: boards, left: left))
    #expect(races.faults == [])
    #expect(races.count > 300)
  }

  @Test func `a match is the same when its journal is played again, whatever crossed`() throws {
    let terms = MatchMessage.Start(game: "gomoku", rule: "freestyle", first: .host)
    var boards = [try Match(terms, as: .host), try Match(terms, as: .guest)]
    var journals = [0, 1].map { [JournalEntry(isMine: $0 == 0, .start(terms))] }
    for move in try ["h8", "h9", "i8", "i9", "j8", "j9", "k8", "k9"].map(MatchTests.move) {
      let mover = boards[0].isLocalTurn ? 0 : 1
      let message = try boards[mover].play(move)
      _ = try boards[1 - mover].receive(message)
      for side in 0...1 { journals[side].append(JournalEntry(isMine: side == mover, message)) }
    }
    var races = Races(actions: Self.gomoku(.everything)) { situation in
      for (side, role) in [(0, Role.host), (1, .guest)] {
        let restored = try? Match.restored(from: situation.journals[side], as: role)
        #expect(restored?.match == situation.boards[side], "\(situation.trail)")
        #expect(restored?.unsaid == [])
      }
    }
    races.explore(.init(boards: boards, journals: journals, left: [1, 2]))
    #expect(races.faults == [])
    #expect(races.count > 500)
  }
}
