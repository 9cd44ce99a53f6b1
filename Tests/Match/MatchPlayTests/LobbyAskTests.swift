import MatchProtocol
import Sodium
import Testing

@testable import MatchPlay

/// How a lobby finds a known player who is to be asked for a game, event by event.
@Suite struct LobbyAskTests {
  private static let anna = KeyPair.generate().publicKey
  private static let bo = KeyPair.generate().publicKey

  private func ask(
    _ carriers: [Carrier] = [.bluetooth, .broker],
    needing needed: Carrier? = nil,
    tried: [Listing] = []
  ) -> Desk {
    var contact = ContactSearch(
      for: Self.anna,
      called: ["Anna"],
      needing: needed,
      upTo: .seconds(30)
    )
    contact.note(tried)
    return Desk(.ask(contact), carriers)
  }

  private func table(
    _ name: String,
    _ state: Presence.State = .free,
    at address: String = "00:AA",
    game: UInt8? = nil,
    player: PlayerID? = nil
  ) -> Listing {
    var presence = Presence(state: state)
    if let game { presence.game = PresenceGame(rawValue: game) }
    var listing = Listing(
      name: PlayerName(name),
      address: address,
      strength: nil,
      presence: presence,
      isConnectable: true
    )
    if player != nil {
      (listing.carrier, listing.code, listing.player) = (.broker, address, player)
    }
    return listing
  }

  @Test func `a table at the broker that is proven to be the player's is tried at once`() {
    var desk = ask()
    #expect(desk.on(.heard(table("Bo", at: "club/2", player: Self.bo)), at: 1).end == nil)
    let own = table("Ann", at: "club/1", player: Self.anna)
    #expect(desk.on(.heard(own), at: 1).end == .found([own]))
  }

  @Test func `nearby is listened for three seconds, and the player's name comes first`() {
    var desk = ask()
    let (bo, anna) = (table("Bo", at: "00:BB"), table("Anna"))
    desk.on(.heard(bo), at: 1)
    desk.on(.heard(anna), at: 2)
    #expect(desk.wait().end == .found([anna, bo]))
    #expect(desk.now == .seconds(3))
  }

  @Test func `what was tried is not tried again`() {
    var desk = ask(tried: [table("Anna")])
    desk.on(.heard(table("Anna")), at: 1)
    let bo = table("Bo", at: "00:BB")
    #expect(desk.on(.heard(bo), at: 12).end == .found([bo]))
    desk = ask(tried: [table("Anna")])
    desk.on(.heard(table("Anna")), at: 1)
    #expect(desk.wait().end == .failed && desk.now == .seconds(30))
    #expect(desk.lobby.contactsTable == nil)
  }

  @Test(arguments: [(1, 13), (30, 30)] as [(UInt8, Int)])
  func `a table with a game is waited for three seconds, one for files to the end`(
    game: UInt8,
    end: Int
  ) {
    var desk = ask()
    // 30 is the kind of a table for files.
    let taken = table("Anna", game == 1 ? .playing : .free, game: game)
    desk.on(.heard(taken), at: 10)
    #expect(desk.wait().end == .failed && desk.now == .seconds(end))
    #expect(desk.lobby.contactsTable == taken)
    desk = ask()
    desk.on(.heard(taken), at: 10)
    desk.on(.heard(table("Anna")), at: 11)
    #expect(desk.lobby.contactsTable == nil)
  }

  @Test func `where nobody nearby is heard, four seconds are enough`() {
    var desk = ask([.broker])
    #expect(desk.wait().end == .failed && desk.now == .seconds(4))
    desk = ask()
    desk.on(.down(.bluetooth), at: 2)
    #expect(desk.wait().end == .failed && desk.now == .seconds(6))
  }

  @Test func `it ends when nothing is heard any more, or what is needed is not`() {
    var desk = ask()
    #expect(desk.on(.down(.bluetooth), at: 1).end == nil)
    #expect(desk.on(.down(.broker), at: 2).end == .failed)
    desk = ask(needing: .bluetooth)
    #expect(desk.on(.down(.bluetooth), at: 1).end == .failed)
  }
}
