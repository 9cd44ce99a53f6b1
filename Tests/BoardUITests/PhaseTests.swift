import MatchProtocol
import Testing

@testable import BoardUI

/// Every input in every situation: what is not in the table has no effect.
@Suite struct PhaseTests {
  typealias Reactions = [String: Set<Stimulus>]

  static let beforeJoining: Reactions = [
    "print": [.move, .resign, .help, .board, .nonsense, .stranger, .progress],
    "end:0": [.quit],
    "end:30": [.inputClosed],
    "end:31": [.outputClosed],
    "end:130": [.interrupt],
    "end:24": [.start, .theirMove, .theirResignation],
    "end:28": [.peerLeft],
    "end:21": [.linkLost],
    "end:1": [.closed],
  ]

  static let inGame: Reactions = [
    "print": [
      .help, .board, .nonsense, .progress, .quiet, .heardAgain, .suspended, .resumed, .vacated,
    ],
    "resign print": [.resign],
    "print close:left": [.quit, .inputClosed, .interrupt],
    "close:left": [.outputClosed],
    "print close:protocolViolation": [.start],
    "print close:gameOver": [.theirResignation],
    "print end:28": [.peerLeft],
    "print end:27": [.linkLost],
    "print end:1": [.closed],
  ]

  static let afterGame: Reactions = [
    "end:0": [.interrupt, .peerLeft, .linkLost, .closed, .tick]
  ]

  static func reactions(in situation: Situation) -> Reactions {
    switch situation {
    case .hostOpening:
      beforeJoining.merging(["start print": [.joined]], uniquingKeysWith: { $1 })
    case .guestOpening:
      beforeJoining.merging(["print": [.joined]], uniquingKeysWith: { $0.union($1) })
    case .guestSeated:
      [
        "print": [
          .move, .resign, .help, .board, .nonsense, .start, .progress, .quiet, .heardAgain,
          .suspended, .resumed,
        ],
        "close:left": [.quit, .inputClosed, .outputClosed, .interrupt],
        "close:protocolViolation": [.theirMove, .theirResignation],
        "end:28": [.peerLeft],
        "end:27": [.linkLost],
        "end:1": [.closed],
      ]
    case .ownTurn:
      inGame.merging(
        [
          "print": [.empty],
          "move print": [.move, .robotMoved],
          "print close:illegalMove": [.theirMove],
        ],
        uniquingKeysWith: { $0.union($1) }
      )
    case .othersTurn:
      inGame.merging(["print": [.move, .theirMove]], uniquingKeysWith: { $0.union($1) })
    case .resigning:
      [
        "print": [
          .move, .resign, .help, .board, .nonsense, .progress, .quiet, .heardAgain, .suspended,
          .resumed, .vacated,
        ],
        "close:left": [.outputClosed],
        "print close:protocolViolation": [.start],
        "print close:gameOver": [.quit, .interrupt, .theirMove, .theirResignation, .tick],
        "print end:0": [.peerLeft, .linkLost, .closed],
      ]
    case .settledWaiting, .settledAnswering, .leaving:
      afterGame
    case .ended:
      [:]
    case .hotSeat:
      [
        "print": [
          .move, .robotMoved, .help, .board, .nonsense, .empty, .progress, .quiet, .heardAgain,
          .suspended, .resumed, .vacated,
        ],
        "print end:0": [.resign, .quit],
        "print end:30": [.inputClosed],
        "end:31": [.outputClosed],
        "print end:130": [.interrupt],
        "print end:24": [.start, .theirMove, .theirResignation],
        "print end:28": [.peerLeft],
        "print end:27": [.linkLost],
        "print end:1": [.closed],
      ]
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

  @Test(arguments: [Stimulus.quit, .inputClosed, .outputClosed, .interrupt])
  func `leaving a game ends with its reason when the other side has answered`(
    stimulus: Stimulus
  ) {
    var model = Situation.ownTurn.model
    _ = model.update(stimulus.event, now: .seconds(60))
    #expect(model.deadline == .seconds(63))
    #expect(model.update(.tick, now: .seconds(62)).isEmpty)
    var impatient = model
    let codes: [Stimulus: Int] = [
      .quit: 0, .inputClosed: 30, .outputClosed: 31, .interrupt: 130,
    ]
    let end = ["end:\(codes[stimulus] ?? -1)"]
    #expect(model.update(Stimulus.closed.event, now: .seconds(61)).map(\.word) == end)
    #expect(impatient.update(.tick, now: .seconds(63)).map(\.word) == end)
  }

  @Test func `a second signal does not wait for an answer`() {
    var model = Situation.ownTurn.model
    _ = model.update(.interrupted(.terminate), now: .zero)
    let effects = model.update(.interrupted(.interrupt), now: .zero)
    #expect(effects == [.end(.interrupted(.terminate))])
  }

  @Test func `nothing is printed once nobody reads`() {
    var model = Situation.ownTurn.model
    let effects = model.update(.outputClosed, now: .zero)
    #expect(effects == [.close(.left)])
  }
}
