internal import CDBus
internal import Glibc
internal import Synchronization

/// A thread that runs work, and between that waits for descriptors and for one moment in time.
final class BusLoop: Sendable {
  /// Something to run on the thread.
  enum Work: Sendable {
    case job(UnownedJob, BusExecutor)
    case taskJob(UnownedJob, BusTaskExecutor)
    case call(@Sendable () -> Void)
  }

  /// The events for which a descriptor is watched.
  struct Interest: OptionSet, Sendable {
    let rawValue: Int16
    static let reading = Self(rawValue: Int16(POLLIN))
    static let writing = Self(rawValue: Int16(POLLOUT))
  }

  private struct Watch: Sendable {
    let descriptor: CInt
    var interest: Interest
    let isOnce: Bool
    let handler: @Sendable () -> Void
  }

  private struct Timer: Sendable {
    let deadline: ContinuousClock.Instant
    let handler: @Sendable () -> Void
  }

  private struct State: Sendable {
    var work: [Work] = []
    /// True if the thread waits, so that it has to be woken for new work.
    var isPolling = false
    var isStopped = false
    var watches: [Int: Watch] = [:] {
      didSet { haveWatchesChanged = true }
    }
    var haveWatchesChanged = true
    var watchesMade = 0
    var timer: Timer?
  }

  /// The number of rounds of new work before the descriptors have their turn, so that neither
  /// starves.
  private static let roundsOfWork = 64

  private let state = Mutex(State())
  private let thread = Atomic<UInt>(0)
  /// Wakes the thread (eventfd).
  private let bell: CInt

  /// A loop whose thread is still to be started.
  init() {
    bell = eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK))
    precondition(bell >= 0, "no more descriptors")
  }

  deinit {
    Glibc.close(bell)
  }

  /// True if the caller is on the thread.
  var isCurrent: Bool { thread.load(ordering: .relaxed) == UInt(pthread_self()) }

  /// Starts the thread, which keeps the loop until it is stopped.
  func start() {
    let context = unsafe Unmanaged.passRetained(self).toOpaque()
    var id = pthread_t()
    let failure = unsafe pthread_create(
      &id,
      nil,
      { context in
        guard let context = unsafe context else { return nil }
        unsafe Unmanaged<BusLoop>.fromOpaque(context).takeRetainedValue().run()
        return nil
      },
      context
    )
    precondition(failure == 0, "no more threads")
    pthread_detach(id)
  }

  /// Lets the thread end when it has done its work.
  func stop() {
    change { $0.isStopped = true }
  }

  /// Runs `work` on the thread, after all that was added before.
  func add(_ work: Work) {
    change { $0.work.append(work) }
  }

  private func change(_ body: (inout sending State) -> Void) {
    let mustWake = state.withLock { state in
      body(&state)
      defer { state.isPolling = false }
      return state.isPolling
    }
    if mustWake { _ = eventfd_write(bell, 1) }
  }

  // MARK: What it waits for; to be called on the thread

  /// Calls `handler` whenever `descriptor` is ready, or broken, until ``unwatch(_:)``, or once.
  ///
  /// - Returns: A number for the other calls.
  @discardableResult
  func watch(
    _ descriptor: CInt,
    for interest: Interest,
    isOnce: Bool = false,
    _ handler: @escaping @Sendable () -> Void
  ) -> Int {
    state.withLock { state in
      state.watchesMade += 1
      state.watches[state.watchesMade] = Watch(
        descriptor: descriptor,
        interest: interest,
        isOnce: isOnce,
        handler: handler
      )
      return state.watchesMade
    }
  }

  /// Watches for something else from now on.
  func watch(_ number: Int, for interest: Interest) {
    state.withLock { state in
      guard let watch = state.watches[number], watch.interest != interest else { return }
      state.watches[number]?.interest = interest
    }
  }

  /// Ends a watch; its handler is not called any more.
  func unwatch(_ number: Int) {
    state.withLock { _ = $0.watches.removeValue(forKey: number) }
  }

  /// Calls `handler` once at `deadline`, and forgets what was set before; `nil` calls nothing.
  func setTimer(_ deadline: ContinuousClock.Instant?, _ handler: @escaping @Sendable () -> Void) {
    state.withLock { $0.timer = deadline.map { Timer(deadline: $0, handler: handler) } }
  }

  // MARK: The thread

  private func run() {
    blockSignals()
    thread.store(UInt(pthread_self()), ordering: .relaxed)
    var waiting = Waiting(bell: bell)
    while let milliseconds = prepare(&waiting) {
      waiting.poll(milliseconds)
      state.withLock { $0.isPolling = false }
      if waiting.isBellReady { clearBell() }
      for index in waiting.watches.indices where waiting.isReady(index) {
        handler(of: waiting.watches[index])?()
      }
      dueTimer()?()
    }
  }

  /// Runs what there is to run, and says for how long to wait then; `nil` when the thread is to
  /// end.
  private func prepare(_ waiting: inout Waiting) -> CInt? {
    for _ in 0..<Self.roundsOfWork {
      let work = state.withLock { state in
        defer { state.work = [] }
        return state.work
      }
      if work.isEmpty { break }
      for work in work { run(work) }
    }
    return state.withLock { state in
      if state.isStopped, state.work.isEmpty { return nil }
      state.isPolling = state.work.isEmpty
      if state.haveWatchesChanged {
        waiting.watch(state.watches)
        state.haveWatchesChanged = false
      }
      return state.isPolling ? Self.milliseconds(until: state.timer?.deadline) : 0
    }
  }

  private func run(_ work: Work) {
    switch work {
    case .job(let job, let executor):
      unsafe job.runSynchronously(on: executor.asUnownedSerialExecutor())
    case .taskJob(let job, let executor):
      unsafe job.runSynchronously(on: executor.asUnownedTaskExecutor())
    case .call(let call): call()
    }
  }

  /// The handler of a watch that one before it has not ended.
  private func handler(of number: Int) -> (@Sendable () -> Void)? {
    state.withLock { state in
      guard let watch = state.watches[number] else { return nil }
      if watch.isOnce { state.watches[number] = nil }
      return watch.handler
    }
  }

  private func dueTimer() -> (@Sendable () -> Void)? {
    state.withLock { state in
      guard let timer = state.timer, timer.deadline <= .now else { return nil }
      state.timer = nil
      return timer.handler
    }
  }

  private func clearBell() {
    var count = eventfd_t()
    _ = unsafe eventfd_read(bell, &count)
  }

  /// Signals are for the threads that wait for them.
  private func blockSignals() {
    var all = sigset_t()
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_BLOCK, &all, nil)
  }

  /// Rounded up, so that the deadline has passed when the wait is over; -1 waits for ever.
  private static func milliseconds(until deadline: ContinuousClock.Instant?) -> CInt {
    guard let deadline else { return -1 }
    let left = max(deadline - .now, .zero) / .milliseconds(1)
    return CInt(min(left.rounded(.up), 60_000))
  }

  /// The question to `poll`, and its answer.
  private struct Waiting {
    /// The bell, and then the watched descriptors in the order of ``watches``.
    private var descriptors: [pollfd]
    private(set) var watches: [Int] = []

    init(bell: CInt) {
      descriptors = [pollfd(fd: bell, events: Int16(POLLIN), revents: 0)]
    }

    var isBellReady: Bool { descriptors[0].revents != 0 }

    func isReady(_ index: Int) -> Bool { descriptors[index + 1].revents != 0 }

    mutating func watch(_ watches: [Int: Watch]) {
      descriptors.removeLast(descriptors.count - 1)
      self.watches = Array(watches.keys)
      for watch in watches.values {
        descriptors.append(
          pollfd(fd: watch.descriptor, events: watch.interest.rawValue, revents: 0)
        )
      }
    }

    mutating func poll(_ milliseconds: CInt) {
      let count = nfds_t(descriptors.count)
      _ = unsafe descriptors.withUnsafeMutableBufferPointer { buffer in
        unsafe Glibc.poll(buffer.baseAddress, count, milliseconds)
      }
    }
  }
}
