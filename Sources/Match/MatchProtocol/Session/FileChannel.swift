/// An action of a side with files.
public enum FileAction: Hashable, Sendable {
  /// Offer this one.
  case offer(FileOffer)
  /// Say what becomes of one.
  case respond(FileResponse)
  /// Send these bytes, which ``FileEvent/wants(_:offset:count:)`` has asked for.
  case supply(UInt32, [UInt8])
  /// So many bytes of a file that comes are on disk: more may be sent.
  case written(UInt32, UInt64)
}

/// An event of files.
public enum FileEvent: Hashable, Sendable {
  /// The other side has a file; it is answered with ``FileAction/respond(_:)``.
  case offered(FileOffer)
  /// The other side says what becomes of a file.
  case answered(FileResponse)
  /// So many bytes of an own file are to be sent, from `offset` on.
  case wants(UInt32, offset: UInt64, count: Int)
  /// The next part of a file that was wanted.
  case part(FilePart)
}

/// The files that go over a session, as one side has them.
struct Files: Sendable {
  /// The maximum number of transfers in each direction.
  static let most = 4
  /// The number of parts that are made ahead.
  static let partsAhead = 24
  /// The number of bytes of each file that may come before they are on disk.
  ///
  /// As much as a quick network carries in a tenth of a second.
  static let window: UInt64 = 4 << 20

  struct Outgoing: Sendable {
    let offer: FileOffer
    /// From where on it is to be sent; nil as long as nobody wants it.
    var next: UInt64?
    /// Up to where it may be sent.
    var limit = UInt64.max
    var isBeingRead = false

    /// The bytes of it that may be sent now.
    var open: UInt64 {
      let end = min(offer.size, limit)
      return next.map { $0 < end ? end - $0 : 0 } ?? 0
    }
  }

  struct Incoming: Sendable {
    let offer: FileOffer
    /// The number of bytes that are here; nil as long as nobody wants it.
    var received: UInt64?
    /// The number of bytes that are on disk.
    var written: UInt64 = 0
    /// Up to where its sender may send it.
    var limit: UInt64 = 0

    /// The response that it is wanted, which lets its sender send more.
    mutating func wanted(from offset: UInt64) -> FileResponse {
      var response = FileResponse(file: offer.file, isMine: false, .wanted(from: offset))
      guard offer.isPaced else { return response }
      limit = written + Files.window
      response.limit = limit
      return response
    }
  }

  var outgoing: [Outgoing] = []
  var incoming: [Incoming] = []
  /// Those that have come last, of which the other side may not know that yet.
  private var whole: [FileOffer] = []
  /// True if the other side's program takes files.
  var isUnderstood = false

  /// Forgets a file.
  mutating func remove(_ file: UInt32, isMine: Bool) {
    if isMine {
      outgoing.removeAll { $0.offer.file == file }
    } else {
      incoming.removeAll { $0.offer.file == file }
    }
  }
}

extension Files {
  /// The messages and events after something was received.
  struct Outcome {
    var answer: FileResponse?
    var event: FileEvent?
  }

  // MARK: This side

  /// Does what the owner wants, and returns what is said of it.
  ///
  /// `partSize` is how many bytes make a part on the link; nil as long as there is none on which
  /// files are talked of.
  mutating func perform(_ action: FileAction, partSize: Int?) -> [FileMessage] {
    switch action {
    case .offer(let offer):
      guard outgoing.count < Self.most else { return [] }
      var offer = offer
      offer.isPaced = true
      outgoing.append(Outgoing(offer: offer))
      return [.offer(offer)]
    case .respond(let response):
      return [.response(noted(response))]
    case .written(let file, let count):
      return note(written: count, of: file).map { [.response($0)] } ?? []
    case .supply(let file, let bytes):
      return supply(file, bytes, partSize: partSize)
    }
  }

  /// Notes what this side says of a file, and adds how much of it may come.
  private mutating func noted(_ response: FileResponse) -> FileResponse {
    let index = incoming.firstIndex { $0.offer.file == response.file }
    if case .wanted(let offset) = response.verdict, !response.isMine, let index {
      incoming[index].received = offset
      incoming[index].written = offset
      return incoming[index].wanted(from: offset)
    }
    if response.verdict == .whole, let index {
      whole = whole.suffix(Self.most - 1) + [incoming[index].offer]
    }
    remove(response.file, isMine: response.isMine)
    return response
  }

  /// Notes how much of a file is on disk; the response, if much more may come by that.
  private mutating func note(written count: UInt64, of file: UInt32) -> FileResponse? {
    guard let index = incoming.firstIndex(where: { $0.offer.file == file }),
      let received = incoming[index].received, count <= received
    else { return nil }
    incoming[index].written = count
    let transfer = incoming[index]
    guard transfer.offer.isPaced, transfer.limit < transfer.offer.size,
      count + Self.window >= transfer.limit + Self.window / 4
    else { return nil }
    return incoming[index].wanted(from: received)
  }

  private mutating func supply(_ file: UInt32, _ bytes: [UInt8], partSize: Int?) -> [FileMessage] {
    guard let index = outgoing.firstIndex(where: { $0.offer.file == file }),
      outgoing[index].isBeingRead, let start = outgoing[index].next
    else { return [] }
    outgoing[index].isBeingRead = false
    guard let partSize else { return [] }
    outgoing[index].next = start + UInt64(bytes.count)
    return stride(from: 0, to: bytes.count, by: partSize).map { place in
      let content = Array(bytes[place..<min(place + partSize, bytes.count)])
      return .part(FilePart(file: file, offset: start + UInt64(place), content: content))
    }
  }

  /// Asks for more of a file of which more is to be sent, in parts of `partSize` bytes.
  mutating func nextRead(partSize: Int) -> FileEvent? {
    guard let index = outgoing.firstIndex(where: { !$0.isBeingRead && $0.open > 0 }),
      let next = outgoing[index].next
    else {
      return nil
    }
    outgoing[index].isBeingRead = true
    let count = min(outgoing[index].open, UInt64(partSize * Self.partsAhead))
    return .wants(outgoing[index].offer.file, offset: next, count: Int(count))
  }

  /// The messages at the beginning of a link: all unfinished files are offered again.
  mutating func begin() -> [FileMessage] {
    for index in outgoing.indices {
      outgoing[index].next = nil
      outgoing[index].limit = .max
      outgoing[index].isBeingRead = false
    }
    return outgoing.map { .offer($0.offer) }
  }

  // MARK: The other side

  /// Hears what the other side says.
  mutating func hear(_ message: FileMessage) -> Outcome {
    switch message {
    case .offer(let offer): return hear(offer)
    case .response(let response): return Outcome(event: hear(response))
    case .part(let part):
      guard let index = incoming.firstIndex(where: { $0.offer.file == part.file }),
        let received = incoming[index].received, part.offset == received,
        UInt64(part.content.count) <= incoming[index].offer.size - received
      else { return Outcome() }
      incoming[index].received = received + UInt64(part.content.count)
      return Outcome(event: .part(part))
    }
  }

  private mutating func hear(_ offer: FileOffer) -> Outcome {
    if let index = incoming.firstIndex(where: { $0.offer.file == offer.file }) {
      guard incoming[index].offer == offer, let received = incoming[index].received else {
        return Outcome()
      }
      // It goes on, on a new link.
      return Outcome(answer: incoming[index].wanted(from: received))
    }
    if whole.contains(offer) {
      return Outcome(answer: FileResponse(file: offer.file, isMine: false, .whole))
    }
    // Who sends it was started again, and does not know the number that it had.
    incoming.removeAll { $0.offer.hash == offer.hash }
    guard incoming.count < Self.most else {
      return Outcome(answer: FileResponse(file: offer.file, isMine: false, .refused))
    }
    incoming.append(Incoming(offer: offer))
    return Outcome(event: .offered(offer))
  }

  private mutating func hear(_ response: FileResponse) -> FileEvent? {
    let isOwn = !response.isMine
    let isKnown =
      isOwn
      ? outgoing.contains { $0.offer.file == response.file }
      : incoming.contains { $0.offer.file == response.file }
    guard isKnown else { return nil }
    if case .wanted(let offset) = response.verdict {
      guard let index = outgoing.firstIndex(where: { $0.offer.file == response.file }),
        isOwn, offset <= outgoing[index].offer.size
      else { return nil }
      if outgoing[index].next != nil, response.limit > 0 {
        // It moves already, and more of it may.
        outgoing[index].limit = max(outgoing[index].limit, response.limit)
        return nil
      }
      outgoing[index].next = offset
      outgoing[index].limit = response.limit == 0 ? .max : response.limit
    } else {
      remove(response.file, isMine: isOwn)
    }
    return .answered(response)
  }
}

extension FileMessage {
  /// The channel of the message.
  var channel: Channel {
    switch self {
    case .offer, .response: .files
    case .part: .bulk
    }
  }
}

// MARK: - In a conversation

extension Conversation {
  /// True if files are talked of on the link that stands.
  private var mayTalkOfFiles: Bool {
    guard files.isUnderstood, case .talking = phase else { return false }
    return true
  }

  /// Does what the owner wants with files.
  mutating func perform(_ action: FileAction, now: Duration) -> Step {
    let partSize = mayTalkOfFiles ? phase.onLink { $0.partSize } : nil
    let messages = files.perform(action, partSize: partSize)
    guard mayTalkOfFiles else { return Step() }
    phase.changeLink { $0.submit(messages) }
    return send(now: now)
  }

  /// Asks the owner for more of a file when little of it waits.
  mutating func askForParts() -> Step {
    guard !files.outgoing.isEmpty, mayTalkOfFiles, let link,
      link.waitingCount(on: .bulk) < Files.partsAhead / 2,
      let event = files.nextRead(partSize: link.partSize)
    else { return Step() }
    return .telling(.file(event, from: link.peer))
  }

  /// Hears what the other side says of files.
  mutating func hear(_ message: FileMessage, on link: SecureLink) -> Step {
    let outcome = files.hear(message)
    if let answer = outcome.answer { phase.changeLink { $0.submit([.response(answer)]) } }
    return outcome.event.map { .telling(.file($0, from: link.peer)) } ?? Step()
  }
}

extension SecureLink {
  /// Queues what is said of files.
  mutating func submit(_ messages: [FileMessage]) {
    for message in messages { submit(Envelope.file(message).encoded, on: message.channel) }
  }
}
