internal import Dispatch
internal import Glibc

/// Tells on a queue when a socket can be read or written.
///
/// It watches a copy of the descriptor, so that whoever owns the socket may close it at any time;
/// the connection ends when both are closed.
public final class SocketWatch {
  /// The copy, closed when nothing watches it any more.
  private final class Copy: Sendable {
    let descriptor: CInt

    init(of descriptor: CInt) {
      self.descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
      precondition(self.descriptor >= 0, "no more descriptors")
    }

    deinit {
      close(descriptor)
    }
  }

  private let copy: Copy
  private let executor: QueueExecutor
  private let reading: any DispatchSourceRead
  private var writing: (any DispatchSourceWrite)?
  private let canWrite: @Sendable () -> Void

  /// Calls `canRead` on the queue of `executor` whenever something can be read from `descriptor`,
  /// until ``cancel()``; `canWrite` only while ``watchesWriting``.
  public init(
    _ descriptor: CInt,
    on executor: QueueExecutor,
    canRead: @escaping @Sendable () -> Void,
    canWrite: @escaping @Sendable () -> Void
  ) {
    let copy = Copy(of: descriptor)
    self.copy = copy
    self.executor = executor
    self.canWrite = canWrite
    reading = DispatchSource.makeReadSource(
      fileDescriptor: copy.descriptor,
      queue: executor.queue
    )
    reading.setEventHandler(handler: DispatchWorkItem(block: canRead))
    reading.setCancelHandler(handler: DispatchWorkItem { withExtendedLifetime(copy) {} })
    reading.resume()
  }

  /// True if it tells when the socket can be written.
  public var watchesWriting: Bool {
    get { writing != nil }
    set {
      guard newValue != watchesWriting else { return }
      guard newValue else {
        writing?.cancel()
        writing = nil
        return
      }
      let copy = copy
      let source = DispatchSource.makeWriteSource(
        fileDescriptor: copy.descriptor,
        queue: executor.queue
      )
      source.setEventHandler(handler: DispatchWorkItem(block: canWrite))
      source.setCancelHandler(handler: DispatchWorkItem { withExtendedLifetime(copy) {} })
      source.resume()
      writing = source
    }
  }

  /// Has what came last acknowledged without delay, on TCP.
  ///
  /// The other side may keep a small packet back until the one before is acknowledged (RFC 896),
  /// which takes 40 ms otherwise; Linux forgets it after a while (tcp(7)).
  public func acknowledgeAtOnce() {
    var on: CInt = 1
    let size = socklen_t(MemoryLayout<CInt>.size)
    _ = unsafe setsockopt(copy.descriptor, CInt(IPPROTO_TCP), TCP_QUICKACK, &on, size)
  }

  /// Tells nothing any more.
  public func cancel() {
    reading.cancel()
    watchesWriting = false
  }
}
