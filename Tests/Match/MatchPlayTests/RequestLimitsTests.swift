import MatchPlay
import MatchProtocol
import Testing

@Suite struct RequestLimitsTests {
  private func pause(_ number: Int) -> MatchMessage {
    .pause(.init(isOn: number % 2 == 0, ply: 0))
  }

  @Test func `a player is told of a dozen requests, and once that there are too many`() {
    var limits = RequestLimits()
    let verdicts = (0..<100).map { limits.note(pause($0), now: .seconds(1)) }
    #expect(verdicts.prefix(12).allSatisfy { $0 == .told })
    #expect(verdicts[12] == .muting)
    #expect(verdicts.dropFirst(13).allSatisfy { $0 == .muted })
  }

  @Test func `after a minute in which nothing came the player is told again`() {
    var limits = RequestLimits()
    for number in 0..<20 { _ = limits.note(pause(number), now: .zero) }
    #expect(limits.note(pause(0), now: .seconds(10)) == .muted)
    #expect(limits.note(pause(1), now: .seconds(120)) == .told)
  }

  @Test func `who asks for a minute without end ends the match, and a move begins anew`() {
    var limits = RequestLimits()
    for number in 0..<300 {
      #expect(limits.note(pause(number), now: .zero) != .tooMany)
    }
    #expect(limits.note(pause(0), now: .zero) == .tooMany)
    let move = MatchMessage.move(.init(ply: 0, text: "h8", position: 1))
    #expect(limits.note(move, now: .zero) == .told)
    #expect(limits.note(pause(0), now: .zero) == .muted)
  }

  @Test func `those who ask now and then are always heard`() {
    var limits = RequestLimits()
    for number in 0..<1_000 {
      if number % 50 == 0 {
        _ = limits.note(
          .move(.init(ply: number, text: "h8", position: 1)),
          now: .seconds(6 * number)
        )
      }
      #expect(limits.note(pause(number), now: .seconds(6 * number)) == .told)
    }
  }
}
