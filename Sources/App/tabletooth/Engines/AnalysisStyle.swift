internal import BoardUI
internal import GameRules
internal import Phrases
internal import ProcessIO
internal import Terminal

/// The style in which an analysis is written.
protocol AnalysisStyle {
  /// The line about one move.
  func line(_ judgement: GameAnalysis.Judgement) -> String

  /// The lines about the worst mistakes of each side.
  func mistakes(_ worst: [Side: [GameAnalysis.Judgement]]) -> [String]
}

/// An analysis as text for a person.
struct AnalysisLines: AnalysisStyle {
  private let game: GameKind
  private let positions: [Position]
  private let width: Int

  /// Lines about the game that ended in `last`.
  init(_ last: Position) {
    game = last.game.kind
    var position = last.start
    positions = last.moves.map { move in
      defer { try? position.playOn(move) }
      return position
    }
    let texts = zip(positions, last.moves).map { $0.text(of: $1) }
    width = texts.map { CharacterWidth.columns(of: $0) }.max() ?? 0
  }

  /// The number, the move, what it is worth, and a better one.
  func line(_ judgement: GameAnalysis.Judgement) -> String {
    let number = Self.pad("\(judgement.ply).", 4, isLeft: true)
    let move = Self.pad(text(of: judgement.move, judgement), width)
    let line = "\(number) \(move)  \(Self.pad(Self.text(judgement.value), 7, isLeft: true))"
    guard let better = better(judgement) else { return line }
    return "\(line)  \(better)"
  }

  /// A heading for each side and a line for each mistake.
  func mistakes(_ worst: [Side: [GameAnalysis.Judgement]]) -> [String] {
    Side.allCases.flatMap { side in
      let name = RecordStrings.side(side.colour(in: game))
      guard let mistakes = worst[side], !mistakes.isEmpty else {
        return [say("\(name): no mistakes")]
      }
      return [say("\(name), worst mistakes:")] + mistakes.map { "  " + line($0) }
    }
  }

  /// The judgement of a move for a screen.
  func judgement(_ judgement: GameAnalysis.Judgement) -> ReplayScreen.Judgement {
    .init(ply: judgement.ply, value: Self.text(judgement.value), better: better(judgement))
  }

  private func better(_ judgement: GameAnalysis.Judgement) -> String? {
    guard let better = judgement.better, judgement.loss >= GameAnalysis.mistake else { return nil }
    return say("better \(text(of: better, judgement)) (\(Self.text(judgement.valueBefore)))")
  }

  /// The text of `move`, made in place of the one that is judged.
  private func text(of move: Move, _ judgement: GameAnalysis.Judgement) -> String {
    let index = judgement.ply - 1
    return positions.indices.contains(index) ? positions[index].text(of: move) : move.description
  }

  /// `+0.35` for the first player, or `-M4` where the second one wins in four plies.
  private static func text(_ value: GameAnalysis.Value) -> String {
    if let mate = value.mate { return (mate > 0 ? "+M" : "-M") + String(abs(mate)) }
    let digits = String(abs(value.score) % 100)
    let sign = value.score < 0 ? "-" : "+"
    return "\(sign)\(abs(value.score) / 100).\(digits.count < 2 ? "0" : "")\(digits)"
  }

  private static func pad(_ text: String, _ width: Int, isLeft: Bool = false) -> String {
    let space = String(repeating: " ", count: max(0, width - CharacterWidth.columns(of: text)))
    return isLeft ? space + text : text + space
  }
}

/// An analysis as objects for a program, one a line.
struct AnalysisObjects: AnalysisStyle {
  private struct Object: Encodable {
    private enum CodingKeys: String, CodingKey {
      case ply, side, move, score, mate, better, betterScore, betterMate, loss
    }

    let judgement: GameAnalysis.Judgement

    func encode(to encoder: any Encoder) throws {
      var members = encoder.container(keyedBy: CodingKeys.self)
      try members.encode(judgement.ply, forKey: .ply)
      try members.encode(judgement.side.rawValue, forKey: .side)
      try members.encode(judgement.move.description, forKey: .move)
      try members.encode(judgement.value.score, forKey: .score)
      try members.encode(judgement.value.mate, forKey: .mate)
      try members.encode(judgement.better?.description, forKey: .better)
      try members.encode(judgement.valueBefore.score, forKey: .betterScore)
      try members.encode(judgement.valueBefore.mate, forKey: .betterMate)
      try members.encode(judgement.loss, forKey: .loss)
    }
  }

  private struct Mistakes: Encodable {
    let mistakes: [String: [Object]]
  }

  /// The object of one move.
  func line(_ judgement: GameAnalysis.Judgement) -> String {
    JSON.line(Object(judgement: judgement))
  }

  /// One object with those of the mistakes of either side.
  func mistakes(_ worst: [Side: [GameAnalysis.Judgement]]) -> [String] {
    let sides = Side.allCases.map { side in
      (side.rawValue, (worst[side] ?? []).map(Object.init))
    }
    return [JSON.line(Mistakes(mistakes: Dictionary(uniqueKeysWithValues: sides)))]
  }
}
