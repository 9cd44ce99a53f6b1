import GameRules
import MatchPlay
import MatchProtocol

@testable import BoardUI

/// The situations a model can be in, one for each way in which it answers.
enum Situation: String, CaseIterable {
  case hostOpening
  case guestOpening
  case guestSeated
  case ownTurn
  case othersTurn
  case resigning
  case settledWaiting
  case settledAnswering
  case leaving
  case ended
  case hotSeat

  static let peer = PeerID(rawValue: "peer")
  static let host = LineModel.Part.host(game: .gomoku, rule: .freestyle, first: .host)

  /// A model in this situation; as host it is Black.
  var model: LineModel {
    switch self {
    case .hostOpening: Self.model(Self.host, [])
    case .guestOpening: Self.model(.guest, [])
    case .guestSeated: Self.model(.guest, [Self.joined])
    case .ownTurn: Self.model(Self.host, [Self.joined, .line("h8"), Self.move(1, "i9")])
    case .othersTurn: Self.model(Self.host, [Self.joined, .line("h8")])
    case .resigning: Self.model(Self.host, [Self.joined, .line("h8"), .line("resign")])
    case .settledWaiting: Self.model(Self.host, [Self.joined, .line("resign")])
    case .settledAnswering:
      Self.model(Self.host, [Self.joined, .line("h8"), .session(.message(.resign))])
    case .leaving: Self.model(Self.host, [Self.joined, .line("quit")])
    case .ended: Self.model(Self.host, [.line("quit")])
    case .hotSeat: Self.model(.hotSeat(game: .gomoku, rule: .freestyle), [.line("h8")])
    }
  }

  static let joined = AppEvent.session(.joined(name: "Gerda", peer: peer))

  static func move(_ ply: Int, _ text: String) -> AppEvent {
    .session(.message(.move(.init(ply: ply, text: text))))
  }

  private static func model(_ part: LineModel.Part, _ events: [AppEvent]) -> LineModel {
    var model = LineModel(part, input: .terminal)
    _ = model.begin(now: .zero)
    for event in events {
      _ = model.update(event, now: .zero)
    }
    return model
  }
}

/// One input of each kind.
enum Stimulus: String, CaseIterable {
  case move
  case resign
  case quit
  case help
  case board
  case nonsense
  case empty
  case inputClosed
  case outputClosed
  case interrupt
  case joined
  case vacated
  case start
  case theirMove
  case theirResignation
  case stranger
  case quiet
  case heardAgain
  case suspended
  case resumed
  case peerLeft
  case linkLost
  case closed
  case progress
  case robotMoved
  case tick

  var event: AppEvent {
    switch self {
    case .move: .line("k4")
    case .resign: .line("resign")
    case .quit: .line("quit")
    case .help: .line("help")
    case .board: .line("board")
    case .nonsense: .line("castle")
    case .empty: .line("")
    case .inputClosed: .inputClosed
    case .outputClosed: .outputClosed
    case .interrupt: .interrupted(.interrupt)
    case .joined: Situation.joined
    case .vacated: .session(.vacated(Situation.peer))
    case .start:
      .session(.message(.start(.init(game: "gomoku", rule: "freestyle", first: .host))))
    case .theirMove: Situation.move(1, "j10")
    case .theirResignation: .session(.message(.resign))
    case .stranger: .session(.strangerRejected(Situation.peer, .handshakeTimeout))
    case .quiet: .session(.quiet(for: .seconds(8)))
    case .heardAgain: .session(.heardAgain)
    case .suspended: .session(.suspended(.silent(after: .seconds(15))))
    case .resumed: .session(.resumed(Situation.peer))
    case .peerLeft: .session(.ended(.peerLeft(.gameOver)))
    case .linkLost: .session(.ended(.linkLost(.disconnected)))
    case .closed: .session(.ended(.closed(.left)))
    case .progress: .progress(.bluetoothGone)
    case .robotMoved: Point("k4").map { .robotMoved(.place($0)) } ?? .tick
    case .tick: .tick
    }
  }
}

extension AppEffect {
  /// The effect in one word, with the exit code of an end.
  var word: String {
    switch self {
    case .print: "print"
    case .submit(.start): "start"
    case .submit(.move): "move"
    case .submit(.resign): "resign"
    case .close(let reason): "close:\(reason)"
    case .think: "think"
    case .end(let reason): "end:\(reason.code)"
    }
  }
}
