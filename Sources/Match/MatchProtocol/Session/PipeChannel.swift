/// An action of a session's owner with a pipe.
public enum PipeAction: Hashable, Sendable {
  /// Take what comes from now on, and ask for what is to go.
  case open
  /// Send these bytes, which ``PipeEvent/wants(_:)`` has asked for; none if there are no more.
  case supply([UInt8])
  /// So many of the bytes that came are written.
  case wrote(Int)
}

/// An event of a pipe.
public enum PipeEvent: Hashable, Sendable {
  /// At most so many bytes are to be sent next.
  case wants(Int)
  /// These are the next bytes of the other side.
  case bytes([UInt8])
  /// The other side has no more.
  case ended
  /// All has come, in both directions.
  case finished
}

/// A stream of bytes in each direction, as one side of a session has both.
///
/// At most ``window`` bytes are kept of each: those that the other side may not have, and those
/// that are not written yet.
struct Pipe: Hashable, Sendable {
  /// The maximum number of bytes of a stream between reading on one side and writing on the other;
  /// more than a link carries in several round trips.
  static let window = 256 * 1_024
  /// After how many written bytes the other side is told that more may come.
  private static let step = UInt64(window / 4)
  /// The number of bytes that are asked for at once, at most.
  private static let mostRead = 64 * 1_024

  /// True if the owner wants it.
  private(set) var isOpen = false

  // What goes.
  /// The bytes that the other side is not known to have.
  private var held: [UInt8] = []
  /// The number of bytes that stand before them.
  private var start: UInt64 = 0
  /// The next byte for this link; nil until the other side has said on it what it has.
  private var next: UInt64?
  private var limit: UInt64 = 0
  private var isEnded = false
  private var isEndSent = false
  private var isWholeThere = false
  private var isBeingRead = false

  // What comes.
  private var received: UInt64 = 0
  private var written: UInt64 = 0
  private var hasEnd = false
  /// The last message to the other side.
  private var told = PipeTaken(received: 0, limit: 0)
  /// The number of times it was sent on this link without a sign that it has arrived.
  private(set) var unacknowledged = 0
  private var isFinishTold = false

  /// True if all of the other side's stream is written.
  private var isWhole: Bool { hasEnd && written == received }

  /// True if the other side may not know that all of its stream is written.
  var hasLastWords: Bool { isWhole && unacknowledged > 0 }

  // MARK: This side

  /// Does what the owner wants; a link that stands is told what comes of it.
  mutating func perform(_ action: PipeAction) -> PipeTaken? {
    switch action {
    case .open:
      isOpen = true
      return taken()
    case .supply(let bytes):
      isBeingRead = false
      held += bytes
      isEnded = isEnded || bytes.isEmpty
      return nil
    case .wrote(let count):
      written += UInt64(count)
      let mayTake = written + UInt64(Self.window) >= told.limit + Self.step
      return isOpen && (mayTake || isWhole != told.isWhole) ? taken() : nil
    }
  }

  /// The message at the beginning of a link.
  mutating func begin() -> PipeTaken? {
    (next, isEndSent, unacknowledged) = (nil, false, 0)
    return isOpen ? taken() : nil
  }

  /// Says what has come.
  private mutating func taken() -> PipeTaken {
    told = PipeTaken(received: received, limit: written + UInt64(Self.window), isWhole: isWhole)
    unacknowledged += 1
    return told
  }

  /// So many messages of its channel have come.
  mutating func acknowledge(_ count: Int) {
    unacknowledged = max(0, unacknowledged - count)
  }

  /// The next `count` pieces for this link, of at most `size` bytes, or fewer.
  mutating func pieces(_ count: Int, of size: Int) -> [PipePiece] {
    var pieces: [PipePiece] = []
    while pieces.count < count, isOpen, !isEndSent, let offset = next, offset <= limit {
      let place = Int(offset - start)
      let length = min(size, held.count - place, Int(clamping: limit - offset))
      isEndSent = isEnded && place + length == held.count
      guard length > 0 || isEndSent else { break }
      let content = Array(held[place..<place + length])
      pieces.append(PipePiece(offset: offset, content: content, isLast: isEndSent))
      next = offset + UInt64(length)
    }
    return pieces
  }

  /// The event for the owner now: more is wanted, or all is done.
  mutating func due() -> PipeEvent? {
    guard isOpen else { return nil }
    if let finish = finish() { return finish }
    let room = Self.window - held.count
    guard !isEnded, !isBeingRead, room >= Self.window / 2 else { return nil }
    isBeingRead = true
    return .wants(min(room, Self.mostRead))
  }

  /// Tells once that all is done, and that the other side was told so: its owner hands on nothing
  /// more then.
  private mutating func finish() -> PipeEvent? {
    guard told.isWhole, isWholeThere, !isFinishTold else { return nil }
    isFinishTold = true
    return .finished
  }

  // MARK: The other side

  /// Hears what the other side says; what cannot be so is passed over.
  mutating func hear(_ message: PipeMessage) -> [PipeEvent] {
    switch message {
    case .piece(let piece):
      guard isOpen, piece.offset == received, !hasEnd,
        piece.offset + UInt64(piece.content.count) <= told.limit
      else { return [] }
      received += UInt64(piece.content.count)
      hasEnd = piece.isLast
      return (piece.content.isEmpty ? [] : [.bytes(piece.content)]) + (hasEnd ? [.ended] : [])
    case .taken(let taken):
      guard taken.received >= start, taken.received <= start + UInt64(held.count) else { return [] }
      held.removeFirst(Int(taken.received - start))
      start = taken.received
      next = next ?? start
      limit = taken.limit
      isWholeThere = isWholeThere || taken.isWhole && isEnded && held.isEmpty
      // At once: a goodbye may stand behind it.
      return finish().map { [$0] } ?? []
    }
  }
}

// MARK: - In a conversation

extension Conversation {
  /// True if a pipe is carried by the link that stands.
  private var mayPipe: Bool {
    if case .talking = phase { pipe.isOpen } else { false }
  }

  /// Does what the owner wants with the pipe.
  mutating func perform(_ action: PipeAction, now: Duration) -> Step {
    let taken = pipe.perform(action)
    guard mayPipe else { return Step() }
    if let taken {
      phase.changeLink { $0.submit(Envelope.pipe(.taken(taken)).encoded, on: .files) }
    }
    return send(now: now)
  }

  /// Has the next pieces wait that the link has room for; false if there are none.
  mutating func cutPieces() -> Bool {
    guard mayPipe, let (waiting, size) = phase.onLink({ ($0.waitingCount(on: .bulk), $0.partSize) })
    else { return false }
    let most = Files.partsAhead(ofSize: size)
    let room = most - waiting
    guard room > most / 2 else { return false }
    let pieces = pipe.pieces(room, of: size)
    phase.changeLink { link in
      for piece in pieces { link.submit(Envelope.pipe(.piece(piece)).encoded, on: .bulk) }
    }
    return !pieces.isEmpty
  }

  /// Asks the owner for what the pipe needs, or tells that all is done.
  mutating func askForBytes() -> Step {
    guard mayPipe, let peer, let event = pipe.due() else { return Step() }
    return .telling(.pipe(event, from: peer))
  }

  /// Hears what the other side says of the pipe.
  mutating func hear(_ message: PipeMessage, on link: SecureLink) -> Step {
    Step(events: pipe.hear(message).map { .pipe($0, from: link.peer) })
  }
}
