import MQTT
import Sodium
import Testing

@testable import BrokerTransport
@testable import MatchProtocol

/// Where letters lie at a broker.
@Suite struct LetterBoardTests {
  private static let week = LetterBoard.periodLength

  private static func door() -> Door {
    let other = Acquaintance(
      KeyPair.generate().publicKey,
      secret: SecretBytes(copying: [UInt8](repeating: 3, count: Acquaintance.secretSize))
    )
    return Door(match: SessionID(rawValue: 5), with: other)
  }

  /// A letter with these messages, whose reader has none yet.
  private func letter(_ messages: [MatchMessage] = []) -> Letter {
    let count = UInt32(messages.count)
    let history = MatchHistory(said: count, saidDigest: 1, receivedDigest: 2)
    var letter = Letter(received: 0, history: history, talk: TalkState())
    letter.messages = messages
    return letter
  }

  private func board(_ role: Role, at time: Int) throws -> LetterBoard {
    try #require(LetterBoard(Self.door(), as: role, WallTime { time }))
  }

  @Test(arguments: [0, 1, 6])
  func `a letter is found in the week in which it was written, and in the next one`(
    days: Int
  )
    throws
  {
    let then = 1_000 * Self.week + days * 86_400
    var host = try board(.host, at: then)
    host.want(letter())
    let message = try #require(host.due().first)
    for (later, isFound) in [(0, true), (Self.week, true), (2 * Self.week, false)] {
      var guest = try board(.guest, at: then + later)
      #expect(guest.filters.contains(message.topic) == isFound)
      let letter = guest.open(message)
      #expect((letter != nil) == isFound)
    }
  }

  @Test func `what is read is removed, and a later letter is not`() throws {
    var host = try board(.host, at: Self.week)
    var guest = try board(.guest, at: Self.week)
    host.want(letter())
    let messages = (host.due(), host.due())
    let first = guest.open(try #require(messages.0.first))
    let second = guest.open(try #require(messages.1.first))
    let times = (try #require(first).time, try #require(second).time)
    #expect(times.1 > times.0)
    let early = guest.removal(upTo: times.0)
    #expect(early.isEmpty)
    let late = guest.removal(upTo: times.1)
    #expect(late.map(\.payload) == [[]])
  }

  @Test func `the topics are those that brokers of older versions allow`() throws {
    for (role, pattern) in [(Role.host, "/h"), (.guest, "/g/0000000000000")] {
      var board = try board(role, at: 0)
      board.want(letter())
      for message in board.due() { #expect(message.topic.hasSuffix(pattern)) }
    }
  }

  @Test func `a broker that takes none is asked twice`() throws {
    var host = try board(.host, at: Self.week)
    host.want(letter())
    for count in [2, 2, 0, 0] {
      let due = host.due()
      #expect(due.count == count)
      _ = host.note(isTaken: false)
    }
  }

  @Test func `only a letter that says something is told`() throws {
    var host = try board(.host, at: Self.week)
    for (messages, isTold) in [([], false), ([MatchMessage.resign], true)] {
      host.want(letter(messages))
      let tells = host.note(isTaken: true)
      #expect(tells == isTold)
    }
  }
}
