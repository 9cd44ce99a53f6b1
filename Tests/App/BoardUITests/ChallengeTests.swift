import MatchPlay
import MatchProtocol
import Testing

@testable import BoardUI

/// A known player wants to play something else.
@Suite struct ChallengeTests {
  private static func challenger(_ text: String = "") -> Introduction {
    var bo = MeetingTests.bo
    let terms = MatchMessage.Start(game: "xiangqi", rule: "freestyle", first: .host)
    bo.challenge = Challenge(terms, text: text)
    return bo
  }

  private static func host() -> ScriptedProgram {
    ScriptedProgram(Situation.host, input: .terminal, book: MeetingTests.book)
  }

  @Test func `it is shown with name, game and text, and nothing is accepted before a yes`() {
    var model = Self.host()
    let effects = model.update(.session(.introduced(Self.challenger("well?"))), now: .zero)
    let text = MeetingTests.text(effects)
    #expect(text.contains("Your contact Bo challenges you: Xiangqi."))
    #expect(text.contains("well?"))
    #expect(text.contains("within 30 seconds."))
    #expect(effects.map(\.word) == ["print"])
    #expect(model.update(.line("yes"), now: .seconds(1)).contains(.accept))
  }

  @Test func `it expires after 30 seconds, and the host waits for others`() {
    var model = Self.host()
    _ = model.update(.session(.introduced(Self.challenger())), now: .seconds(5))
    #expect(model.deadline == .seconds(35))
    let effects = model.update(.tick, now: .seconds(35))
    #expect(MeetingTests.text(effects).contains("The challenge from Bo has expired."))
    #expect(model.phase == .open)
    #expect(model.update(.line("yes"), now: .seconds(36)).allSatisfy { $0 != .accept })
  }

  @Test func `on a screen, too, that is what was told last`() {
    var screen = ScriptedScreen(.host, book: MeetingTests.book)
    screen.session(.introduced(Self.challenger()))
    screen.pass(.seconds(31))
    #expect(screen.client.lastNews == "The challenge from Bo has expired.")
  }

  @Test func `a text that has nothing to show is left out`() {
    var model = Self.host()
    let effects = model.update(.session(.introduced(Self.challenger("\u{202E}\u{7}"))), now: .zero)
    #expect(!MeetingTests.text(effects).contains("Bo:"))
  }

  @Test func `who is not known here does not challenge anybody`() {
    var model = Self.host()
    var other = Introduction("Cy")
    other.challenge = Self.challenger().challenge
    let effects = model.update(.session(.introduced(other)), now: .zero)
    #expect(effects.contains(.decline))
    #expect(model.phase == .open)
  }
}
