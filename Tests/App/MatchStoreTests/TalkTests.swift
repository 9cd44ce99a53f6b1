import GRDB
import MatchProtocol
import Testing

@testable import MatchStore

@Suite struct TalkTests {
  private static let zoe = PlayerName(cleaning: "Zoë")

  private func spoken(_ isMine: Bool, _ number: UInt32, _ text: String) throws -> SpokenWords {
    SpokenWords(isMine: isMine, number: number, try Words(text))
  }

  @Test func `words are kept with times, and a program that goes on has what it needs`() throws {
    let folder = try TemporaryFolder()
    do {
      let store = try folder.store()
      let id = try store.begin(.sample())
      for (number, text) in ["one", "two", "three"].enumerated() {
        let words = try spoken(true, UInt32(number), text)
        try store.append(words, to: id, with: Self.zoe, time: 100 + Int64(number))
      }
      try store.append(try spoken(false, 4, "heard"), to: id, with: Self.zoe, time: 103)
    }
    let store = try folder.store()
    let words = try store.words()
    #expect(words.map(\.words.text) == ["one", "two", "three", "heard"])
    #expect(words.map(\.isMine) == [true, true, true, false])
    #expect(words.map(\.saidAt) == [100, 101, 102, 103])
    #expect(try store.words(limit: 1).map(\.words.text) == ["heard"])
    let past = try store.take(SavedMatch.ID(rawValue: 1))
    #expect(past.talk.said.map(\.number) == [0, 1, 2])
    #expect(past.talk.received == 5)
  }

  @Test func `words outlive their match, and are those of one player`() throws {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    let ids = [try store.begin(.sample(1)), try store.begin(.sample(2))]
    for (index, id) in ids.enumerated() {
      try store.append(try spoken(false, 0, "player \(index)"), to: id, with: Self.zoe, time: 1)
    }
    try store.discard(ids[0])
    let key = try SavedMatch.sample(1).opponent
    #expect(try store.words(with: key).map(\.words.text) == ["player 0"])
    #expect(try store.words().count == 2)
  }

  @Test func `words with a number that is there take its place, and what is before a gap is left`()
    throws
  {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    let id = try store.begin(.sample())
    for number: UInt32 in [0, 2, 3, 3] {
      try store.append(try spoken(true, number, "x"), to: id, with: Self.zoe, time: 1)
    }
    #expect(try store.words().count == 3)
    #expect(try store.take(id).talk.said.map(\.number) == [2, 3])
  }

  @Test func `words that this program would not have written are passed over`() throws {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    let id = try store.begin(.sample())
    try store.append(try spoken(false, 0, "fine"), to: id, with: Self.zoe, time: 1)
    try store.write { database in
      try database.execute(
        sql: "INSERT INTO talk (session, opponent, name, isMine, number, words, saidAt)"
          + " VALUES ('5', 'nobody', '', 0, 1, '', 0)"
      )
    }
    #expect(try store.words().map(\.words.text) == ["fine"])
  }
}
