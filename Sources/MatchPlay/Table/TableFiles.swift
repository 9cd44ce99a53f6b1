public import MatchProtocol

/// The files that go forth and back at a table, as far as this program knows.
public struct TableFiles: Hashable, Sendable {
  /// One file.
  public struct Transfer: Hashable, Sendable {
    /// Where it is.
    public enum Stage: Hashable, Sendable {
      /// Its receiver has not said yet whether it is wanted.
      case offered
      /// It is on its way.
      case moving
      /// All of it is here, and its hash is being looked at; or there, and nothing was heard yet.
      case checking
    }

    /// What it is.
    public let offer: FileOffer
    /// Whether it goes from here to the other side.
    public let isMine: Bool
    /// Where it is.
    public internal(set) var stage = Stage.offered
    /// How many bytes of it were sent, or have come.
    public internal(set) var done: UInt64 = 0
    /// How many there were when it began to move, and when that was.
    var start: UInt64 = 0
    var startedAt = Duration.zero
    /// The last tenth that was told.
    var toldTenth = 0

    /// How many bytes a second, since it began to move.
    public func rate(now: Duration) -> Double {
      let seconds = (now - startedAt) / .seconds(1)
      return seconds > 0.1 ? Double(done - start) / seconds : 0
    }

    /// How many hundredths are done.
    public var percent: Int {
      offer.size == 0 ? 100 : Int(Double(done) / Double(offer.size) * 100)
    }
  }

  /// Those that are under way, the oldest first.
  public internal(set) var transfers: [Transfer] = []

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

/// What is told of files.
public enum FileNotice: Hashable, Sendable {
  /// The other player has one for the player here, who may say yes or no; or it is taken unasked.
  case offered(FileOffer, isTaken: Bool)
  /// The player here offers one.
  case offering(FileOffer)
  /// It moves, from a byte on.
  case moves(TableFiles.Transfer)
  /// So much of it is done, at so many bytes a second.
  case progress(TableFiles.Transfer, rate: Double)
  /// All of it is there, and right.
  case sent(FileOffer, rate: Double)
  /// All of it is here, and right, at this path.
  case stored(FileOffer, path: String)
  /// It does not go on, and why.
  case ended(FileOffer, FileEnd)
  /// What the player wanted cannot be.
  case refused(FileRefusal)
}

/// Why a file does not go on.
public enum FileEnd: Hashable, Sendable {
  /// The other player does not want it.
  case refusedThere
  /// The player here does not want it.
  case refusedHere
  /// The other player has cancelled it.
  case cancelledThere
  /// The player here has.
  case cancelledHere
  /// The other side cannot go on.
  case failedThere
  /// This side cannot, for this reason.
  case failedHere(String)
}

/// Why something about files is not done.
public enum FileRefusal: Hashable, Sendable {
  /// There is nobody on the other side.
  case nobody
  /// The other side's program takes no files.
  case notUnderstood
  /// No file is offered.
  case nothingOffered
  /// No file is under way.
  case nothingToCancel
  /// So many are under way that another has to wait.
  case tooMany
}

/// What a player, or the disk, says of files.
public enum FileWish: Hashable, Sendable {
  /// This file is ready to be offered.
  case offer(FileOffer)
  /// Take the oldest one that is offered, or do not.
  case accept(Bool)
  /// End the latest that is under way.
  case cancel
  /// Nothing is here of a file that is offered: the player has to be asked.
  case unknown(UInt32)
  /// There is room for a file, of which so many bytes are here.
  case opened(UInt32, UInt64)
  /// These bytes of an own file were asked for.
  case read(UInt32, [UInt8])
  /// A file is here and right.
  case stored(UInt32, path: String)
  /// The disk does not do what is asked of it.
  case failed(UInt32, isMine: Bool, String)
}

/// What is to be done on disk with files.
public enum FileChange: Hashable, Sendable {
  /// One is offered: it is taken at once where a part of it is here.
  case offered(FileOffer)
  /// Make room for one.
  case open(FileOffer)
  /// These are the next bytes of one.
  case append(FilePart)
  /// All of one has come: look at its hash, and give it its name.
  case finish(UInt32)
  /// No more is done with one; what is here of it stays for later.
  case close(UInt32, isMine: Bool)
  /// Read so many bytes of an own one.
  case read(UInt32, offset: UInt64, count: Int)
}

extension Table {
  mutating func wish(_ wish: FileWish, now: Duration) {
    switch wish {
    case .offer(let offer): self.offer(offer, now: now)
    case .accept(let agrees): answerOffer(agrees, now: now)
    case .cancel: cancelFile(now: now)
    case .unknown(let file): askForFile(file)
    case .opened(let file, let offset): begin(file, from: offset, now: now)
    case .read(let file, let bytes):
      converse(now: now) { $0.perform(.supply(file, bytes), now: $1) }
    case .stored(let file, let path): finish(file, path, now: now)
    case .failed(let file, let isMine, let why): fail(file, isMine: isMine, why, now: now)
    }
  }

  private mutating func askForFile(_ file: UInt32) {
    guard let index = files.index(of: file, isMine: false) else { return }
    tell(.file(.offered(files.transfers[index].offer, isTaken: false)))
  }

  private mutating func finish(_ file: UInt32, _ path: String, now: Duration) {
    guard let transfer = files.remove(file, isMine: false) else { return }
    respond(file, isMine: false, .whole, now: now)
    tell(.file(.stored(transfer.offer, path: path)))
  }

  private mutating func fail(_ file: UInt32, isMine: Bool, _ why: String, now: Duration) {
    guard let transfer = files.remove(file, isMine: isMine) else { return }
    keep(.file(.close(file, isMine: isMine)))
    respond(file, isMine: isMine, .failed, now: now)
    tell(.file(.ended(transfer.offer, .failedHere(why))))
  }

  private mutating func respond(
    _ file: UInt32,
    isMine: Bool,
    _ verdict: FileResponse.Verdict,
    now: Duration
  ) {
    let response = FileResponse(file: file, isMine: isMine, verdict)
    converse(now: now) { $0.perform(.respond(response), now: $1) }
  }

  private mutating func offer(_ offer: FileOffer, now: Duration) {
    let refusal: FileRefusal? =
      if session == nil || !phase.hasOther {
        .nobody
      } else if !isSuspended, session?.takesFiles == false {
        .notUnderstood
      } else {
        files.transfers.count(where: \.isMine) < 4 ? nil : .tooMany
      }
    if let refusal {
      keep(.file(.close(offer.file, isMine: true)))
      return tell(.file(.refused(refusal)))
    }
    files.transfers.append(TableFiles.Transfer(offer: offer, isMine: true))
    converse(now: now) { $0.perform(.offer(offer), now: $1) }
    tell(.file(.offering(offer)))
  }

  private mutating func answerOffer(_ agrees: Bool, now: Duration) {
    guard let offer = files.offered?.offer else { return tell(.file(.refused(.nothingOffered))) }
    if agrees { return keep(.file(.open(offer))) }
    _ = files.remove(offer.file, isMine: false)
    respond(offer.file, isMine: false, .refused, now: now)
    tell(.file(.ended(offer, .refusedHere)))
  }

  private mutating func cancelFile(now: Duration) {
    guard let transfer = files.transfers.last else {
      return tell(.file(.refused(.nothingToCancel)))
    }
    let (file, isMine) = (transfer.offer.file, transfer.isMine)
    _ = files.remove(file, isMine: isMine)
    keep(.file(.close(file, isMine: isMine)))
    respond(file, isMine: isMine, .cancelled, now: now)
    tell(.file(.ended(transfer.offer, .cancelledHere)))
  }

  private mutating func begin(_ file: UInt32, from offset: UInt64, now: Duration) {
    guard let index = files.index(of: file, isMine: false) else { return }
    files.begin(index, at: offset, now: now)
    respond(file, isMine: false, .wanted(from: offset), now: now)
    tell(.file(.moves(files.transfers[index])))
    finishIfWhole(index)
  }

  private mutating func finishIfWhole(_ index: Int) {
    let transfer = files.transfers[index]
    guard transfer.done == transfer.offer.size, transfer.stage == .moving else { return }
    files.transfers[index].stage = .checking
    keep(.file(.finish(transfer.offer.file)))
  }

  // MARK: The other side

  mutating func hear(_ event: FileEvent, now: Duration) {
    switch event {
    case .offered(let offer): hear(offer, now: now)
    case .answered(let response): hear(response, now: now)
    case .wants(let file, let offset, let count):
      guard let index = files.index(of: file, isMine: true) else { return }
      if let notice = files.advance(index, to: offset, now: now) { tell(.file(notice)) }
      keep(.file(.read(file, offset: offset, count: count)))
    case .part(let part):
      guard let index = files.index(of: part.file, isMine: false) else { return }
      keep(.file(.append(part)))
      let done = part.offset + UInt64(part.content.count)
      if let notice = files.advance(index, to: done, now: now) { tell(.file(notice)) }
      finishIfWhole(index)
    }
  }

  private mutating func hear(_ offer: FileOffer, now: Duration) {
    for old in files.transfers where !old.isMine && old.offer.hash == offer.hash {
      _ = files.remove(old.offer.file, isMine: false)
      keep(.file(.close(old.offer.file, isMine: false)))
    }
    // An offer is something said: who says too much is not heard.
    guard talk.hearing.note(now: now) == .taken else {
      return respond(offer.file, isMine: false, .refused, now: now)
    }
    files.transfers.append(TableFiles.Transfer(offer: offer, isMine: false))
    let isTaken = rules.filesUpTo.map { offer.size <= $0 } ?? false
    keep(.file(isTaken ? .open(offer) : .offered(offer)))
    if isTaken { tell(.file(.offered(offer, isTaken: true))) }
  }

  private mutating func hear(_ response: FileResponse, now: Duration) {
    guard let index = files.index(of: response.file, isMine: !response.isMine) else { return }
    let transfer = files.transfers[index]
    if case .wanted(let offset) = response.verdict {
      files.begin(index, at: offset, now: now)
      return tell(.file(.moves(files.transfers[index])))
    }
    files.transfers.remove(at: index)
    keep(.file(.close(response.file, isMine: transfer.isMine)))
    switch response.verdict {
    case .whole: tell(.file(.sent(transfer.offer, rate: transfer.rate(now: now))))
    case .refused: tell(.file(.ended(transfer.offer, .refusedThere)))
    case .cancelled: tell(.file(.ended(transfer.offer, .cancelledThere)))
    case .failed: tell(.file(.ended(transfer.offer, .failedThere)))
    case .wanted: break
    }
  }
}

extension TablePhase {
  /// Whether there is somebody to whom something can be said besides the game.
  var hasOther: Bool {
    switch self {
    case .seated, .playing, .over: true
    case .open, .comparing, .accepted, .leaving, .ended: false
    }
  }
}
