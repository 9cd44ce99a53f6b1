internal import Dispatch

/// Watches the socket of a connection: for reading always, for writing only while something waits to be written.
struct SocketSources {
  private let reading: any DispatchSourceRead
  private let writing: any DispatchSourceWrite
  private var isWriting = false

  init(descriptor: CInt, queue: DispatchQueue, onReady: @escaping @Sendable () -> Void) {
    reading = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    writing = DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: queue)
    reading.setEventHandler(handler: onReady)
    writing.setEventHandler(handler: onReady)
    reading.resume()
  }

  mutating func watchWriting(_ wanted: Bool) {
    guard wanted != isWriting else { return }
    isWriting = wanted
    if wanted {
      writing.resume()
    } else {
      writing.suspend()
    }
  }

  /// Ends both.
  ///
  /// A source that is suspended may not be released, so it is resumed first.
  mutating func cancel() {
    reading.cancel()
    writing.cancel()
    watchWriting(true)
  }
}

/// A timer that is armed for one moment at a time, and costs nothing while it is not.
struct DispatchTimer {
  private let source: any DispatchSourceTimer
  private var deadline: DispatchTime?

  init(queue: DispatchQueue) {
    source = DispatchSource.makeTimerSource(queue: queue)
    source.schedule(deadline: .distantFuture)
    source.resume()
  }

  mutating func arm(_ deadline: DispatchTime, _ handler: @escaping @Sendable () -> Void) {
    guard deadline != self.deadline else { return }
    self.deadline = deadline
    source.setEventHandler(handler: handler)
    source.schedule(deadline: deadline, leeway: .milliseconds(50))
  }

  mutating func disarm() {
    guard deadline != nil else { return }
    deadline = nil
    source.schedule(deadline: .distantFuture)
  }
}
