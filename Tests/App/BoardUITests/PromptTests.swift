import GameRules
import MatchPlay
import MatchProtocol
import Phrases
import Terminal
import Testing

@testable import BoardUI

/// Every word that a prompt names can be typed at that prompt, in both languages and both modes.
@Suite struct PromptTests {
  /// A prompt that names words.
  enum Prompt: CaseIterable {
    case three, two, guestsThree, answer, digits, again, first

    /// The words that it names.
    func words(in language: Language) -> [String] {
      switch (self, language) {
      case (.three, .english), (.guestsThree, .english): ["black", "white", "two"]
      case (.three, .chinese), (.guestsThree, .chinese): ["黑", "白", "两子"]
      case (.two, .english): ["black", "white"]
      case (.two, .chinese): ["黑", "白"]
      case (.answer, .english), (.digits, .english), (.again, .english): ["Yes", "no"]
      case (.answer, .chinese), (.digits, .chinese), (.again, .chinese): ["是", "否"]
      case (.first, .english): ["me", "guest", "coin"]
      case (.first, .chinese): ["我", "对方", "抛硬币"]
      }
    }

    fileprivate var swap2: Game {
      guard let terms = GomokuTerms(rule: .standard, opening: .swap2) else {
        preconditionFailure("swap2 without a rule")
      }
      return .gomoku(terms)
    }

    fileprivate var moves: [String] {
      switch self {
      case .three: ["h8", "i9", "g7"]
      case .two: ["h8", "i9", "g7", "TWO", "a1", "b1"]
      case .guestsThree, .answer, .digits, .first: []
      case .again: ["h8", "a1", "h9", "a2", "h10", "a3", "h11", "a4", "h12"]
      }
    }

    /// A screen with this prompt.
    var screen: ScriptedScreen {
      switch self {
      case .three, .two: played(ScriptedScreen(swap2))
      case .again: played(ScriptedScreen(.gomoku()))
      case .guestsThree: guest
      case .answer: asked
      case .digits: introduced
      case .first: seated
      }
    }

    private func played(_ screen: ScriptedScreen) -> ScriptedScreen {
      var screen = screen
      for move in moves { screen.enter(move) }
      return screen
    }

    /// The guest of a host who has placed the first three stones.
    private var guest: ScriptedScreen {
      var screen = ScriptedScreen(.guest)
      screen.session(.joined(Introduction("Bo")))
      screen.hear(.message(.start(MatchMessage.Start(swap2, first: .host))))
      var position = Position(game: swap2)
      for (ply, text) in ["h8", "i9", "g7"].enumerated() {
        if let move = try? position.move(from: text) { try? position.play(move) }
        screen.hear(.message(.move(.init(ply: ply, text: text, position: position.textHash))))
      }
      return screen
    }

    private var asked: ScriptedScreen {
      var screen = ScriptedScreen(.host)
      screen.session(.joined(Introduction("Bo")))
      screen.enter("h8")
      screen.hear(Situation.asked(.draw, 1))
      return screen
    }

    private var introduced: ScriptedScreen {
      var screen = ScriptedScreen(.guest)
      screen.session(.introduced(Introduction("Bo")))
      return screen
    }

    private var seated: ScriptedScreen {
      var screen = ScriptedScreen(.host, firstRule: .asked)
      screen.session(.joined(Introduction("Bo")))
      return screen
    }
  }

  /// The words between the separators at the end of a prompt.
  private static func words(in prompt: String) -> [String] {
    var text = prompt.trimming { " :：".contains($0) }
    for lead in ["choose ", "选", "? ", "？"] {
      if let range = text.ranges(of: lead).last { text = String(text[range.upperBound...]) }
    }
    for separator in [", ", " or ", "还是", "、", "或"] {
      text = text.replacing(separator, with: "|")
    }
    return text.split(separator: "|").map(String.init)
  }

  /// The prompt at the bottom of a screen, up to its colon.
  private static func prompt(_ screen: ScriptedScreen) -> String {
    let end = screen.bottom.lastIndex { ":：".contains($0) } ?? screen.bottom.startIndex
    return String(screen.bottom[..<end])
  }

  @Test(arguments: Prompt.allCases, Language.allCases)
  func `a prompt names the words of its language, and each can be typed on the screen`(
    prompt: Prompt,
    language: Language
  ) {
    Language.$ofTask.withValue(language) {
      let words = Self.words(in: Self.prompt(prompt.screen))
      #expect(words == prompt.words(in: language))
      for word in words {
        var screen = prompt.screen
        let before = screen
        screen.enter(word)
        #expect(screen.client.face.input.isEmpty, "\(word)")
        let sent = screen.orders.dropFirst(before.orders.count).flatMap(\.table.packets)
        let isObeyed = Self.prompt(screen) != Self.prompt(before) || !sent.isEmpty
        #expect(isObeyed, "\(word): \(screen.reply ?? "")")
        #expect(screen.client.face.sheet == nil, "\(word)")
        #expect(screen.client.face.confirmation == nil, "\(word)")
      }
    }
  }

  @Test(arguments: [Prompt.three, .two, .again], Language.allCases)
  func `the same words can be typed in text mode`(prompt: Prompt, language: Language) {
    Language.$ofTask.withValue(language) {
      for (number, word) in prompt.words(in: language).enumerated() {
        let game = prompt == .again ? Game.gomoku() : prompt.swap2
        let part: ScriptedProgram.Part =
          prompt == .again ? .machine(game, .first) : .hotSeat(game)
        var program = ScriptedProgram(part, input: .terminal)
        var text = HotSeatTests.text(program.begin(now: .zero))
        for move in prompt == .again ? ["resign"] : prompt.moves {
          text = HotSeatTests.text(program.update(.line(move), now: .zero))
        }
        let last = String(text.split(separator: "\n").last ?? "")
        #expect(Self.words(in: last) == prompt.words(in: language))
        let effects = program.update(.line(word), now: .zero)
        switch prompt {
        case .again:
          #expect((program.match != nil) == (number == 0))
          #expect((effects.last == .end(.gameFinished)) == (number == 1))
        default:
          let choice = ["black", "white", "two"][number]
          #expect(program.match?.record.moves.last?.description == choice)
        }
      }
    }
  }

  @Test func `the letters of the words of a choice are keys behind Enter`() {
    var screen = Prompt.three.screen
    screen.enter("w")
    #expect(screen.client.face.showsThreats)
    screen.enter("white")
    #expect(screen.moves == "h8 i9 g7 white")
    // They are keys at once as soon as no word is asked for.
    screen.type("w")
    #expect(!screen.client.face.showsThreats)
  }

  @Test func `a word of a choice may be begun on a page`() {
    var screen = Prompt.three.screen
    screen.type("?white")
    screen.press(.enter)
    #expect(screen.moves == "h8 i9 g7 white")
  }

  @Test func `to unmute asks for no move back`() {
    var screen = ScriptedScreen(.host)
    screen.session(.joined(Introduction("Bo")))
    screen.enter("h8")
    screen.enter("mute")
    screen.enter("unmute")
    #expect(screen.match?.mine.question == nil)
    #expect(!screen.client.app.table.talk.isMuted)
  }

  @Test(arguments: ["yes", "YES", "是"])
  func `a Chinese yes resigns as the word does`(answer: String) {
    var screen = ScriptedScreen(.gomoku())
    screen.type("r" + answer)
    #expect(screen.match?.outcome == .resignation(.first))
  }
}

extension String {
  fileprivate func trimming(_ isLeftOut: (Character) -> Bool) -> String {
    let start = drop(while: isLeftOut)
    let count = start.reversed().prefix(while: isLeftOut).count
    return String(start.dropLast(count))
  }
}
