internal import ArgumentParser
import GameRules
import Glibc
import MatchPlay
import MatchProtocol
import MatchSimulation
import Sodium
internal import TestSupport

/// `soak peer`: one real side of a match, for another program to talk to.
///
/// It reads a command a line and answers each with lines, of which the last is `. DEADLINE`: when
/// time is due next, in milliseconds since it began, or `-`.
struct SoakPeer: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "peer",
    abstract: "Plays one side of a match, packet by packet, over standard input and output.",
    discussion: """
      t MS             the time is now MS, and what is due is done
      up SIZE          for a guest: the link to the host is up
      packet PEER SIZE HEX
      down PEER        the link to PEER is lost
      said HEX, heard HEX, resume SESSION KEY
                       go on with a match after these messages
      start FIRST      for a host: play gomoku, begun by host or guest
      play MOVE, resign, close
      words HEX, typing 0 or 1, file SIZE, pipe SIZE

      It answers: send HEX, disconnect PEER, said HEX, heard HEX, introduced DIGITS SESSION KEY,
      move MOVE, over OUTCOME, event EVENT, words HEX, part COUNT HASH, piped COUNT \
      HASH, ended.
      """
  )

  @Option(help: "Which side: host or guest.", transform: Self.role)
  var `as`: Role

  @Option(help: "What the player's keys and the nonces are drawn from.")
  var seed: UInt64 = 1

  @Option(help: "How often the program was started before: each time draws other nonces.")
  var life: UInt64 = 0

  func run() throws {
    var side = PeerSide(`as`, seed: seed, life: life)
    while let line = readLine() {
      try side.obey(line.split(separator: " ").map(String.init))
      print(".", side.deadline.map(String.init) ?? "-")
      fflush(nil)
    }
  }

  private static func role(_ text: String) throws -> Role {
    switch text {
    case "host": .host
    case "guest": .guest
    default: throw ValidationError("host or guest, not \(text)")
    }
  }
}

/// A real session with its board, which takes whoever is introduced.
private struct PeerSide {
  /// An input for the session.
  private enum Utterance {
    case accept
    case say(MatchMessage)
    case answer(FileResponse)
    case supply(UInt32, offset: UInt64, [UInt8])
    case pipe(PipeAction)
    case close(GoodbyeReason)
  }

  private static let hostPeer = PeerID(rawValue: "host")

  private let role: Role
  private let secrets: SeededSecrets
  /// Whom the player has met, those first that were met last.
  private var known: [Acquaintance] = []
  private var random: SeededGenerator
  private var session: any MatchSession
  private var match: Match?
  private var journal: [JournalEntry] = []
  /// The inputs that wait until everything received at once is kept; nil if nothing has to wait.
  private var answers: [Utterance]?
  private var now = Duration.zero
  /// The bytes of a file that have come.
  private var arrived: [UInt8] = []
  /// The bytes to send.
  private var content: [UInt8] = []
  /// The bytes that have come through a pipe, and the number of those of ``content`` that have
  /// gone.
  private var piped: [UInt8] = []
  private var pipedCount = 0

  init(_ role: Role, seed: UInt64, life: UInt64) {
    self.role = role
    secrets = SeededSecrets(seed: seed &+ (life &+ 1) << 32)
    random = SeededGenerator(seed: ~seed &- life)
    session = Self.newSession(role, Credentials(secrets: secrets), &random)
  }

  private static func newSession(
    _ role: Role,
    _ credentials: Credentials,
    _ random: inout SeededGenerator
  ) -> any MatchSession {
    switch role {
    case .host:
      watched(
        HostSession(
          name: PlayerName(cleaning: "Hana"),
          credentials: credentials,
          session: .random(using: &random)
        )
      )
    case .guest:
      GuestSession(
        name: PlayerName(cleaning: "Gus"),
        program: "soak/1",
        credentials: credentials,
        nonce: .random(using: &random)
      )
    }
  }

  /// In milliseconds, rounded up.
  var deadline: Int64? {
    session.deadline.map {
      let (seconds, attoseconds) = $0.components
      return seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    }
  }

  mutating func obey(_ words: [String]) throws {
    switch (words.first, words.dropFirst().map(\.self)) {
    case ("t", let rest) where rest.count == 1:
      now = .milliseconds(Int64(rest[0]) ?? 0)
      perform(session.tick(now: now))
    case ("up", let rest) where rest.count == 1:
      hear(.up(Self.hostPeer, maximumPacketSize: Int(rest[0]) ?? 0))
    case ("packet", let rest) where rest.count == 3:
      let (peer, size) = (PeerID(rawValue: rest[0]), Int(rest[1]) ?? 0)
      hear(.packet([UInt8](hex: rest[2]), from: peer, maximumPacketSize: size))
    case ("down", let rest) where rest.count == 1:
      hear(.down(PeerID(rawValue: rest[0]), .disconnected))
    case ("said", let rest) where rest.count == 1:
      try remember(rest[0], isMine: true)
    case ("heard", let rest) where rest.count == 1:
      try remember(rest[0], isMine: false)
    case ("know", let rest) where rest.count == 2:
      let secret = SecretBytes(copying: [UInt8](hex: rest[1]))
      known.append(Acquaintance(try PublicKey([UInt8](hex: rest[0])), secret: secret))
      session = Self.newSession(role, Credentials(known, secrets: secrets), &random)
    case ("resume", let rest) where rest.count == 2:
      try resume(rest[0], PublicKey([UInt8](hex: rest[1])))
    default:
      try play(words)
    }
  }

  // MARK: The player

  private mutating func play(_ words: [String]) throws {
    switch (words.first, words.last) {
    case ("start", let first?):
      let terms = MatchMessage.Start(.gomoku(), first: first == "host" ? .host : .guest)
      match = try Match(terms, as: role)
      say(.start(terms))
    case ("play", let text?):
      try act { try $0.play($0.position.move(from: text)) }
    case ("words", let text?):
      let words = try Words(String(decoding: [UInt8](hex: text), as: UTF8.self))
      perform(session.say(words, now: now))
    case ("typing", let flag?):
      perform(session.note(hasSeen: false, isDeaf: false, isTyping: flag == "1", now: now))
    case ("pipe", let count?):
      content = Self.content(count)
      perform(session.perform(.pipe(.open), now: now))
    case ("file", let count?):
      content = Self.content(count)
      let hash = SHA256.hash(content)
      let offer = FileOffer(file: 9, name: "real.bin", size: UInt64(content.count), hash: hash)
      perform(session.perform(.offer(offer), now: now))
    case ("resign", _):
      try act { try $0.resign() }
    case ("close", _):
      perform(session.close(match?.outcome == nil ? .left : .gameOver, now: now))
    default:
      throw ValidationError("no such command: \(words)")
    }
  }

  private static func content(_ count: String) -> [UInt8] {
    (0..<(Int(count) ?? 0)).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
  }

  private mutating func act(_ action: (inout Match) throws -> MatchMessage) throws {
    guard var match else { throw ValidationError("no game has begun") }
    let message = try action(&match)
    self.match = match
    say(message)
    if let outcome = match.outcome { print("over", outcome) }
  }

  private mutating func say(_ message: MatchMessage) {
    keep(message, isMine: true)
    utter(.say(message))
  }

  // MARK: The journal

  private mutating func keep(_ message: MatchMessage, isMine: Bool) {
    journal.append(JournalEntry(isMine: isMine, message))
    print(isMine ? "said" : "heard", Envelope.match(message).encoded.hexadecimal)
  }

  private mutating func remember(_ text: String, isMine: Bool) throws {
    guard case .match(let message) = try Envelope(decoding: [UInt8](hex: text)) else {
      throw ValidationError("not a message of the match: \(text)")
    }
    journal.append(JournalEntry(isMine: isMine, message))
  }

  private mutating func resume(_ number: String, _ opponent: PublicKey) throws {
    guard let number = UInt128(number, radix: 16) else {
      throw ValidationError("no session: \(number)")
    }
    let past = SavedSession(
      session: SessionID(rawValue: number),
      opponent: opponent,
      journal: journal
    )
    match = try Match.restored(from: journal, as: role)?.match
    let credentials = Credentials(known, secrets: secrets)
    switch role {
    case .host:
      session = Self.watched(
        HostSession(
          resuming: past,
          name: PlayerName(cleaning: "Hana"),
          credentials: credentials
        )
      )
    case .guest:
      session = GuestSession(
        resuming: past,
        name: PlayerName(cleaning: "Gus"),
        program: "soak/1",
        credentials: credentials,
        nonce: .random(using: &random)
      )
    }
  }

  // MARK: The session

  private mutating func hear(_ event: LinkEvent) {
    perform(session.receive(event, now: now))
  }

  private mutating func perform(_ step: Step) {
    // What was heard is kept before anything is sent that acknowledges it; answers to it wait for
    // that.
    answers = answers ?? []
    for event in step.events { take(event) }
    for packet in step.packets { print("send", packet.hexadecimal) }
    for peer in step.hangUps { print("disconnect", peer.rawValue) }
    if let end = step.end { print("event ended(\(end))") }
    let answers = answers ?? []
    self.answers = nil
    for answer in answers { utter(answer) }
  }

  /// A host at whose table others may watch.
  private static func watched(_ host: HostSession) -> HostSession {
    var host = host
    host.letWatch(7, mayTalk: true)
    return host
  }

  private mutating func utter(_ utterance: Utterance) {
    guard answers == nil else {
      answers?.append(utterance)
      return
    }
    switch utterance {
    case .accept: perform(session.accept(now: now))
    case .say(let message): perform(session.submit(message, now: now))
    case .answer(let response): perform(session.perform(.respond(response), now: now))
    case .pipe(let action): perform(session.perform(.pipe(action), now: now))
    case .supply(let file, let offset, let bytes):
      perform(session.perform(.supply(file, offset: offset, bytes), now: now))
    case .close(let reason): perform(session.close(reason, now: now))
    }
  }

  private mutating func take(_ event: SessionEvent) {
    switch event {
    case .introduced(let other):
      let number = String(other.session.rawValue, radix: 16)
      let secret = other.player.withSecret { $0.copy() }
      print("introduced", other.code, number, other.key.bytes.hexadecimal, secret.hexadecimal)
      utter(.accept)
    case .message(let message, _):
      keep(message, isMine: false)
      hear(message)
    case .remembered(let lost, let journal):
      remember(lost, after: journal)
    case .words(let words, _, _): print("words", Array(words.text.utf8).hexadecimal)
    case .file(let event, _): take(event)
    case .pipe(let event, _): take(event)
    case .joined, .vacated, .strangerRejected, .delayed, .crowded, .quiet, .heardAgain, .suspended,
      .resumed, .recalled, .differs, .compared, .keepsRecord, .wentBack, .watcherCame, .watcherWent,
      .letter, .remark, .watchers, .watched:
      print("event", event)
    }
  }

  /// Takes each file, and sends its own.
  private mutating func take(_ event: FileEvent) {
    switch event {
    case .offered(let offer, _):
      let offset = UInt64(arrived.count)
      utter(.answer(FileResponse(file: offer.file, isMine: false, .wanted(from: offset))))
    case .part(let part):
      arrived += part.content
      print("part", arrived.count, SHA256.hash(arrived).hexadecimal)
    case .wants(let file, let offset, let count):
      let bytes = Array(content[Int(offset)..<Int(offset) + count])
      utter(.supply(file, offset: offset, bytes))
    case .progressed: break
    case .answered: print("event answered")
    }
  }

  /// Writes at once what comes through a pipe, and sends its own.
  private mutating func take(_ event: PipeEvent) {
    switch event {
    case .wants(let count):
      let next = content.dropFirst(pipedCount).prefix(count)
      pipedCount += next.count
      utter(.pipe(.supply(Array(next))))
    case .bytes(let bytes):
      piped += bytes
      print("piped", piped.count, SHA256.hash(piped).hexadecimal)
      utter(.pipe(.wrote(bytes.count)))
    case .ended: utter(.pipe(.wrote(0)))
    case .finished: print("ended")
    }
  }

  private mutating func remember(_ lost: [JournalEntry], after journal: [JournalEntry]) {
    print("event remembered")
    let found = Match.remembering(lost, after: journal, as: role)?.entries
    for entry in found ?? [] { keep(entry.message, isMine: entry.isMine) }
    match = try? Match.restored(from: self.journal, as: role)?.match
    perform(session.adopt(found, now: now))
  }

  private mutating func hear(_ message: MatchMessage) {
    do {
      guard var match else {
        guard case .start(let terms) = message else { return }
        match = try Match(terms, as: role)
        return
      }
      let reply = try match.receive(message).reply
      self.match = match
      if case .move(let move) = message { print("move", move.text) }
      if let reply { say(reply) }
      if let outcome = match.outcome { print("over", outcome) }
    } catch {
      print("wrong", error)
      utter(.close(.illegalMove))
    }
  }
}
