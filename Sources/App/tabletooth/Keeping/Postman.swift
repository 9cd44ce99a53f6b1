internal import BoardUI
internal import MatchPlay
internal import MatchProtocol
internal import MatchStore

/// Reads letters for a player who is not there, and answers that they were read.
struct Postman {
  /// A match that may go on by letters.
  struct Box {
    let kept: (id: SavedMatch.ID, match: SavedMatch)
    let mailbox: Mailbox
  }

  /// What came of a letter.
  struct Answer {
    /// The letter that has to lie for the other player now.
    let letter: Letter?
    /// The letter that was read.
    let heard: HeardLetter?
    /// What to tell, in lines.
    let news: [String]
  }

  let data: PlayerData

  /// The matches that have not ended, of which this player knows the other one.
  ///
  /// - Throws: a `StoreError`.
  func boxes() throws(StoreError) -> [Box] {
    let credentials = try data.credentials(try data.key())
    return try data.store.matches().compactMap { kept in
      guard kept.match.leftAt == nil || kept.match.result == nil,
        let other = credentials.known.first(where: { $0.key == kept.match.opponent })
      else { return nil }
      let mailbox = Mailbox(kept.match.session, with: other, as: kept.match.seat.role)
      return Box(kept: kept, mailbox: mailbox)
    }
  }

  /// Reads `letter` of the match of `box`, and keeps what it brings; nil for a match that another
  /// program plays, which reads it itself.
  ///
  /// - Throws: a `StoreError`.
  func read(_ letter: Letter, in box: Box) throws -> Answer? { try open(box, reading: letter) }

  /// The letter that has to lie for the other player of the match of `box`.
  ///
  /// - Throws: a `StoreError`.
  func letter(in box: Box) throws -> Letter? { try open(box, reading: nil)?.letter }

  private func open(_ box: Box, reading letter: Letter?) throws -> Answer? {
    do {
      return try data.store.borrow(box.kept.id) { past in
        switch box.mailbox.role {
        case .host:
          let session = HostSession(resuming: past, name: try name, credentials: try credentials)
          return try open(session, past, in: box, reading: letter)
        case .guest:
          let session = GuestSession(
            resuming: past,
            name: try name,
            program: "tabletooth",
            credentials: try credentials,
            nonce: Nonce(rawValue: 0)
          )
          return try open(session, past, in: box, reading: letter)
        }
      }
    } catch StoreError.beingPlayed {
      return nil
    } catch StoreError.damagedRow {
      // The list of games says so; the other matches go on.
      return nil
    }
  }

  private var name: PlayerName { get throws { try data.ownName(nil) } }
  private var credentials: Credentials { get throws { try data.credentials(try data.key()) } }

  private func open(
    _ session: some MatchSession,
    _ past: SavedSession,
    in box: Box,
    reading letter: Letter?
  ) throws -> Answer {
    let book = try data.store.trustBook()
    var table = Table(session, as: box.mailbox.role, terms: past.terms, book: book)
    table.matchID = past.session
    var orders = table.begin(resuming: past.journal, now: .zero)
    if let letter { orders += table.receive(.letter(letter), now: .zero) }
    var journal = MatchJournal(data.store, under: try data.key(), resuming: box.kept, past)
    for change in orders.keeps { try journal.keep(change, level: nil) }
    let news = try news(of: orders.keeps, table.phase.match, in: box)
    let heard = orders.keeps.lazy.compactMap(\.heard).last
    return Answer(letter: table.letter, heard: heard, news: news)
  }

  private func news(
    of changes: [JournalChange],
    _ match: Match?,
    in box: Box
  ) throws(StoreError) -> [String] {
    let name = try data.opponentName(of: box.kept.match).description
    let number = try data.store.games(of: box.kept.id).first?.number ?? 0
    var lines: [String] = []
    if changes.contains(where: \.isHeard) {
      lines.append(LetterStrings.news(of: name, in: number, match))
    }
    for case .say(let words) in changes where !words.isMine {
      lines.append(LetterStrings.words(words.words, of: name))
    }
    return lines
  }
}

extension JournalChange {
  fileprivate var heard: HeardLetter? {
    if case .letter(let letter) = self { letter } else { nil }
  }

  /// True if the other player has said it in the match.
  fileprivate var isHeard: Bool {
    if case .append(let entry) = self { !entry.isMine } else { false }
  }
}
