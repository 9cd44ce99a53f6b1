package import MatchProtocol

/// The files that go forth and back at a table, as far as this program knows.
public struct TableFiles: Hashable, Sendable {
  /// One file.
  public struct Transfer: Hashable, Sendable {
    /// The stage of a file.
    package enum Stage: Hashable, Sendable {
      /// Its receiver has not said yet whether it is wanted.
      case offered
      /// It is on its way.
      case moving
      /// All of it is here, and its hash is being looked at; or there, and nothing was heard yet.
      case checking
    }

    /// The offer.
    package let offer: FileOffer
    /// True if it goes from here to the other side.
    package let isMine: Bool
    /// The stage.
    package internal(set) var stage = Stage.offered
    /// The number of bytes sent or received.
    package internal(set) var done: UInt64 = 0
    /// The number of bytes when the transfer began, and the time of that.
    var start: UInt64 = 0
    var startedAt = Duration.zero
    /// The last tenth that was told.
    var toldTenth = 0

    /// The number of bytes a second, since it began to move.
    package func rate(now: Duration) -> Double {
      let seconds = (now - startedAt) / .seconds(1)
      return seconds > 0.1 ? Double(done - start) / seconds : 0
    }

    /// The number of hundredths that are done.
    package var percent: Int {
      offer.size == 0 ? 100 : Int(Double(done) / Double(offer.size) * 100)
    }
  }

  /// The maximum number of transfers in each direction.
  private static let most = 4

  /// Those that are under way, the oldest first.
  package internal(set) var transfers: [Transfer] = []

  func index(of file: UInt32, isMine: Bool) -> Int? {
    transfers.firstIndex { $0.offer.file == file && $0.isMine == isMine }
  }

  /// The one that a player means who says yes or no.
  var offered: Transfer? { transfers.first { !$0.isMine && $0.stage == .offered } }

  mutating func remove(_ file: UInt32, isMine: Bool) -> Transfer? {
    index(of: file, isMine: isMine).map { transfers.remove(at: $0) }
  }

  /// Notes how much is done, and says what is to be told of it.
  mutating func advance(_ index: Int, to done: UInt64, now: Duration) -> FileNotice? {
    transfers[index].done = done
    let tenth = transfers[index].percent / 10
    guard tenth > transfers[index].toldTenth, tenth < 10 else { return nil }
    transfers[index].toldTenth = tenth
    return .progress(transfers[index], rate: transfers[index].rate(now: now))
  }

  /// It begins to move, or goes on, from `offset` on.
  mutating func begin(_ index: Int, at offset: UInt64, now: Duration) {
    transfers[index].stage = .moving
    transfers[index].done = offset
    transfers[index].start = offset
    transfers[index].startedAt = now
    transfers[index].toldTenth = transfers[index].percent / 10
  }
}

/// The result of an input about files.
struct FileOutcome {
  /// The changes to make on disk.
  var changes: [FileChange] = []
  /// The actions of the session.
  var actions: [FileAction] = []
  var notices: [FileNotice] = []

  /// Adds that the session says this of a file.
  fileprivate mutating func respond(
    _ file: UInt32,
    isMine: Bool = false,
    _ verdict: FileResponse.Verdict
  ) {
    actions.append(.respond(FileResponse(file: file, isMine: isMine, verdict)))
  }
}

// MARK: - This side

extension TableFiles {
  /// Does what the player here wants, or the disk says; nothing can be offered for the reason
  /// `refusal`.
  mutating func perform(
    _ wish: FileWish,
    unless refusal: FileRefusal?,
    now: Duration
  ) -> FileOutcome {
    switch wish {
    case .offer(let offer): return self.offer(offer, unless: refusal)
    case .accept(let agrees): return answerOffer(agrees)
    case .cancel: return cancel()
    case .unknown(let file): return ask(about: file)
    case .opened(let file, let offset): return begin(file, from: offset, now: now)
    case .read(let file, let bytes): return FileOutcome(actions: [.supply(file, bytes)])
    case .written(let file, let count): return FileOutcome(actions: [.written(file, count)])
    case .stored(let file, let path): return finish(file, path)
    case .failed(let file, let isMine, let why): return fail(file, isMine: isMine, why)
    }
  }

  private func ask(about file: UInt32) -> FileOutcome {
    guard let index = index(of: file, isMine: false) else { return FileOutcome() }
    return FileOutcome(notices: [.offered(transfers[index].offer, isTaken: false)])
  }

  private mutating func finish(_ file: UInt32, _ path: String) -> FileOutcome {
    guard let transfer = remove(file, isMine: false) else { return FileOutcome() }
    var outcome = FileOutcome(notices: [.stored(transfer.offer, path: path)])
    outcome.respond(file, .whole)
    return outcome
  }

  private mutating func fail(_ file: UInt32, isMine: Bool, _ why: String) -> FileOutcome {
    guard let transfer = remove(file, isMine: isMine) else { return FileOutcome() }
    return end(transfer, isMine: isMine, .failed, .failedHere(why))
  }

  /// Says that this side does not go on with `transfer`, and why.
  private func end(
    _ transfer: Transfer,
    isMine: Bool,
    _ verdict: FileResponse.Verdict,
    _ why: FileEnd
  ) -> FileOutcome {
    let file = transfer.offer.file
    var outcome = FileOutcome(
      changes: [.close(file, isMine: isMine)],
      notices: [.ended(transfer.offer, why)]
    )
    outcome.respond(file, isMine: isMine, verdict)
    return outcome
  }

  private mutating func offer(_ offer: FileOffer, unless refusal: FileRefusal?) -> FileOutcome {
    let own = transfers.filter { $0.isMine }
    // The other side tells files apart by what is in them.
    let isTwice = own.contains { $0.offer.hash == offer.hash }
    if let refusal = refusal ?? (isTwice ? .underWay : own.count >= Self.most ? .tooMany : nil) {
      return FileOutcome(
        changes: [.close(offer.file, isMine: true)],
        notices: [.refused(refusal)]
      )
    }
    transfers.append(Transfer(offer: offer, isMine: true))
    return FileOutcome(actions: [.offer(offer)], notices: [.offering(offer)])
  }

  private mutating func answerOffer(_ agrees: Bool) -> FileOutcome {
    guard let offer = offered?.offer else {
      return FileOutcome(notices: [.refused(.nothingOffered)])
    }
    if agrees { return FileOutcome(changes: [.open(offer)]) }
    _ = remove(offer.file, isMine: false)
    var outcome = FileOutcome(notices: [.ended(offer, .refusedHere)])
    outcome.respond(offer.file, .refused)
    return outcome
  }

  private mutating func cancel() -> FileOutcome {
    guard let transfer = transfers.popLast() else {
      return FileOutcome(notices: [.refused(.nothingToCancel)])
    }
    var outcome = end(transfer, isMine: transfer.isMine, .cancelled, .cancelledHere)
    if !transfer.isMine { outcome.changes = [.decline(transfer.offer.file)] }
    return outcome
  }

  private mutating func begin(_ file: UInt32, from offset: UInt64, now: Duration) -> FileOutcome {
    guard let index = index(of: file, isMine: false) else { return FileOutcome() }
    begin(index, at: offset, now: now)
    var outcome = FileOutcome(notices: [.moves(transfers[index])])
    outcome.respond(file, .wanted(from: offset))
    outcome.changes += finishIfWhole(index)
    return outcome
  }

  private mutating func finishIfWhole(_ index: Int) -> [FileChange] {
    let transfer = transfers[index]
    guard transfer.done == transfer.offer.size, transfer.stage == .moving else { return [] }
    transfers[index].stage = .checking
    return [.finish(transfer.offer.file)]
  }
}

// MARK: - The other side

extension TableFiles {
  /// Hears what the session tells; offers of at most `limit` bytes are taken unasked, and none at
  /// all if the other side says too much.
  mutating func hear(
    _ event: FileEvent,
    upTo limit: UInt64?,
    isTooMuch: Bool,
    now: Duration
  ) -> FileOutcome {
    switch event {
    case .offered(let offer): return hear(offer, upTo: limit, isTooMuch: isTooMuch)
    case .answered(let response): return hear(response, now: now)
    case .wants(let file, let offset, let count):
      guard let index = index(of: file, isMine: true) else { return FileOutcome() }
      return FileOutcome(
        changes: [.read(file, offset: offset, count: count)],
        notices: advance(index, to: offset, now: now).map { [$0] } ?? []
      )
    case .part(let part):
      guard let index = index(of: part.file, isMine: false) else { return FileOutcome() }
      let done = part.offset + UInt64(part.content.count)
      let notice = advance(index, to: done, now: now)
      return FileOutcome(
        changes: [.append(part)] + finishIfWhole(index),
        notices: notice.map { [$0] } ?? []
      )
    }
  }

  private mutating func hear(
    _ offer: FileOffer,
    upTo limit: UInt64?,
    isTooMuch: Bool
  ) -> FileOutcome {
    var outcome = FileOutcome()
    for old in transfers where !old.isMine && old.offer.hash == offer.hash {
      _ = remove(old.offer.file, isMine: false)
      outcome.changes.append(.close(old.offer.file, isMine: false))
    }
    guard !isTooMuch else {
      outcome.respond(offer.file, .refused)
      return outcome
    }
    transfers.append(Transfer(offer: offer, isMine: false))
    let isTaken = limit.map { offer.size <= $0 } ?? false
    outcome.changes.append(isTaken ? .open(offer) : .offered(offer))
    if isTaken { outcome.notices.append(.offered(offer, isTaken: true)) }
    return outcome
  }

  private mutating func hear(_ response: FileResponse, now: Duration) -> FileOutcome {
    guard let index = index(of: response.file, isMine: !response.isMine) else {
      return FileOutcome()
    }
    if case .wanted(let offset) = response.verdict {
      begin(index, at: offset, now: now)
      return FileOutcome(notices: [.moves(transfers[index])])
    }
    let transfer = transfers.remove(at: index)
    let notice: FileNotice =
      switch response.verdict {
      case .wanted(let offset): .moves(Transfer(offer: transfer.offer, isMine: true, done: offset))
      case .whole: .sent(transfer.offer, rate: transfer.rate(now: now))
      case .refused: .ended(transfer.offer, .refusedThere)
      case .cancelled: .ended(transfer.offer, .cancelledThere)
      case .failed: .ended(transfer.offer, .failedThere)
      }
    return FileOutcome(
      changes: [.close(response.file, isMine: transfer.isMine)],
      notices: [notice]
    )
  }
}

// MARK: - At a table

extension Table {
  mutating func wish(_ wish: FileWish, now: Duration) {
    let refusal: FileRefusal? =
      if !hasSession || !phase.hasOther {
        .nobody
      } else {
        !isSuspended && session?.takesFiles == false ? .notUnderstood : nil
      }
    carryOut(files.perform(wish, unless: refusal, now: now), now: now)
  }

  mutating func hear(_ event: FileEvent, now: Duration) {
    // An offer is something said: who says too much is not heard.
    var isTooMuch = false
    if case .offered = event { isTooMuch = talk.hearing.note(now: now) != .taken }
    let outcome = files.hear(event, upTo: rules.filesUpTo, isTooMuch: isTooMuch, now: now)
    carryOut(outcome, now: now)
  }

  private mutating func carryOut(_ outcome: FileOutcome, now: Duration) {
    for change in outcome.changes { keep(.file(change)) }
    for action in outcome.actions { converse(now: now) { $0.perform(action, now: $1) } }
    for notice in outcome.notices { tell(.file(notice)) }
  }
}

extension TablePhase {
  /// True if there is somebody to whom something can be said besides the game.
  var hasOther: Bool {
    switch self {
    case .seated, .playing, .over: true
    case .open, .comparing, .accepted, .leaving, .ended: false
    }
  }
}
