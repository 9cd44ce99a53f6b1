import MatchSimulation
import Sodium
import TestSupport
import Testing

@testable import MatchProtocol

/// What a side would say first, for another one that is away.
@Suite struct LetterTests {
  private static let session = SessionID(rawValue: 1)

  /// The box of either side, whose keys do not matter.
  private func box(_ role: Role, secret: UInt8 = 7, session: SessionID = session) throws -> Mailbox
  {
    let key = try PublicKey([UInt8](repeating: 0x77, count: PublicKey.size))
    let secret = [UInt8](repeating: secret, count: Acquaintance.secretSize)
    let other = Acquaintance(key, secret: SecretBytes(copying: secret))
    return Mailbox(session, with: other, as: role)
  }

  private func host(_ journal: [JournalEntry], _ letter: HeardLetter? = nil) -> HostSession {
    var past = past(with: guestSeed, journal)
    past.letter = letter
    return restoredHost(past)
  }

  private func guest(_ journal: [JournalEntry], _ letter: HeardLetter? = nil) -> GuestSession {
    var past = past(with: hostSeed, journal.map { JournalEntry(isMine: !$0.isMine, $0.message) })
    past.letter = letter
    return restoredGuest(past)
  }

  /// A journal as a host has it, in which the moves alternate.
  private func journal(_ count: Int) -> [JournalEntry] {
    (0..<count).map { JournalEntry(isMine: $0.isMultiple(of: 2), move($0)) }
  }

  /// The letter as it is read, written at `time`.
  private func posted(
    _ letter: Letter?,
    at time: UInt64 = 1,
    by role: Role = .host
  ) throws -> Letter {
    let letter = try #require(letter)
    let sealed = try box(role).seal(letter, at: time, nonce: [UInt8](repeating: 1, count: 12))
    return try #require(try box(role == .host ? .guest : .host).open(sealed))
  }

  private func messages(_ step: Step) -> [MatchMessage] {
    step.events.compactMap { if case .message(let message, _) = $0 { message } else { nil } }
  }

  @Test func `a letter has the bytes of the document`() throws {
    let session = SessionID(rawValue: 3 << 64 | 4)
    let start = MatchMessage.start(.init(game: "gomoku", rule: "freestyle", first: .guest))
    var past = past(with: guestSeed, [JournalEntry(isMine: true, start)])
    past.session = session
    let letter = try #require(restoredHost(past).letter)
    let sealed = try box(.host, secret: 0x99, session: session)
      .seal(letter, at: 1, nonce: [UInt8](repeating: 0x55, count: 12))
    #expect(sealed.count == 512)
    #expect(Array(sealed.suffix(16)).hexadecimal == "4f252ed8294904be88244e4ffd7894f5")
  }

  @Test func `a guest that is away gets the moves, and knows again what it has read`() throws {
    let host = host(journal(3))
    var guest = guest(journal(2))
    let letter = try posted(host.letter)
    #expect(messages(guest.receive(.letter(letter), now: .zero)) == [move(2)])
    #expect(messages(guest.receive(.letter(letter), now: .zero)).isEmpty)
    #expect(guest.receipts.match.delivered == 1)
  }

  @Test func `one that comes late takes nothing back`() throws {
    let (early, late) = (host(journal(1)), host(journal(3)))
    var guest = guest(journal(2))
    _ = guest.receive(.letter(try posted(late.letter, at: 2)), now: .zero)
    _ = guest.receive(.letter(try posted(early.letter, at: 1)), now: .zero)
    #expect(try #require(guest.letter).received == 2)
    #expect(try #require(guest.letter).recalled.isEmpty)
  }

  @Test func `a side whose folder was put back is told what it has lost`() throws {
    var host = host(journal(1))
    var guest = guest(journal(4))
    let asking = try posted(host.letter, at: 1)
    _ = guest.receive(.letter(asking), now: .zero)
    let telling = try posted(guest.letter, at: 2, by: .guest)
    guard
      case .remembered(let entries, _)? = host.receive(.letter(telling), now: .zero).events.first
    else {
      Issue.record("nothing was told again")
      return
    }
    #expect(entries == journal(4).dropFirst().map { $0 })
    _ = host.adopt(entries, now: .zero)
    #expect(try #require(host.letter).received == 2)
  }

  @Test func `a writer who moved again after that is not mixed up with the one of before`() throws {
    var other = journal(3)
    other[2] = JournalEntry(isMine: true, move(7))
    var guest = guest(journal(3))
    let step = guest.receive(.letter(try posted(host(other + [other[2]]).letter)), now: .zero)
    #expect(messages(step).isEmpty)
  }

  @Test func `nobody else opens it, nor what was changed, nor the writer`() throws {
    let letter = try #require(host(journal(3)).letter)
    let sealed = try box(.host).seal(letter, at: 1, nonce: [UInt8](repeating: 1, count: 12))
    #expect(try box(.guest).open(sealed) != nil)
    #expect(try box(.host).open(sealed) == nil)
    #expect(try box(.guest, secret: 8).open(sealed) == nil)
    #expect(try box(.guest, session: SessionID(rawValue: 2)).open(sealed) == nil)
    #expect(try box(.guest).open(sealed.dropLast()) == nil)
    for index in sealed.indices {
      var changed = sealed
      changed[index] ^= 1
      #expect(try box(.guest).open(changed) == nil)
    }
  }

  @Test func `two letters of one size tell nobody who writes, nor what`() throws {
    let letters = [host(journal(1)).letter, host(journal(9)).letter]
    let sizes = try letters.map {
      try box(.host).seal(try #require($0), at: 1, nonce: [UInt8](repeating: 1, count: 12)).count
    }
    #expect(sizes == [512, 512])
  }

  @Test func `what has no room comes with the next letter`() throws {
    let long = (0..<400).map { JournalEntry(isMine: true, move($0)) }
    let host = host(long)
    var guest = guest([])
    var count = 0
    var last: HeardLetter?
    while count < 400 {
      var writer = host
      if let last { writer = self.host(long, last) }
      let step = guest.receive(
        .letter(try posted(writer.letter, at: UInt64(count) + 1)),
        now: .zero
      )
      let new = messages(step).count
      try #require(new > 0)
      count += new
      var reader = self.host(long)
      let receipt = try posted(guest.letter, at: UInt64(count), by: .guest)
      for case .letter(let heard) in reader.receive(.letter(receipt), now: .zero).events {
        last = heard
      }
    }
    #expect(count == 400)
  }

  @Test func `damaged content is no letter`() throws {
    var random = SeededGenerator(seed: 1)
    let letter = try #require(host(journal(9)).letter)
    let content = try #require(letter.content(in: Self.session, at: 1))
    for _ in 0..<20_000 {
      var changed = content
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        changed[Int.random(in: 8..<200, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      guard let read = Letter(changed, in: Self.session) else { continue }
      var guest = guest(journal(2))
      _ = guest.receive(.letter(read), now: .zero)
    }
  }
}
