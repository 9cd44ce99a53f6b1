import GameRules
import MatchProtocol
import Testing

@testable import MatchPlay

/// A session that does nothing, but that it notes which files are offered.
struct IdleSession: MatchSession {
  var transfers: [Transfer] = []
  var state: SessionState { .talking }
  var deadline: Duration? { nil }
  var receipts: Receipts {
    var receipts = Receipts()
    receipts.isUnderstood = true
    return receipts
  }

  mutating func receive(_ event: LinkEvent, now: Duration) -> Step { Step() }
  mutating func submit(_ message: MatchMessage, now: Duration) -> Step { Step() }
  mutating func say(_ words: Words, now: Duration) -> Step { Step() }
  mutating func note(hasSeen: Bool, isDeaf: Bool, isTyping: Bool, now: Duration) -> Step { Step() }
  mutating func perform(_ action: SideAction, now: Duration) -> Step {
    if case .file(.offer(let offer)) = action { transfers.append(Transfer(offer, isMine: true)) }
    return Step()
  }
  var takesFiles: Bool { true }
  mutating func accept(now: Duration) -> Step { Step() }
  mutating func decline(_ reason: GoodbyeReason, now: Duration) -> Step { Step() }
  mutating func adopt(_ entries: [JournalEntry]?, now: Duration) -> Step { Step() }
  mutating func close(_ reason: GoodbyeReason, now: Duration) -> Step { Step() }
  mutating func tick(now: Duration) -> Step { Step() }
}

@Suite struct TableTalkTests {
  private static func table(playing match: Match? = nil) -> Table<IdleSession> {
    var table = Table(IdleSession(), as: .host)
    if let match { table.phase = match.outcome == nil ? .playing(match) : .over(match, .undecided) }
    return table
  }

  private func words(_ text: String = "hello") -> Words {
    do {
      return try Words(text)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  @Test(arguments: RaceTests.Play.allCases)
  func `words change nothing, said or heard, in whatever situation`(
    play: RaceTests.Play
  ) throws {
    var faults = 0
    var races = Races(actions: RaceTests.gomoku(play)) { situation in
      for board in situation.boards where !Self.isUnmoved(board) { faults += 1 }
    }
    let (host, guest) = try MatchTests.pairBeforeFive()
    races.explore(.init(boards: [host, guest], left: [2, 2]))
    #expect(races.faults == [])
    #expect(races.count > 100)
    #expect(faults == 0)
  }

  /// Whether all that can be done besides the game leaves `match` as it was.
  private static func isUnmoved(_ match: Match) -> Bool {
    guard let words = try? Words("hello") else { return false }
    var table = table(playing: match)
    let before = table.phase
    var orders = TableOrders()
    for action: TalkAction in [.say(words), .see, .mute(true), .deafen(true), .deafen(false)] {
      orders += table.perform(.talk(action), now: .seconds(1))
    }
    table.handle(
      .words(words, number: 0, from: PeerID(rawValue: "other")),
      now: .seconds(1)
    )
    orders += table.handOver(now: .seconds(1))
    let isOnlyTalk =
      orders.notices.allSatisfy { if case .talk = $0 { true } else { false } }
      && orders.keeps.allSatisfy { if case .say = $0 { true } else { false } }
    (orders.notices, orders.keeps) = (Array(orders.notices.dropFirst(6 - orders.keeps.count)), [])
    return table.phase == before && isOnlyTalk && orders == TableOrders()
  }

  @Test func `a thousand words a second are cut off, and told of once`() throws {
    var table = Self.table(playing: try MatchTests.pairBeforeFive().0)
    var kept = 0
    var notices: [TalkNotice] = []
    for number: UInt32 in 0..<10_000 {
      let now = Duration.milliseconds(Int(number))
      table.handle(.words(words(), number: number, from: PeerID(rawValue: "other")), now: now)
      let orders = table.handOver(now: now)
      kept += orders.keeps.count
      for case .talk(let notice) in orders.notices { notices.append(notice) }
    }
    #expect(kept == 32)
    #expect(notices.count == 33)
    #expect(notices.last == .muting)
  }

  @Test func `who talks now and then is always heard, and after a lost link all at once`() {
    var limits = WordLimits(burst: WordLimits.heard)
    for number in 0..<100 { #expect(limits.note(now: .seconds(5 * number)) == .taken) }
    limits.excuse(.seconds(300))
    for _ in 0..<90 { #expect(limits.note(now: .seconds(500)) == .taken) }
  }

  @Test func `who says too much is told so, and may go on later`() throws {
    var table = Self.table(playing: try MatchTests.pairBeforeFive().0)
    var refused = 0
    for _ in 0..<20 {
      let orders = table.perform(.talk(.say(words())), now: .zero)
      if orders == .telling(.talk(.refused(.tooFast))) { refused += 1 }
    }
    #expect(refused == 8)
    let taken = table.perform(.talk(.say(words())), now: .seconds(61))
    #expect((taken.keeps.count, taken.notices.count) == (1, 1))
  }

  @Test func `what is muted is kept and not shown, and with words off nothing is`() throws {
    var table = Self.table(playing: try MatchTests.pairBeforeFive().0)
    func hear(_ number: UInt32) -> TableOrders {
      table.handle(.words(words(), number: number, from: PeerID(rawValue: "other")), now: .zero)
      return table.handOver(now: .zero)
    }
    _ = table.perform(.talk(.mute(true)), now: .zero)
    #expect(hear(0).keeps == [.say(SpokenWords(isMine: false, number: 0, words()))])
    _ = table.perform(.talk(.deafen(true)), now: .zero)
    #expect(hear(1) == TableOrders())
    #expect(
      table.perform(.talk(.say(words())), now: .zero) == .telling(.talk(.refused(.deaf)))
    )
  }

  @Test func `before anybody is there nothing is said`() {
    var table = Self.table()
    #expect(
      table.perform(.talk(.say(words())), now: .zero) == .telling(.talk(.refused(.nobody)))
    )
  }
}

extension TableOrders {
  /// Only tells the player this.
  fileprivate static func telling(_ notice: TableNotice) -> Self {
    var orders = TableOrders()
    orders.notices = [notice]
    return orders
  }
}
