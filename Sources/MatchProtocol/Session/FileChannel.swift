/// What a side wants with files.
public enum FileAction: Hashable, Sendable {
  /// Offer this one.
  case offer(FileOffer)
  /// Say what becomes of one.
  case respond(FileResponse)
  /// Send these bytes, which ``FileEvent/wants(_:offset:count:)`` has asked for.
  case supply(UInt32, [UInt8])
}

/// What is heard of files.
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
  /// How many may be under way in each direction.
  static let most = 4
  /// How many parts are made ahead.
  static let partsAhead = 24

  struct Outgoing: Sendable {
    let offer: FileOffer
    /// From where on it is to be sent; nil as long as nobody wants it.
    var next: UInt64?
    var isBeingRead = false

    /// Whether more of it is to be sent.
    var isWaiting: Bool { !isBeingRead && next.map { $0 < offer.size } ?? false }
  }

  struct Incoming: Sendable {
    let offer: FileOffer
    /// How much of it is here; nil as long as nobody wants it.
    var received: UInt64?
  }

  var outgoing: [Outgoing] = []
  var incoming: [Incoming] = []
  /// Whether the other side's program takes files.
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

extension Conversation {
  /// Does what the owner wants with files.
  mutating func perform(_ action: FileAction, now: Duration) -> Step {
    switch action {
    case .offer(let offer):
      guard files.outgoing.count < Files.most else { return Step() }
      files.outgoing.append(Files.Outgoing(offer: offer))
      return say(.offer(offer), on: .files, now: now)
    case .respond(let response):
      note(response)
      return say(.response(response), on: .files, now: now)
    case .supply(let file, let bytes):
      return supply(file, bytes, now: now)
    }
  }

  /// Notes what this side says of a file.
  private mutating func note(_ response: FileResponse) {
    let index = files.incoming.firstIndex { $0.offer.file == response.file }
    if case .wanted(let offset) = response.verdict, !response.isMine, let index {
      files.incoming[index].received = offset
    } else {
      files.remove(response.file, isMine: response.isMine)
    }
  }

  private mutating func supply(_ file: UInt32, _ bytes: [UInt8], now: Duration) -> Step {
    guard let index = files.outgoing.firstIndex(where: { $0.offer.file == file }),
      files.outgoing[index].isBeingRead, var offset = files.outgoing[index].next
    else { return Step() }
    files.outgoing[index].isBeingRead = false
    guard mayTalkOfFiles, var link else { return Step() }
    var rest = bytes[...]
    while !rest.isEmpty {
      let content = Array(rest.prefix(link.partSize))
      let part = FilePart(file: file, offset: offset, content: content)
      link.submit(Envelope.file(.part(part)).encoded, on: .bulk)
      offset += UInt64(content.count)
      rest = rest.dropFirst(content.count)
    }
    files.outgoing[index].next = offset
    phase.update(link)
    return send(now: now)
  }

  private mutating func say(_ message: FileMessage, on channel: Channel, now: Duration) -> Step {
    guard mayTalkOfFiles, var link else { return Step() }
    link.submit(Envelope.file(message).encoded, on: channel)
    phase.update(link)
    return send(now: now)
  }

  private var mayTalkOfFiles: Bool {
    guard files.isUnderstood, case .talking = phase else { return false }
    return true
  }

  /// Asks the owner for more of a file when little of it waits.
  mutating func askForParts() -> Step {
    guard !files.outgoing.isEmpty, mayTalkOfFiles, let link,
      link.waitingCount(on: .bulk) < Files.partsAhead / 2,
      let index = files.outgoing.firstIndex(where: \.isWaiting),
      let next = files.outgoing[index].next
    else { return Step() }
    files.outgoing[index].isBeingRead = true
    let offer = files.outgoing[index].offer
    let count = min(offer.size - next, UInt64(link.partSize * Files.partsAhead))
    return .telling(.file(.wants(offer.file, offset: next, count: Int(count)), from: link.peer))
  }

  /// What is said of files at the beginning of a link: all that goes on is offered again.
  mutating func repeatFiles(on link: inout SecureLink) {
    guard files.isUnderstood else { return }
    for index in files.outgoing.indices {
      files.outgoing[index].next = nil
      files.outgoing[index].isBeingRead = false
      link.submit(Envelope.file(.offer(files.outgoing[index].offer)).encoded, on: .files)
    }
  }

  /// Hears what the other side says of files.
  mutating func hear(_ message: FileMessage, on link: SecureLink) -> Step {
    switch message {
    case .offer(let offer): return hear(offer, on: link)
    case .response(let response): return hear(response, on: link)
    case .part(let part):
      guard let index = files.incoming.firstIndex(where: { $0.offer.file == part.file }),
        let received = files.incoming[index].received, part.offset == received,
        UInt64(part.content.count) <= files.incoming[index].offer.size - received
      else { return Step() }
      files.incoming[index].received = received + UInt64(part.content.count)
      return .telling(.file(.part(part), from: link.peer))
    }
  }

  private mutating func hear(_ offer: FileOffer, on link: SecureLink) -> Step {
    if let known = files.incoming.first(where: { $0.offer.file == offer.file }) {
      guard known.offer == offer, let received = known.received else { return Step() }
      // It goes on, on a new link.
      return answer(FileResponse(file: offer.file, isMine: false, .wanted(from: received)), link)
    }
    // Who sends it was started again, and does not know the number that it had.
    files.incoming.removeAll { $0.offer.hash == offer.hash }
    guard files.incoming.count < Files.most else {
      return answer(FileResponse(file: offer.file, isMine: false, .refused), link)
    }
    files.incoming.append(Files.Incoming(offer: offer))
    return .telling(.file(.offered(offer), from: link.peer))
  }

  private mutating func answer(_ response: FileResponse, _ link: SecureLink) -> Step {
    var link = link
    link.submit(Envelope.file(.response(response)).encoded, on: .files)
    phase.update(link)
    return Step()
  }

  private mutating func hear(_ response: FileResponse, on link: SecureLink) -> Step {
    let isOwn = !response.isMine
    guard
      isOwn
        ? files.outgoing.contains(where: { $0.offer.file == response.file })
        : files.incoming.contains(where: { $0.offer.file == response.file })
    else { return Step() }
    if case .wanted(let offset) = response.verdict {
      guard let index = files.outgoing.firstIndex(where: { $0.offer.file == response.file }),
        isOwn, offset <= files.outgoing[index].offer.size
      else { return Step() }
      files.outgoing[index].next = offset
    } else {
      files.remove(response.file, isMine: isOwn)
    }
    return .telling(.file(.answered(response), from: link.peer))
  }
}
