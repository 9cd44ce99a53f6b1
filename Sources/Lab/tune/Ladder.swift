import Foundation
import GameRules
import GameSearch

/// Games of each level of play against the one below.
struct Ladder {
  /// The number of games each pair of levels plays; every opening is played with both colours.
  let games: Int
  /// The number of nodes that the highest level searches for a move; the others use less.
  let nodes: UInt64

  /// Prints what each level of `levels` reached against the one below.
  func play(levels: ClosedRange<Int>) {
    for level in levels where level > 1 {
      var (won, drawn, lost) = (0, 0, 0)
      for game in 0..<games {
        switch result(level, game: game) {
        case 1: won += 1
        case 0: drawn += 1
        default: lost += 1
        }
      }
      let points = Double(won) + Double(drawn) / 2
      let share = Int((100 * points / Double(max(1, games))).rounded())
      let line = "level \(level) against \(level - 1): +\(won) =\(drawn) -\(lost), \(share) %\n"
      FileHandle.standardOutput.write(Data(line.utf8))
    }
  }

  /// 1, 0 or -1 for the higher level.
  private func result(_ level: Int, game: Int) -> Int {
    var random = Random(state: UInt64(game / 2))
    guard var position = opening(&random) else { return 0 }
    let higher: Side = game % 2 == 0 ? .first : .second
    var searchers = [level, level - 1].map { number in
      XiangqiSearcher(
        SearchSettings(
          level: SearchLevel(number) ?? .full,
          tableBytes: 16 << 20,
          seed: UInt64(1_000 * game + number)
        )
      )
    }
    while position.outcome == nil, position.ply < 400 {
      let report = searchers[position.toMove == higher ? 0 : 1]
        .think(
          position,
          limits: SearchLimits(nodes: nodes),
          shouldStop: { false },
          onReport: { _ in }
        )
      guard let report, (try? position.play(report.move)) != nil else { return 0 }
    }
    guard let winner = position.outcome?.winner else { return 0 }
    return winner == higher ? 1 : -1
  }

  /// The start after four or six random moves, with about equal chances.
  private func opening(_ random: inout Random) -> XiangqiPosition? {
    for _ in 0..<1_000 {
      var position = XiangqiPosition()
      for _ in 0..<4 + 2 * (random.next() % 2) {
        let moves = position.legalMoves
        guard !moves.isEmpty else { break }
        try? position.play(moves[Int(random.next() % UInt64(moves.count))])
      }
      if position.outcome == nil, abs(XiangqiTraining.evaluation(of: position)) < 60 {
        return position
      }
    }
    return nil
  }
}
