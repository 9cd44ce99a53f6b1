package import MatchProtocol

/// The files that go back and forth at a table; the session has the list of them.
extension Table {
  /// Those that are under way, the oldest first.
  package var transfers: [Transfer] { session?.transfers ?? [] }

  private func transfer(_ file: UInt32, isMine: Bool) -> Transfer? {
    transfers.first { $0.offer.file == file && $0.isMine == isMine }
  }

  private mutating func perform(_ action: FileAction, now: Duration) {
    converse(now: now) { $0.perform(action, now: $1) }
  }

  /// Says `verdict` of a file that comes, or of an own one.
  private mutating func respond(
    _ file: UInt32,
    isMine: Bool = false,
    _ verdict: FileResponse.Verdict,
    now: Duration
  ) {
    perform(.respond(FileResponse(file: file, isMine: isMine, verdict)), now: now)
  }

  // MARK: This side

  /// Does what the player here wants, or what the disk says.
  mutating func wish(_ wish: FileWish, now: Duration) {
    switch wish {
    case .offer(let offer): self.offer(offer, now: now)
    case .accept(let agrees): answerOffer(agrees, now: now)
    case .cancel: cancel(now: now)
    case .unknown(let file): ask(about: file)
    case .opened(let file, let offset): begin(file, from: offset, now: now)
    case .read(let file, let offset, let bytes):
      perform(.supply(file, offset: offset, bytes), now: now)
    case .written(let file, let count): perform(.written(file, count), now: now)
    case .stored(let offer, let path): finish(offer, path, now: now)
    case .failed(let file, let isMine, let why): fail(file, isMine: isMine, why, now: now)
    }
  }

  private mutating func ask(about file: UInt32) {
    guard let transfer = transfer(file, isMine: false) else { return }
    tell(.file(.offered(transfer.offer, isTaken: false)))
  }

  private mutating func finish(_ offer: FileOffer, _ path: String, now: Duration) {
    if transfer(offer.file, isMine: false)?.offer == offer {
      respond(offer.file, .whole, now: now)
    }
    tell(.file(.stored(offer, path: path)))
  }

  private mutating func fail(_ file: UInt32, isMine: Bool, _ why: String, now: Duration) {
    guard let transfer = transfer(file, isMine: isMine) else { return }
    keep(.file(.close(file, isMine: isMine)))
    end(transfer, .failed, .failedHere(why), now: now)
  }

  /// Says that this side does not go on with `transfer`, and why.
  private mutating func end(
    _ transfer: Transfer,
    _ verdict: FileResponse.Verdict,
    _ why: FileEnd,
    now: Duration
  ) {
    respond(transfer.offer.file, isMine: transfer.isMine, verdict, now: now)
    tell(.file(.ended(transfer.offer, why)))
  }

  /// The reason why `offer` cannot be sent now, if there is one.
  private func refusal(of offer: FileOffer) -> FileRefusal? {
    guard hasSession, phase.hasOther else { return .nobody }
    guard isSuspended || session?.takesFiles != false else { return .notUnderstood }
    let own = transfers.filter { $0.isMine }
    // The other side tells files apart by what is in them.
    guard !own.contains(where: { $0.offer.hash == offer.hash }) else { return .underWay }
    return own.count < FileOffer.mostAtOnce ? nil : .tooMany
  }

  private mutating func offer(_ offer: FileOffer, now: Duration) {
    if let refusal = refusal(of: offer) {
      keep(.file(.close(offer.file, isMine: true)))
      return tell(.file(.refused(refusal)))
    }
    hasFiles = true
    perform(.offer(offer), now: now)
    tell(.file(.offering(offer)))
  }

  private mutating func answerOffer(_ agrees: Bool, now: Duration) {
    guard let transfer = transfers.first(where: { !$0.isMine && $0.stage == .offered }) else {
      return tell(.file(.refused(.nothingOffered)))
    }
    guard !agrees else { return keep(.file(.open(transfer.offer))) }
    end(transfer, .refused, .refusedHere, now: now)
  }

  private mutating func cancel(now: Duration) {
    guard let transfer = transfers.last else { return tell(.file(.refused(.nothingToCancel))) }
    let file = transfer.offer.file
    keep(.file(transfer.isMine ? .close(file, isMine: true) : .decline(file)))
    end(transfer, .cancelled, .cancelledHere, now: now)
  }

  private mutating func begin(_ file: UInt32, from offset: UInt64, now: Duration) {
    guard transfer(file, isMine: false) != nil else { return }
    respond(file, .wanted(from: offset), now: now)
    guard let transfer = transfer(file, isMine: false) else { return }
    if transfer.stage == .checking { keep(.file(.finish(file))) }
    tell(.file(.moves(transfer)))
  }

  /// Closes all files, as nothing more is said with the player on the other side.
  mutating func forgetFiles() {
    if hasFiles { keep(.file(.closeAll)) }
    hasFiles = false
  }

  // MARK: The other side

  /// Hears what the session tells.
  mutating func hear(_ event: FileEvent, now: Duration) {
    switch event {
    case .offered(let offer, let replaced):
      if let replaced { keep(.file(.close(replaced, isMine: false))) }
      hear(offer, now: now)
    case .answered(let response, let transfer): hear(response, of: transfer, now: now)
    case .wants(let file, let offset, let count):
      keep(.file(.read(file, offset: offset, count: count)))
    case .part(let part):
      keep(.file(.append(part)))
      // The session may have heard more of it already, which is told next.
      let end = part.offset + UInt64(part.content.count)
      if transfer(part.file, isMine: false)?.offer.size == end { keep(.file(.finish(part.file))) }
    case .progressed(let transfer):
      tell(.file(.progress(transfer, rate: transfer.rate(now: now))))
    }
  }

  /// Takes an offer unasked, or has the player asked.
  private mutating func hear(_ offer: FileOffer, now: Duration) {
    // An offer is something said: who says too much is not heard.
    guard talk.hearing.note(now: now) == .taken else {
      return respond(offer.file, .refused, now: now)
    }
    hasFiles = true
    let isTaken = rules.filesUpTo.map { offer.size <= $0 } ?? false
    keep(.file(isTaken ? .open(offer) : .offered(offer)))
    if isTaken { tell(.file(.offered(offer, isTaken: true))) }
  }

  private mutating func hear(_ response: FileResponse, of transfer: Transfer, now: Duration) {
    let notice: FileNotice
    switch response.verdict {
    case .wanted: return tell(.file(.moves(transfer)))
    case .whole: notice = .sent(transfer.offer, rate: transfer.rate(now: now))
    case .refused: notice = .ended(transfer.offer, .refusedThere)
    case .cancelled: notice = .ended(transfer.offer, .cancelledThere)
    case .failed: notice = .ended(transfer.offer, .failedThere)
    }
    keep(.file(.close(response.file, isMine: transfer.isMine)))
    tell(.file(notice))
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
