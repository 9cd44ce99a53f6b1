/// A file that goes from one side to the other, as one of them knows it.
public struct Transfer: Hashable, Sendable {
  /// The stage of a file.
  package enum Stage: Hashable, Sendable {
    /// Its receiver has not said yet whether it is wanted.
    case offered
    /// It is on its way.
    case moving
    /// All of it is here, and its hash is being compared.
    case checking
  }

  /// The offer.
  package let offer: FileOffer
  /// True if it goes from here to the other side.
  package let isMine: Bool
  /// The stage.
  package internal(set) var stage = Stage.offered
  /// The one offset: all bytes before it were sent, or have come.
  package internal(set) var done: UInt64 = 0
  /// Up to where its sender may send it; 0 as long as nobody wants it on this link.
  var limit: UInt64 = 0
  /// The number of bytes that are on disk, of one that comes.
  var written: UInt64 = 0
  /// True if the owner reads an own file from ``done`` on.
  var isBeingRead = false
  /// The number of bytes when it began to move, and the time of that.
  private var start: UInt64 = 0
  private var startedAt = Duration.zero
  /// The last tenth that the owner was told of.
  private var toldTenth = 0

  /// One that is offered.
  package init(_ offer: FileOffer, isMine: Bool) {
    (self.offer, self.isMine) = (offer, isMine)
  }

  /// The number of bytes per second since it began to move.
  package func rate(now: Duration) -> Double {
    let seconds = (now - startedAt) / .seconds(1)
    return seconds > 0.1 ? Double(done - start) / seconds : 0
  }

  /// The number of hundredths that are done.
  package var percent: Int {
    offer.size == 0 ? 100 : Int(Double(done) / Double(offer.size) * 100)
  }

  /// The bytes of an own file that may be sent now.
  var open: UInt64 {
    let end = min(offer.size, limit)
    return done < end ? end - done : 0
  }

  /// Begins to move, or continues, from `offset` on.
  mutating func begin(at offset: UInt64, now: Duration) {
    stage = offset == offer.size && !isMine ? .checking : .moving
    (done, start, startedAt) = (offset, offset, now)
    toldTenth = percent / 10
  }

  /// Moves the offset; true if another tenth is done by that, but for the last.
  mutating func advance(to offset: UInt64) -> Bool {
    done = offset
    if !isMine, done == offer.size { stage = .checking }
    let tenth = percent / 10
    guard tenth > toldTenth, tenth < 10 else { return false }
    toldTenth = tenth
    return true
  }

  /// The response that a file that comes is wanted, which lets its sender send more.
  mutating func wanted() -> FileResponse {
    var response = FileResponse(file: offer.file, isMine: false, .wanted(from: done))
    guard offer.isPaced else { return response }
    limit = written + Files.window
    response.limit = limit
    return response
  }
}
