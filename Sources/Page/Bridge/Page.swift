import GameRules
import MatchPlay
import MatchProtocol
import Sodium

/// The table of the guest who plays in this page: bytes in, orders out.
struct Page {
  /// The kinds of the records that an input leads to, in the order in which the page carries them
  /// out.
  ///
  /// What is kept comes before the packets that acknowledge it.
  enum Order: UInt8 {
    /// Begin the record of a match: session, key and secret of the host, and its name.
    case begin = 1
    /// Add an entry to the record.
    case append = 2
    /// Add a chat message to the record.
    case say = 3
    /// Forget the record.
    case discard = 4
    /// Remember the host: key, secret and name.
    case remember = 6
    /// Send a packet.
    case send = 7
    /// End the connection once all packets are sent.
    case disconnect = 8
    /// Tell the player something, in JSON.
    case tell = 9
    /// The table has ended for this reason, in JSON.
    case end = 10
    /// Mark the record as left: the match continues only if the player asks for it.
    case leave = 11
    /// Replace the entries of the record by these.
    case replace = 12
    /// Keep the time that was spent on the turn.
    case clock = 13
    /// Keep the game against the robot as it stands.
    case game = 14
  }

  /// The host, by the only connection that a page has.
  static let host = PeerID(rawValue: "host")

  /// The input of a call, and then its output.
  var buffer: [UInt8] = []
  private(set) var table: Table<PageSession>?

  /// Adds the record of an order to the output.
  private mutating func put(_ order: Order, _ content: [UInt8]) {
    buffer.append(order.rawValue)
    buffer.append(field: content)
  }

  /// Replaces the buffer by `text`, and returns its length.
  mutating func answer(_ text: String) -> Int32 {
    buffer = Array(text.utf8)
    return Int32(buffer.count)
  }

  /// Gives the table an input; its orders stand in the buffer then.
  ///
  /// - Returns: The length of the orders.
  mutating func give(_ input: (inout Table<PageSession>) -> TableOrders) -> Int32 {
    guard var table = table.take() else { return -1 }
    let orders = input(&table)
    self.table = table
    return hand(orders)
  }

  private mutating func hand(_ orders: TableOrders) -> Int32 {
    buffer = []
    for change in orders.keeps { keep(change) }
    for packet in orders.packets { put(.send, packet.bytes) }
    if !orders.hangUps.isEmpty { put(.disconnect, []) }
    for notice in orders.notices { put(.tell, Array(notice.json.written.utf8)) }
    if let end = orders.end { put(.end, Array(end.json.written.utf8)) }
    return Int32(buffer.count)
  }

  private mutating func keep(_ change: JournalChange) {
    switch change {
    case .begin(let host, at: _):
      put(.begin, Self.record([host.session.bytes] + Self.fields(of: host)))
    case .append(let entry): put(.append, Self.bytes(of: entry))
    case .goBack(let journal, from: _): put(.replace, Self.record(journal.map(Self.bytes)))
    case .clock(let turn): put(.clock, Self.record(turn.fields))
    case .game(let match, isNew: _): put(.game, Self.record(match.fields))
    case .say(let spoken):
      put(
        .say,
        [spoken.isMine ? 1 : 0]
          + Envelope.say(Say(number: spoken.number, text: spoken.words.text)).encoded
      )
    case .discard: put(.discard, [])
    case .leave: put(.leave, [])
    case .remember(let host):
      put(.remember, Self.record(Self.fields(of: host)))
    // A game that is over is kept until the table ends: the host may not know of its end.
    case .finish, .file, .pipe, .letter: break
    }
  }

  private static func bytes(of entry: JournalEntry) -> [UInt8] {
    [entry.isMine ? 1 : 0] + Envelope.match(entry.message).encoded
  }

  private static func record(_ fields: [[UInt8]]) -> [UInt8] {
    fields.reduce(into: []) { $0.append(field: $1) }
  }

  private static func fields(of host: Introduction) -> [[UInt8]] {
    let secret = host.player.withSecret { $0.copy() }
    return [host.key.bytes, secret, Array(host.name.description.utf8)]
  }
}

// MARK: - The beginning

extension Page {
  /// The fields that each game with others begins with: the player's name, the program, and the
  /// contacts, each of them a key, a secret and a name.
  private struct Identity {
    let name: PlayerName
    let program: String
    let credentials: Credentials
    let book: TrustBook

    init?(_ fields: inout FieldReader) {
      guard let name = fields.nextText().flatMap(PlayerName.init), let program = fields.nextText(),
        let contacts = fields.next().map(Page.contacts)
      else { return nil }
      self.name = name
      self.program = program
      credentials = Credentials(contacts.map { $0.player })
      book = TrustBook(contacts.map { $0.known })
    }
  }

  private static func nonce() -> Nonce {
    var random = SystemRandomNumberGenerator()
    return .random(using: &random)
  }

  /// Begins a table for the player in the buffer, or continues the match there.
  ///
  /// To continue, the session, the key of the host, the journal, the chat and the kept turn follow
  /// the fields of the player.
  mutating func start(now: Duration) -> Int32 {
    var fields = FieldReader(buffer)
    guard let player = Identity(&fields) else { return -1 }
    let rules = TableRules(asksAgain: true)
    guard let session = fields.next() else {
      var guest = GuestSession(
        name: player.name,
        program: player.program,
        credentials: player.credentials,
        nonce: Self.nonce()
      )
      guest.crowdPatience = SessionTimes.crowd
      return begin(
        Table(PageSession(guest), as: .guest, rules: rules, book: player.book),
        nil,
        now: now
      )
    }
    guard let past = Self.past(session, &fields) else { return -1 }
    let guest = GuestSession(
      resuming: past,
      name: player.name,
      program: player.program,
      credentials: player.credentials,
      nonce: Self.nonce()
    )
    var table = Table(PageSession(guest), as: .guest, rules: rules, book: player.book)
    table.matchID = past.session
    table.keptTurn = fields.next().flatMap(KeptTurn.init(fields:))
    return begin(table, past.journal, now: now)
  }

  /// Begins to watch a table, for the player in the buffer.
  mutating func startWatching(now: Duration) -> Int32 {
    var fields = FieldReader(buffer)
    guard let player = Identity(&fields) else { return -1 }
    let spectator = WatchSession(
      name: player.name,
      program: player.program,
      credentials: player.credentials,
      nonce: Self.nonce()
    )
    let rules = TableRules()
    var table = Table(PageSession(spectator), as: .guest, rules: rules, book: player.book)
    table.watching = WatchedRoom()
    return begin(table, nil, now: now)
  }

  /// Begins a game against the robot with the fields in the buffer: the kind of the game, its
  /// options, the player's side, and the moves so far.
  mutating func startAlone(now: Duration) -> Int32 {
    var fields = FieldReader(buffer)
    guard let kind = fields.nextText().flatMap(GameKind.init(rawValue:)),
      let options = fields.nextText(), let game = Game(kind, options: options),
      let side = fields.nextText(),
      let moves = fields.nextText()
    else { return -1 }
    var position = Position(game: game)
    for move in moves.split(separator: " ") {
      guard let move = try? position.move(from: String(move)),
        (try? position.play(move)) != nil
      else { return -1 }
    }
    let match = Match(goingOn: position, seats: .one(side == Side.first.name ? .first : .second))
    let record = moves.isEmpty ? LocalGameRecord() : LocalGameRecord(of: match)
    return begin(Table(local: match, asksAgain: true, record: record), nil, now: now)
  }

  private mutating func begin(
    _ new: Table<PageSession>,
    _ journal: [JournalEntry]?,
    now: Duration
  ) -> Int32 {
    table = new
    return give { $0.begin(resuming: journal, now: now) }
  }

  private static func contacts(_ bytes: [UInt8]) -> [(player: Acquaintance, known: KnownPlayer)] {
    var fields = FieldReader(bytes)
    var contacts: [(player: Acquaintance, known: KnownPlayer)] = []
    while let key = fields.next().flatMap({ try? PublicKey($0) }), let secret = fields.next(),
      secret.count == Acquaintance.secretSize, let name = fields.nextText().flatMap(PlayerName.init)
    {
      contacts.append(
        (
          Acquaintance(key, name: name, secret: SecretBytes(copying: secret)),
          KnownPlayer(key: key, name: name, firstSeen: 0, lastSeen: 0)
        )
      )
    }
    return contacts
  }

  private static func past(_ session: [UInt8], _ fields: inout FieldReader) -> SavedSession? {
    guard let id = SessionID(bytes: session), let key = fields.next(),
      let host = try? PublicKey(key), let journal = fields.next().flatMap(journal),
      let talk = fields.next().flatMap(talk)
    else { return nil }
    return SavedSession(session: id, opponent: host, journal: journal, talk: talk)
  }

  private static func journal(_ bytes: [UInt8]) -> [JournalEntry]? {
    var fields = FieldReader(bytes)
    var journal: [JournalEntry] = []
    while let entry = fields.next() {
      guard let first = entry.first,
        case .match(let message)? = try? Envelope(decoding: Array(entry.dropFirst()))
      else { return nil }
      journal.append(JournalEntry(isMine: first == 1, message))
    }
    return journal
  }

  private static func talk(_ bytes: [UInt8]) -> SavedTalk? {
    var fields = FieldReader(bytes)
    var talk = SavedTalk()
    while let entry = fields.next() {
      guard let first = entry.first,
        case .say(let say)? = try? Envelope(decoding: Array(entry.dropFirst()))
      else { return nil }
      if first == 1 { talk.said.append(say) } else { talk.received = say.number &+ 1 }
    }
    return talk
  }
}

extension SessionID {
  /// The 16 bytes of the number, the lowest first.
  var bytes: [UInt8] {
    (0..<16).map { UInt8(truncatingIfNeeded: rawValue >> UInt128(8 * $0)) }
  }

  /// The number with these ``bytes``; nil for another length.
  init?(bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    self.init(rawValue: bytes.reversed().reduce(0) { $0 << 8 | UInt128($1) })
  }
}
