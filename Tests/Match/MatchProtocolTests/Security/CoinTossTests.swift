import MatchProtocol
import Testing

@Suite struct CoinTossTests {
  private func number(_ secret: UInt8, _ session: UInt128 = 1) -> [UInt8] {
    CoinToss.number(from: [secret], in: SessionID(rawValue: session))
  }

  @Test func `a number stays the same in a match, and is another one in the next`() {
    #expect(number(1) == number(1))
    #expect(number(1).count == CoinToss.numberSize)
    #expect(number(1) != number(1, 2))
    #expect(number(1) != number(2))
  }

  @Test func `a commitment fits one number and says nothing of it`() {
    let commitment = CoinToss.commitment(to: number(1))
    #expect(commitment.count == CoinToss.commitmentSize)
    #expect(commitment != CoinToss.commitment(to: number(2)))
    #expect(!commitment.starts(with: number(1)))
  }

  @Test func `neither side is favoured`() {
    var hosts = 0
    for toss in 0..<2_000 as Range<UInt128>
    where CoinToss.first(host: number(1, toss), guest: number(2, toss)) == .host {
      hosts += 1
    }
    // Six standard deviations of a fair coin.
    #expect((866...1_134).contains(hosts))
  }
}
