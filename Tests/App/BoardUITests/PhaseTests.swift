import MatchProtocol
import Testing

@testable import BoardUI

/// Every input in every situation: what is not in the table has no effect.
@Suite struct PhaseTests {
  typealias Reactions = [String: Set<Stimulus>]

  static let requests: Set<Stimulus> = [.draw, .undo, .yes, .no, .pause, .goOn, .again, .level]
  static let fromOther: Set<Stimulus> = [
    .start, .theirMove, .theirResignation, .theirDraw, .theirPause, .theirRematch,
  ]

  static let beforeJoining: Reactions = [
    "print": requests.union([
      .move, .resign, .hint, .help, .board, .nonsense, .introduced, .stranger, .candidateLeft,
      .progress,
    ]),
    "end:0": [.quit],
    "end:64": [.inputClosed],
    "end:41": [.outputClosed],
    "end:130": [.interrupt],
    "end:26": fromOther,
    "end:28": [.peerLeft],
    "end:27": [.linkLost],
    "end:1": [.closed],
  ]

  /// Somebody is introduced, and the player here has not said yes yet.
  static let asked: Reactions = [
    "print": [
      .move, .resign, .draw, .undo, .pause, .goOn, .again, .hint, .level, .help, .board, .nonsense,
      .empty, .introduced, .vacated, .candidateLeft, .progress,
    ],
    "accept print": [.yes],
    "close:left": [.quit, .outputClosed],
    "close:left print": [.inputClosed, .interrupt],
    "close:protocolViolation print": fromOther,
    "print end:28": [.peerLeft],
    "print end:32": [.linkLost],
    "print end:1": [.closed],
  ]

  static let inGame: Reactions = [
    "print": [
      .help, .board, .nonsense, .progress, .quiet, .heardAgain, .suspended, .resumed, .vacated,
      .move, .yes, .no, .goOn, .again, .hint, .level, .theirPause, .interrupt,
    ],
    "pause print": [.pause],
    "finish resign print": [.resign],
    "close:left print": [.quit, .inputClosed],
    "close:left": [.outputClosed],
    "close:protocolViolation print": [.start, .theirRematch],
    "finish answer print": [.theirResignation],
    "print end:28": [.peerLeft],
    "print end:27": [.linkLost],
    "print end:1": [.closed],
  ]

  /// The game is over, and the player is asked for another one.
  static let afterGame: Reactions = [
    "print": [
      .move, .resign, .draw, .undo, .pause, .goOn, .hint, .level, .help, .board, .nonsense, .empty,
      .theirRematch, .suspended, .resumed,
    ],
    "ask print": [.yes, .again],
    "close:gameOver": [.no, .quit, .outputClosed],
    "close:gameOver print": [.inputClosed, .interrupt],
    "close:illegalMove print": [.theirMove],
    "close:protocolViolation print": [.start],
    "print end:0": [.peerLeft, .linkLost, .closed],
  ]

  /// `reactions` with what `others` say about the same inputs instead.
  static func table(_ reactions: Reactions, but others: Reactions) -> Reactions {
    let changed = others.values.reduce(into: Set<Stimulus>()) { $0.formUnion($1) }
    return reactions.mapValues { $0.subtracting(changed) }
      .merging(others) { $0.union($1) }
  }

  static func reactions(in situation: Situation) -> Reactions {
    switch situation {
    case .hostOpening, .guestOpening, .hostAsked, .guestAsked, .guestAccepted, .guestSeated:
      reactionsBeforeGame(in: situation)
    case .ownTurn:
      table(
        inGame,
        but: [
          "print": [.empty],
          "move print": [.move],
          "ask print": [.draw, .undo],
          "close:illegalMove print": [.theirMove],
        ]
      )
    case .othersTurn:
      table(
        inGame,
        but: [
          "print": [.theirMove, .theirDraw],
          "ask print": [.draw, .undo],
          "resign print": [.resign],
        ]
      )
    case .paused:
      table(
        inGame,
        but: [
          "print": [.undo, .pause],
          "ask print": [.draw],
          "pause print": [.goOn],
          "close:illegalMove print": [.theirMove, .theirDraw],
        ]
      )
    case .waitingForAnswer:
      table(
        inGame,
        but: [
          "print": [.draw, .undo],
          "resign print": [.resign],
          "close:illegalMove print": [.theirMove, .theirDraw],
        ]
      )
    case .answerDue:
      table(
        inGame,
        but: [
          "print": [.empty, .undo],
          "answer print": [.no],
          "finish answer print": [.yes, .draw],
          "close:illegalMove print": [.theirMove],
          "close:protocolViolation print": [.theirDraw],
        ]
      )
    case .differing:
      table(
        inGame,
        but: [
          "": [.theirRematch],
          "print": [.draw],
          "ask print": [.undo],
          "close:illegalMove print": [.theirMove],
        ]
      )
    case .resigning:
      table(
        inGame,
        but: [
          "": [.inputClosed],
          "print": [.resign, .draw, .undo, .pause, .interrupt],
          "finish print": [.theirMove, .theirDraw, .theirRematch],
          "finish close:gameOver print": [.quit],
          "finish print end:0": [.peerLeft, .linkLost, .closed],
        ]
      )
    case .settledWaiting, .settledAnswering:
      afterGame
    case .settledWaitingRobot:
      [
        "print": [.suspended],
        "close:gameOver": [.outputClosed, .theirRematch, .tick],
        "close:illegalMove": [.theirMove],
        "close:protocolViolation": [.start],
        "close:gameOver print": [.interrupt],
        "end:0": [.quit, .peerLeft, .linkLost, .closed],
      ]
    case .leaving:
      [
        "print": [.suspended],
        "end:0": [.quit, .interrupt, .peerLeft, .linkLost, .closed],
      ]
    case .ended:
      [:]
    case .hotSeat:
      // There is no session that could tell anything.
      [
        "print": requests.union([
          .move, .help, .board, .nonsense, .empty, .progress, .interrupt,
        ]),
        "print think": [.hint],
        "print end:0": [.resign, .quit],
        "print end:64": [.inputClosed],
        "end:41": [.outputClosed],
      ]
    case .machineWaits, .machineThinks, .machineHints, .settledWithMachine:
      reactionsToMachine(in: situation)
    }
  }

  /// There is no session here either.
  static func reactionsToMachine(in situation: Situation) -> Reactions {
    let inGame: Reactions = [
      "print": requests.union([.resign, .help, .board, .nonsense, .empty, .progress, .interrupt]),
      "print think": [.move, .hint],
      "print end:0": [.quit],
      "print end:64": [.inputClosed],
      "end:41": [.outputClosed],
    ]
    switch situation {
    case .machineThinks:
      return table(
        inGame,
        but: [
          "": [.empty],
          "print": [.move, .hint, .robotMoved],
          "print stop": [.resign, .undo],
          "stop": [.interrupt],
        ]
      )
    case .machineHints:
      return table(
        inGame,
        but: [
          "": [.empty],
          "print": [.hint, .hinted],
          "print stop": [.move, .resign],
          "stop": [.interrupt],
        ]
      )
    case .settledWithMachine:
      return [
        "print": [
          .move, .resign, .draw, .undo, .pause, .goOn, .hint, .level, .help, .board, .nonsense,
          .empty,
        ],
        "print think": [.yes, .again],
        "end:0": [.no, .quit],
        "print end:0": [.inputClosed, .interrupt],
        "end:41": [.outputClosed],
      ]
    case .machineWaits, .hostOpening, .guestOpening, .hostAsked, .guestAsked, .guestAccepted,
      .guestSeated, .ownTurn, .othersTurn, .paused, .waitingForAnswer, .answerDue, .differing,
      .resigning, .settledWaiting, .settledAnswering, .settledWaitingRobot, .leaving, .ended,
      .hotSeat:
      return inGame
    }
  }

  static func reactionsBeforeGame(in situation: Situation) -> Reactions {
    switch situation {
    case .hostOpening:
      table(beforeJoining, but: ["start print": [.joined]])
    case .guestOpening:
      table(beforeJoining, but: ["print": [.joined]])
    case .hostAsked:
      table(asked, but: ["decline print": [.no], "start print": [.joined]])
    case .guestAsked:
      table(asked, but: ["decline": [.no], "print": [.joined]])
    case .guestAccepted:
      [
        "print": requests.union([
          .move, .resign, .hint, .help, .board, .nonsense, .vacated, .candidateLeft, .progress,
        ]),
        // The same player, once more.
        "accept print": [.introduced],
        "remember print": [.joined],
        "close:left": [.quit, .inputClosed, .outputClosed],
        "close:left print": [.interrupt],
        "close:protocolViolation": fromOther,
        "end:28": [.peerLeft],
        "end:32": [.linkLost],
        "end:1": [.closed],
      ]
    case .guestSeated:
      [
        "print": requests.union([
          .move, .resign, .hint, .help, .board, .nonsense, .start, .progress, .quiet, .heardAgain,
          .suspended, .resumed, .vacated,
        ]),
        "close:left": [.quit, .inputClosed, .outputClosed],
        "end:130": [.interrupt],
        "close:protocolViolation": fromOther.subtracting([.start]),
        "end:28": [.peerLeft],
        "end:27": [.linkLost],
        "end:1": [.closed],
      ]
    case .ownTurn, .othersTurn, .paused, .waitingForAnswer, .answerDue, .differing, .resigning,
      .settledWaiting, .settledAnswering, .settledWaitingRobot, .leaving, .ended, .hotSeat,
      .machineWaits, .machineThinks, .machineHints, .settledWithMachine:
      [:]
    }
  }

  @Test(arguments: Situation.allCases, Stimulus.allCases)
  func `each input has its one effect in each situation`(
    situation: Situation,
    stimulus: Stimulus
  ) {
    let expected = Self.reactions(in: situation).first { $0.value.contains(stimulus) }?.key ?? ""
    var model = situation.model
    let effects = model.update(stimulus.event, now: .seconds(60))
    #expect(effects.map(\.word).joined(separator: " ") == expected)
  }

  @Test(arguments: Situation.allCases, Stimulus.allCases)
  func `an end comes last, and nothing after it`(situation: Situation, stimulus: Stimulus) {
    var model = situation.model
    let effects = model.update(stimulus.event, now: .seconds(60))
    guard let index = effects.firstIndex(where: { $0.word.hasPrefix("end") }) else { return }
    #expect(index == effects.count - 1)
    #expect(model.deadline == nil)
    #expect(model.update(.line("quit"), now: .seconds(60)).isEmpty)
  }

  @Test(arguments: [Stimulus.quit, .inputClosed, .outputClosed])
  func `leaving a game ends with its reason when the session has ended, or at a signal`(
    stimulus: Stimulus
  ) {
    var model = Situation.ownTurn.model
    _ = model.update(stimulus.event, now: .seconds(60))
    #expect(model.deadline == nil)
    var impatient = model
    let codes: [Stimulus: Int] = [
      .quit: 0, .inputClosed: 64, .outputClosed: 41,
    ]
    let end = ["end:\(codes[stimulus] ?? -1)"]
    #expect(model.update(Stimulus.closed.event, now: .seconds(61)).map(\.word) == end)
    #expect(impatient.update(.interrupted(.terminate), now: .seconds(61)).map(\.word) == end)
  }

  @Test(arguments: [StopSignal.hangUp, .terminate])
  func `a signal ends the program, and not the match`(signal: StopSignal) {
    for situation in [Situation.ownTurn, .othersTurn, .paused, .answerDue, .resigning] {
      var model = situation.model
      let effects = model.update(.interrupted(signal), now: .zero)
      #expect(effects.map(\.word) == ["print", "end:\(128 + signal.rawValue)"])
      #expect(MeetingTests.text(effects).contains("run the same command again"))
    }
  }

  @Test func `control-C is asked about in a game, and anything that is done takes it back`() {
    var model = Situation.ownTurn.model
    let asked = MeetingTests.text(model.update(.interrupted(.interrupt), now: .zero))
    #expect(asked.contains("Press control-C again to end the program. The game is saved."))
    var stopped = model
    #expect(stopped.update(.interrupted(.interrupt), now: .zero).last?.word == "end:130")
    _ = model.update(.line("i8"), now: .zero)
    #expect(model.update(.interrupted(.interrupt), now: .zero).map(\.word) == ["print"])
    var local = Situation.hotSeat.model
    let told = MeetingTests.text(local.update(.interrupted(.interrupt), now: .zero))
    #expect(told.contains("The game is saved."))
  }

  @Test func `after a game a signal says goodbye, and waits five seconds for an answer`() {
    var model = Situation.settledWaiting.model
    let effects = model.update(.interrupted(.terminate), now: .zero)
    #expect(effects.map(\.word) == ["close:gameOver", "print"])
    #expect(model.deadline == .seconds(5))
    #expect(model.update(.tick, now: .seconds(5)).map(\.word) == ["end:0"])
  }

  @Test func `nothing is printed once nobody reads`() {
    var model = Situation.ownTurn.model
    let effects = model.update(.outputClosed, now: .zero)
    #expect(effects == [.close(.left)])
  }
}
