/// An action of a side with files.
public enum FileAction: Hashable, Sendable {
  /// Offer this one.
  case offer(FileOffer)
  /// Say what becomes of one.
  case respond(FileResponse)
  /// Send these bytes, which ``FileEvent/wants(_:offset:count:)`` has asked for.
  case supply(UInt32, offset: UInt64, [UInt8])
  /// So many bytes of a file that comes are on disk: more may be sent.
  case written(UInt32, UInt64)
}

/// An event of files.
public enum FileEvent: Hashable, Sendable {
  /// The other side has a file; it is answered with ``FileAction/respond(_:)``.
  ///
  /// The second one is that of the same content which it replaces, as its sender has forgotten it.
  case offered(FileOffer, inPlaceOf: UInt32? = nil)
  /// The other side says what becomes of a file, and how far that was.
  case answered(FileResponse, of: Transfer)
  /// So many bytes of an own file are to be sent, from `offset` on.
  case wants(UInt32, offset: UInt64, count: Int)
  /// The next part of a file that was wanted.
  case part(FilePart)
  /// Another tenth of a file is done.
  case progressed(Transfer)
}

/// The files that go over a session, as one side has them.
struct Files: Sendable {
  /// The number of bytes of each file that may come before they are on disk.
  ///
  /// As much as a quick network carries in a tenth of a second.
  static let window: UInt64 = 4 << 20

  /// The number of parts of `size` bytes that are made ahead.
  static func partsAhead(ofSize size: Int) -> Int { size > FilePart.usual ? 8 : 24 }

  /// Those that are under way, the oldest first.
  private(set) var transfers: [Transfer] = []
  /// Those that have come last, of which the other side may not know that yet.
  private var whole: [FileOffer] = []
  /// True if the other side's program takes files.
  var isUnderstood = false

  private func index(of file: UInt32, isMine: Bool) -> Int? {
    transfers.firstIndex { $0.offer.file == file && $0.isMine == isMine }
  }

  private func hasRoom(isMine: Bool) -> Bool {
    transfers.count { $0.isMine == isMine } < FileOffer.mostAtOnce
  }
}

extension Files {
  /// The messages and events after something was received.
  struct Outcome {
    var answer: FileResponse?
    var events: [FileEvent] = []
  }

  // MARK: This side

  /// Does what the owner wants, and returns what is said of it.
  ///
  /// `partSize` is how many bytes make a part on the link; nil as long as there is none on which
  /// files are talked of.
  mutating func perform(_ action: FileAction, partSize: Int?, now: Duration) -> [FileMessage] {
    switch action {
    case .offer(let offer):
      guard hasRoom(isMine: true) else { return [] }
      var offer = offer
      offer.isPaced = true
      transfers.append(Transfer(offer, isMine: true))
      return [.offer(offer)]
    case .respond(let response):
      return [.response(noted(response, now: now))]
    case .written(let file, let count):
      return note(written: count, of: file).map { [.response($0)] } ?? []
    case .supply(let file, let offset, let bytes):
      return supply(file, offset, bytes, partSize: partSize)
    }
  }

  /// Notes what this side says of a file, and adds how much of it may come.
  private mutating func noted(_ response: FileResponse, now: Duration) -> FileResponse {
    guard let index = index(of: response.file, isMine: response.isMine) else { return response }
    switch response.verdict {
    case .wanted(let offset):
      guard !response.isMine else { return response }
      transfers[index].begin(at: offset, now: now)
      transfers[index].written = offset
      return transfers[index].wanted()
    case .whole: whole = whole.suffix(FileOffer.mostAtOnce - 1) + [transfers[index].offer]
    case .refused, .cancelled, .failed: break
    }
    transfers.remove(at: index)
    return response
  }

  /// Notes how much of a file is on disk; the response, if much more may come by that.
  private mutating func note(written count: UInt64, of file: UInt32) -> FileResponse? {
    guard let index = index(of: file, isMine: false), transfers[index].stage != .offered,
      count <= transfers[index].done
    else { return nil }
    transfers[index].written = count
    let transfer = transfers[index]
    guard transfer.offer.isPaced, transfer.limit < transfer.offer.size,
      count + Self.window >= transfer.limit + Self.window / 4
    else { return nil }
    return transfers[index].wanted()
  }

  /// Makes parts of what was read from `offset` on; what was read for another link is none.
  private mutating func supply(
    _ file: UInt32,
    _ offset: UInt64,
    _ bytes: [UInt8],
    partSize: Int?
  ) -> [FileMessage] {
    guard let index = index(of: file, isMine: true), transfers[index].isBeingRead,
      transfers[index].done == offset
    else { return [] }
    transfers[index].isBeingRead = false
    guard let partSize else { return [] }
    transfers[index].done = offset + UInt64(bytes.count)
    return stride(from: 0, to: bytes.count, by: partSize).map { place in
      let content = bytes[place..<min(place + partSize, bytes.count)]
      return .part(FilePart(file: file, offset: offset + UInt64(place), content: content))
    }
  }

  /// Asks for more of a file of which more is to be sent, in parts of `partSize` bytes.
  mutating func nextRead(partSize: Int) -> [FileEvent] {
    guard
      let index = transfers.firstIndex(where: { $0.isMine && !$0.isBeingRead && $0.open > 0 })
    else { return [] }
    let transfer = transfers[index]
    transfers[index].isBeingRead = true
    let most = partSize * Self.partsAhead(ofSize: partSize)
    let count = Int(min(transfer.open, UInt64(most)))
    let file = transfer.offer.file
    let isTold = transfers[index].advance(to: transfer.done)
    return [.wants(file, offset: transfer.done, count: count)]
      + (isTold ? [.progressed(transfers[index])] : [])
  }

  /// The messages at the beginning of a link: all unfinished files are offered again.
  mutating func begin() -> [FileMessage] {
    for index in transfers.indices where transfers[index].isMine {
      transfers[index].limit = 0
      transfers[index].isBeingRead = false
    }
    return transfers.filter { $0.isMine }.map { .offer($0.offer) }
  }

  // MARK: The other side

  /// Hears what the other side says.
  mutating func hear(_ message: FileMessage, now: Duration) -> Outcome {
    switch message {
    case .offer(let offer): hear(offer)
    case .response(let response): Outcome(events: hear(response, now: now).map { [$0] } ?? [])
    case .part(let part): Outcome(events: hear(part))
    }
  }

  private mutating func hear(_ part: FilePart) -> [FileEvent] {
    guard let index = index(of: part.file, isMine: false), transfers[index].stage == .moving,
      part.offset == transfers[index].done,
      UInt64(part.content.count) <= transfers[index].offer.size - part.offset
    else { return [] }
    let isTold = transfers[index].advance(to: part.offset + UInt64(part.content.count))
    return [.part(part)] + (isTold ? [.progressed(transfers[index])] : [])
  }

  private mutating func hear(_ offer: FileOffer) -> Outcome {
    if let index = index(of: offer.file, isMine: false) {
      guard transfers[index].offer == offer, transfers[index].stage != .offered else {
        return Outcome()
      }
      // It goes on, on a new link.
      return Outcome(answer: transfers[index].wanted())
    }
    if whole.contains(offer) {
      return Outcome(answer: FileResponse(file: offer.file, isMine: false, .whole))
    }
    // Who sends it was started again, and does not know the number that it had.
    let old = transfers.firstIndex { !$0.isMine && $0.offer.hash == offer.hash }
    let replaced = old.map { transfers.remove(at: $0).offer.file }
    guard hasRoom(isMine: false) else {
      return Outcome(answer: FileResponse(file: offer.file, isMine: false, .refused))
    }
    transfers.append(Transfer(offer, isMine: false))
    return Outcome(events: [.offered(offer, inPlaceOf: replaced)])
  }

  private mutating func hear(_ response: FileResponse, now: Duration) -> FileEvent? {
    guard let index = index(of: response.file, isMine: !response.isMine) else { return nil }
    guard case .wanted(let offset) = response.verdict else {
      return .answered(response, of: transfers.remove(at: index))
    }
    guard !response.isMine, offset <= transfers[index].offer.size else { return nil }
    if transfers[index].limit > 0, response.limit > 0 {
      // It moves already, and more of it may.
      transfers[index].limit = max(transfers[index].limit, response.limit)
      return nil
    }
    transfers[index].begin(at: offset, now: now)
    transfers[index].isBeingRead = false
    transfers[index].limit = response.limit == 0 ? .max : response.limit
    return .answered(response, of: transfers[index])
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
    let messages = files.perform(action, partSize: partSize, now: now)
    guard mayTalkOfFiles else { return Step() }
    phase.changeLink { $0.submit(messages) }
    return send(now: now)
  }

  /// Asks the owner for more of a file when little of it waits.
  mutating func askForParts() -> Step {
    guard !files.transfers.isEmpty, mayTalkOfFiles, let peer,
      let (waiting, size) = phase.onLink({ ($0.waitingCount(on: .bulk), $0.partSize) }),
      waiting < Files.partsAhead(ofSize: size) / 2
    else { return Step() }
    return Step(events: files.nextRead(partSize: size).map { .file($0, from: peer) })
  }

  /// Hears what the other side says of files.
  mutating func hear(_ message: FileMessage, from peer: PeerID, now: Duration) -> Step {
    let outcome = files.hear(message, now: now)
    if let answer = outcome.answer { phase.changeLink { $0.submit([.response(answer)]) } }
    return Step(events: outcome.events.map { .file($0, from: peer) })
  }
}

extension SecureLink {
  /// Queues what is said of files.
  mutating func submit(_ messages: [FileMessage]) {
    for message in messages { submit(Envelope.file(message).encoded, on: message.channel) }
  }
}
