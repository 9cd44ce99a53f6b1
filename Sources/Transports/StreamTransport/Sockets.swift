internal import Glibc
internal import Synchronization

/// Sockets that are connected, or listen.
enum Sockets {
  /// The time in which one address of the other computer must answer.
  static let answerLimit = Duration.seconds(5)

  /// The number of connections that may wait to be accepted.
  private static let backlog: CInt = 16

  /// A connection to the first address of `address` that answers; waits for it.
  static func connect(to address: StreamAddress) throws(StreamError) -> OpenDescriptor {
    var failure = StreamError.unreachable(address, words: systemWords(EADDRNOTAVAIL))
    let own = OwnAddress.all()
    let candidates = try SocketAddress.all(of: address).flatMap { $0.onInterfaces(of: own) }
    for candidate in candidates {
      let descriptor = try open(candidate, for: address)
      var limit = timeval(tv_sec: Int(answerLimit.components.seconds), tv_usec: 0)
      let size = socklen_t(MemoryLayout<timeval>.size)
      _ = unsafe setsockopt(descriptor.number, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
      let status = unsafe candidate.withPointer { pointer, length in
        unsafe Glibc.connect(descriptor.number, pointer, length)
      }
      if status == 0 {
        _ = fcntl(descriptor.number, F_SETFL, O_NONBLOCK)
        return descriptor
      }
      failure =
        errno == EINPROGRESS || errno == ETIMEDOUT
        ? .noAnswer(address, after: answerLimit)
        : .unreachable(address, words: systemWords(errno))
    }
    throw failure
  }

  /// A socket that listens at `place`, which is one of the addresses of `address`.
  static func listen(
    at place: SocketAddress,
    of address: StreamAddress
  ) throws(StreamError) -> OpenDescriptor {
    let descriptor = try open(place, for: address)
    var on: CInt = 1
    let size = socklen_t(MemoryLayout<CInt>.size)
    _ = unsafe setsockopt(descriptor.number, SOL_SOCKET, SO_REUSEADDR, &on, size)
    if place.family == AF_INET6 {
      _ = unsafe setsockopt(descriptor.number, CInt(IPPROTO_IPV6), IPV6_V6ONLY, &on, size)
    }
    let status = unsafe place.withPointer { pointer, length in
      unsafe bind(descriptor.number, pointer, length)
    }
    // It is opened while there is place for it.
    spare.withLock { if $0 < 0 { $0 = openSpare() } }
    guard status == 0, Glibc.listen(descriptor.number, backlog) == 0 else {
      let number = errno
      let there = place.streamAddress
      throw number == EADDRINUSE
        ? .inUse(there) : .cannotListen(there, words: systemWords(number))
    }
    _ = fcntl(descriptor.number, F_SETFL, O_NONBLOCK)
    return descriptor
  }

  /// The next one who has connected to the socket `listener`; nil if nobody has.
  ///
  /// Without a free descriptor those who have connected are turned away: as long as they wait, the
  /// listener would be ready.
  static func accept(from listener: OpenDescriptor) -> OpenDescriptor? {
    while true {
      let number = Glibc.accept(listener.number, nil, nil)
      if number >= 0 {
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        _ = fcntl(number, F_SETFL, O_NONBLOCK)
        return OpenDescriptor(adopting: number)
      }
      guard errno == EMFILE || errno == ENFILE, turnAway(from: listener) else { return nil }
    }
  }

  /// A descriptor that makes place for one who is turned away.
  private static let spare = Mutex(openSpare())

  private static func openSpare() -> CInt { unsafe Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC) }

  /// Hangs up on the next one who has connected; false if that cannot be done.
  private static func turnAway(from listener: OpenDescriptor) -> Bool {
    spare.withLock { spare in
      guard spare >= 0 else { return false }
      close(spare)
      let number = Glibc.accept(listener.number, nil, nil)
      if number >= 0 { close(number) }
      spare = openSpare()
      return number >= 0
    }
  }

  private static func open(
    _ place: SocketAddress,
    for address: StreamAddress
  ) throws(StreamError) -> OpenDescriptor {
    let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let number = socket(place.family, type, 0)
    guard number >= 0 else { throw .unreachable(address, words: systemWords(errno)) }
    return OpenDescriptor(adopting: number)
  }
}
