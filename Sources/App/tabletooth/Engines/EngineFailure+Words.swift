internal import EnginePlayers
internal import EngineProtocols
internal import GameRules
internal import Phrases

extension EngineFailure {
  /// What happened, to follow the name of the engine.
  var words: String {
    switch self {
    case .notStarted(let program, let reason): say("\(program) cannot be started: \(reason)")
    case .ended(.code(let code)): say("ended with code \(code)")
    case .ended(.signal(let number)): say("crashed (signal \(number))")
    case .silent(let duration): say("did not answer for \(TimeSpan(duration).description)")
    case .fault(.refused(let line)): say("refused to play: \(Self.cut(line))")
    case .fault(.unreadable(let line)): say("answered with no move: \(Self.cut(line))")
    case .fault(.illegal(let line)): say("made the illegal move \(Self.cut(line))")
    case .fault(.noMove): say("gave no move although it has one")
    case .fault(.noScore): say("gave a move without a score")
    case .fault(.onlyXBoard): say("speaks XBoard's protocol, which cannot be used here")
    case .fault(.otherGame(let game)):
      say("does not play \(game.rawValue) by this protocol")
    }
  }
}
