import GameRules
import GameSearch
import MatchPlay
import MatchSimulation
import Sodium

@testable import BoardUI
@testable import MatchProtocol

/// The situations a model can be in, one for each way in which it answers.
enum Situation: String, CaseIterable {
  case hostOpening
  case guestOpening
  case hostAsked
  case guestAsked
  case guestAccepted
  case guestSeated
  case ownTurn
  case othersTurn
  case resigning
  case settledWaiting
  case settledAnswering
  case settledWaitingRobot
  case paused
  case waitingForAnswer
  case answerDue
  case differing
  case leaving
  case ended
  case hotSeat
  case machineWaits
  case machineThinks
  case machineHints
  case settledWithMachine

  static let peer = PeerID(rawValue: "peer")
  static let host = ScriptedProgram.Part.host(.gomoku(), first: .host)
  static let machine = ScriptedProgram.Part.machine(.gomoku(), .first)

  /// A model in this situation; as host it is Black.
  var model: ScriptedProgram {
    switch self {
    case .hostOpening: Self.model(Self.host, [])
    case .guestOpening: Self.model(.guest, [])
    case .hostAsked: Self.model(Self.host, [Self.introduced])
    case .guestAsked: Self.model(.guest, [Self.introduced])
    case .guestAccepted: Self.model(.guest, [Self.introduced, .line("yes")])
    case .guestSeated: Self.model(.guest, [Self.joined])
    case .ownTurn: Self.model(Self.host, [Self.joined, .line("h8"), Self.move(1, "i9")])
    case .othersTurn: Self.model(Self.host, [Self.joined, .line("h8")])
    case .resigning: Self.model(Self.host, [Self.joined, .line("h8"), .line("resign")])
    case .settledWaiting: Self.model(Self.host, [Self.joined, .line("resign")])
    case .settledAnswering:
      Self.model(Self.host, [Self.joined, .line("h8"), .message(.resign)])
    case .settledWaitingRobot:
      Self.model(Self.host, [Self.joined, .line("resign")], input: .robot)
    case .paused: Self.model(Self.host, [Self.joined, .line("pause")])
    case .waitingForAnswer: Self.model(Self.host, [Self.joined, .line("draw")])
    case .answerDue:
      Self.model(Self.host, [Self.joined, .line("h8"), Self.asked(.draw, 1)])
    case .differing:
      Self.model(
        Self.host,
        [
          Self.joined, .line("h8"),
          .message(.differ(.init(ply: 0, position: 0x0102_0304))),
        ]
      )
    case .leaving: Self.model(Self.host, [Self.joined, .line("quit")])
    case .ended: Self.model(Self.host, [.line("quit")])
    case .hotSeat: Self.model(.hotSeat(.gomoku()), [.line("h8")])
    case .machineWaits: Self.model(Self.machine, [])
    case .machineThinks: Self.model(Self.machine, [.line("h8")])
    case .machineHints: Self.model(Self.machine, [.line("hint")])
    case .settledWithMachine: Self.model(Self.machine, [.line("resign")])
    }
  }

  static let joined = ScriptedEvent.session(.joined(Introduction("Gerda")))
  static let introduced = ScriptedEvent.session(.introduced(Introduction("Gerda")))

  static func asked(_ request: MatchMessage.Ask.Request, _ ply: Int) -> ScriptedEvent {
    .message(.ask(.init(request, ply: ply)))
  }

  /// The move number `ply` after h8, or after nothing.
  static func move(_ ply: Int, _ text: String, after: String = "h8") -> ScriptedEvent {
    var position = Position(game: .gomoku())
    for word in [after, text] {
      if let point = Point(word) { try? position.play(.place(point)) }
    }
    return .message(.move(.init(ply: ply, text: text, position: position.textHash)))
  }

  private static func model(
    _ part: ScriptedProgram.Part,
    _ events: [ScriptedEvent],
    input: ScriptedProgram.Input = .terminal
  ) -> ScriptedProgram {
    var model = ScriptedProgram(part, input: input)
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
  case draw
  case undo
  case yes
  case no
  case pause
  case goOn
  case again
  case hint
  case level
  case quit
  case help
  case board
  case nonsense
  case empty
  case inputClosed
  case outputClosed
  case interrupt
  case introduced
  case joined
  case vacated
  case start
  case theirMove
  case theirResignation
  case theirDraw
  case theirPause
  case theirRematch
  case stranger
  case candidateLeft
  case quiet
  case heardAgain
  case suspended
  case resumed
  case peerLeft
  case linkLost
  case closed
  case progress
  case robotMoved
  case hinted
  case tick

  var event: ScriptedEvent {
    switch self {
    case .move: .line("k4")
    case .resign: .line("resign")
    case .draw: .line("draw")
    case .undo: .line("undo")
    case .yes: .line("yes")
    case .no: .line("no")
    case .pause: .line("pause")
    case .goOn: .line("continue")
    case .again: .line("again")
    case .hint: .line("hint")
    case .level: .line("level 7")
    case .introduced: Situation.introduced
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
      .message(.start(.init(game: "gomoku", rule: "freestyle", first: .host)))
    case .theirMove: Situation.move(1, "j10")
    case .theirResignation: .message(.resign)
    case .theirDraw: Situation.asked(.draw, 1)
    case .theirPause: .message(.pause(.init(isOn: true, ply: 1)))
    case .theirRematch: Situation.asked(.rematch, 1)
    case .stranger: .session(.strangerRejected(PeerID(rawValue: "other"), .handshakeTimeout))
    case .candidateLeft: .session(.strangerRejected(Situation.peer, .left))
    case .quiet: .session(.quiet(Situation.peer, for: .seconds(8)))
    case .heardAgain: .session(.heardAgain(Situation.peer))
    case .suspended: .session(.suspended(Situation.peer, .silent(after: .seconds(15))))
    case .resumed: .session(.resumed(Situation.peer))
    case .peerLeft: .sessionEnds(.peerLeft(.gameOver))
    case .linkLost: .sessionEnds(.linkLost(.disconnected))
    case .closed: .sessionEnds(.closed(.left))
    case .progress: .progress(.unavailable)
    case .robotMoved: Point("k4").map { .robotMoved(.place($0)) } ?? .tick
    case .hinted: Point("k4").map { .hinted(.place($0), because: .stopsFour) } ?? .tick
    case .tick: .tick
    }
  }
}

extension Introduction {
  /// Somebody with a name and, unless it is given, a key that goes with it.
  init(_ name: String, key: UInt8? = nil, code: UInt8 = 0, peer: PeerID = Situation.peer) {
    let byte = key ?? name.utf8.reduce(0) { $0 &+ $1 }
    guard let key = try? PublicKey(Array(repeating: byte, count: PublicKey.size)) else {
      preconditionFailure("a key of 32 bytes")
    }
    self.init(
      peer: peer,
      name: PlayerName(cleaning: name),
      player: Acquaintance(of: key),
      code: ComparisonCode(compared: [code]),
      session: SessionID(rawValue: 1)
    )
  }
}
