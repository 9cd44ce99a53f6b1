@testable import MatchProtocol

/// A session that tells what a test wants it to, and notes what it was asked to do.
struct ScriptedSession: MatchSession {
  /// What the session was asked to do.
  enum Request: Hashable {
    case submit(MatchMessage)
    case say(Words)
    case accept
    case decline
    case adopt([JournalEntry]?)
    case close(GoodbyeReason)
  }

  /// What the next event of the link leads to.
  var next = Step()
  private var requests: [Request] = []

  var state: SessionState { .talking }

  var deadline: Duration? { nil }

  /// How far a test lets it be.
  var receipts = Receipts()

  /// What `packet` stands for, which this session has sent.
  func request(in packet: [UInt8]) -> Request {
    requests[Int(packet[0]) << 8 | Int(packet[1])]
  }

  /// The files of which a test lets the session hear.
  private(set) var transfers: [Transfer] = []

  mutating func receive(_ event: LinkEvent, now: Duration) -> Step {
    defer { next = Step() }
    for case .file(let event, _) in next.events { hear(event) }
    return next
  }

  private mutating func hear(_ event: FileEvent) {
    switch event {
    case .offered(let offer, _): transfers.append(Transfer(offer, isMine: false))
    case .part(let part):
      for index in transfers.indices where transfers[index].offer.file == part.file {
        _ = transfers[index].advance(to: part.offset + UInt64(part.content.count))
      }
    default: break
    }
  }

  mutating func submit(_ message: MatchMessage, now: Duration) -> Step { note(.submit(message)) }
  mutating func say(_ words: Words, now: Duration) -> Step { note(.say(words)) }
  mutating func note(hasSeen: Bool, isDeaf: Bool, isTyping: Bool, now: Duration) -> Step { Step() }
  mutating func perform(_ action: SideAction, now: Duration) -> Step {
    guard case .file(.respond(let response)) = action else { return Step() }
    for index in transfers.indices.reversed() where transfers[index].offer.file == response.file {
      if case .wanted(let offset) = response.verdict {
        transfers[index].begin(at: offset, now: now)
      } else {
        transfers.remove(at: index)
      }
    }
    return Step()
  }
  var takesFiles: Bool { true }
  mutating func accept(now: Duration) -> Step { note(.accept) }
  mutating func decline(_ reason: GoodbyeReason, now: Duration) -> Step { note(.decline) }
  mutating func adopt(_ entries: [JournalEntry]?, now: Duration) -> Step { note(.adopt(entries)) }
  mutating func close(_ reason: GoodbyeReason, now: Duration) -> Step { note(.close(reason)) }
  mutating func tick(now: Duration) -> Step { Step() }

  /// One packet that stands for the request.
  private mutating func note(_ request: Request) -> Step {
    let number = requests.count
    requests.append(request)
    return Step(packets: [[UInt8(number >> 8), UInt8(number & 255)]])
  }
}
