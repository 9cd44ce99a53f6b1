internal import BoardUI
internal import CommonOptions
internal import EnginePlayers
internal import EngineProtocols
internal import GameRules
internal import GameSearch
internal import Phrases

/// Another program that says what positions are worth.
final class AnalysingEngine {
  private let engine: EngineOpponent
  private let pace: MovePace
  /// The reason why it says no more.
  private(set) var failure: ExitReason?

  /// Starts the program that `text` names, for positions of `game`; the pace and the options in
  /// `text` are before `pace` and `search`.
  ///
  /// - Throws: `ExitReason`, with the choices.
  init(
    _ text: String,
    _ game: Game,
    _ pace: PaceOptions,
    _ search: SearchOptions
  ) throws(ExitReason) {
    guard search.level == nil else {
      throw .usage(
        say("--level is for the robot; limit another engine with --time, --nodes or --depth"),
        help: "tabletooth games analyse --help"
      )
    }
    do throws(PlayerSpec.Unusable) {
      let player = try PlayerSpec(text, game: game.kind)
      guard case .engine(let spec) = player.kind else {
        throw .init(what: say("`\(text)` is not another engine; expected engine:PROGRAM"))
      }
      let name = spec.words.first?.split(separator: "/").last.map(String.init) ?? ""
      let used = spec.using(threads: search.threads, hash: search.hash)
      engine = EngineOpponent(used, name: name)
      let own = player.pace
      let isOwn = own.time != nil || own.nodes != nil || own.depth != nil
      self.pace = isOwn ? own : pace.pace
    } catch {
      throw .usage(error.what)
    }
    do throws(EngineFailure) {
      try engine.prepare(game)
    } catch {
      throw refusal(error)
    }
  }

  /// What the program says of a position; nil once it has failed.
  func think(_ position: Position) -> SearchReport? {
    guard failure == nil else { return nil }
    do throws(EngineFailure) {
      return try engine.report(on: position, pace, patience: .seconds(10))
    } catch {
      failure = refusal(error)
      return nil
    }
  }

  private func refusal(_ failure: EngineFailure) -> ExitReason {
    .usage(say("\(engine.name): \(failure.words); expected \(PlayerSpec.choices)"))
  }
}
