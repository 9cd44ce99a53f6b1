import Sodium
import Testing

@testable import MatchProtocol

@Suite struct TrustBookTests {
  private let annaKey = KeyPair.generate().publicKey
  private let otherKey = KeyPair.generate().publicKey
  private let anna = PlayerName(cleaning: "Anna")
  private let bo = PlayerName(cleaning: "Bo")

  private var book: TrustBook {
    TrustBook([KnownPlayer(key: annaKey, name: anna, firstSeen: 10, lastSeen: 20)])
  }

  @Test func `a new key with a new name is unknown`() {
    #expect(TrustBook().verdict(on: annaKey, claiming: anna) == .unknown)
    #expect(book.verdict(on: otherKey, claiming: bo) == .unknown)
  }

  @Test func `a known key is known, by whatever free name it has now`() {
    #expect(book.verdict(on: annaKey, claiming: anna) == .known(book.players[0]))
    let renamed = KnownPlayer(key: annaKey, name: bo, firstSeen: 10, lastSeen: 20)
    #expect(book.verdict(on: annaKey, claiming: bo) == .known(renamed))
  }

  @Test func `who was accepted here alone is known by the key, and the name stays free`() {
    let player = KnownPlayer(key: annaKey, name: anna, firstSeen: 10, lastSeen: 10)
    var book = TrustBook([], accepted: [player])
    #expect(book.players.isEmpty)
    #expect(book.verdict(on: annaKey, claiming: anna) == .known(player))
    // Who did not accept this player forgets the key, and comes back with another one.
    #expect(book.verdict(on: otherKey, claiming: anna) == .unknown)
    book.accept(annaKey, name: anna, at: 20)
    #expect(book.players.map(\.key) == [annaKey])
    #expect(book.verdict(on: otherKey, claiming: anna) == .keyChanged(book.players[0]))
  }

  @Test(arguments: ["Anna", "ANNA", "anna", " Anna ", "An na", "A\u{200D}nna", "\u{200C}Anna"])
  func `a known name with another key is noticed, however it is written`(name: String) throws {
    let claim = try #require(PlayerName(name))
    #expect(book.verdict(on: otherKey, claiming: claim) == .keyChanged(book.players[0]))
  }

  @Test func `a known player who claims another's name is known, and keeps the own name here`() {
    var book = book
    book.accept(otherKey, name: bo, at: 30)
    #expect(book.verdict(on: otherKey, claiming: anna) == .known(book.players[1]))
    book.accept(otherKey, name: anna, at: 40)
    #expect(book.players.map(\.name) == [anna, bo])
    #expect(book.verdict(on: otherKey, claiming: bo) == .known(book.players[1]))
    #expect(book.holder(of: anna, besides: otherKey) == book.players[0])
    #expect(book.holder(of: bo, besides: otherKey) == nil)
  }

  @Test func `a given name is protected like the player's own`() {
    var book = book
    book.rename(annaKey, to: bo)
    #expect(book.players[0].displayName == bo)
    for name in [anna, bo] {
      #expect(book.verdict(on: otherKey, claiming: name) == .keyChanged(book.players[0]))
      guard case .known(let player) = book.verdict(on: annaKey, claiming: name) else {
        Issue.record("\(name)")
        continue
      }
      #expect(player.displayName == bo)
    }
    book.rename(annaKey, to: nil)
    #expect(book.verdict(on: otherKey, claiming: bo) == .unknown)
  }

  @Test func `accepting and meeting keep the first and the last time`() {
    var book = TrustBook()
    book.accept(annaKey, name: bo, at: 100)
    book.rename(annaKey, to: bo)
    book.meet(annaKey, at: 200)
    book.meet(otherKey, at: 200)
    #expect(book.players.map(\.lastSeen) == [200])
    book.accept(annaKey, name: anna, at: 300)
    let expected = KnownPlayer(
      key: annaKey,
      name: anna,
      nickname: bo,
      firstSeen: 100,
      lastSeen: 300
    )
    #expect(book.players == [expected])
  }

  @Test func `two keys may have one name if a person accepts both`() {
    var book = book
    book.accept(otherKey, name: anna, at: 30)
    #expect(book.players.count == 2)
    book.forget(annaKey)
    #expect(book.verdict(on: otherKey, claiming: anna) == .known(book.players[0]))
    #expect(book.verdict(on: annaKey, claiming: bo) == .unknown)
  }

  @Test func `a book made anew from its players is the same`() {
    var book = book
    book.accept(otherKey, name: bo, at: 30)
    book.rename(otherKey, to: PlayerName(cleaning: "Zoë"))
    #expect(TrustBook(book.players) == book)
  }

  @Test func `a fingerprint is six groups of five digits`() {
    let groups = Fingerprint(of: annaKey).description.split(separator: " ")
    #expect(groups.count == 6)
    #expect(groups.allSatisfy { $0.count == 5 && $0.allSatisfy(\.isNumber) })
    #expect(Fingerprint(of: annaKey) != Fingerprint(of: otherKey))
  }
}
