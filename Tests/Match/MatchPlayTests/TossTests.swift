import GameRules
import MatchProtocol
import Testing

@testable import MatchPlay

/// Who may say what when a coin is tossed.
@Suite struct TossTests {
  private static let number = CoinToss.number(from: [1], in: SessionID(rawValue: 1))
  private static let other = CoinToss.number(from: [2], in: SessionID(rawValue: 1))

  private func take(_ coin: Coin, _ role: Role, _ toss: inout Toss) -> Bool {
    toss.take(coin, from: role)
  }

  @Test func `a coin falls when both have shown their numbers`() {
    var toss = Toss()
    #expect(take(.commitment(CoinToss.commitment(to: Self.number)), .host, &toss) == true)
    #expect(take(.number(Self.other), .guest, &toss) == true)
    #expect(toss.first == nil)
    #expect(take(.number(Self.number), .host, &toss) == true)
    #expect(toss.first == CoinToss.first(host: Self.number, guest: Self.other))
  }

  @Test func `a host that shows another number is caught`() {
    var toss = Toss()
    _ = toss.take(.commitment(CoinToss.commitment(to: Self.number)), from: .host)
    _ = toss.take(.number(Self.other), from: .guest)
    #expect(take(.number(Self.other), .host, &toss) == false)
    #expect(toss.first == nil)
  }

  @Test func `nothing is said twice or out of its order`() {
    var toss = Toss()
    let commitment = Coin.commitment(CoinToss.commitment(to: Self.number))
    #expect(take(.number(Self.number), .host, &toss) == false)
    #expect(take(.number(Self.other), .guest, &toss) == false)
    #expect(take(commitment, .guest, &toss) == false)
    #expect(take(commitment, .host, &toss) == true)
    #expect(take(commitment, .host, &toss) == false)
    #expect(take(.number(Self.number), .host, &toss) == false)
    #expect(take(.number(Self.other), .guest, &toss) == true)
    #expect(take(.number(Self.other), .guest, &toss) == false)
  }
}
