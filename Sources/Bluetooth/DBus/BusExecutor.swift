/// The thread that a connection lives on: nothing of libdbus is touched from anywhere else.
///
/// The same thread waits for the socket and runs the jobs of the actors on it
/// (docs/dev/decisions/0004-connection-thread.md).
final class BusExecutor: SerialExecutor {
  let loop: BusLoop
  let taskExecutor: BusTaskExecutor

  init() {
    loop = BusLoop()
    taskExecutor = BusTaskExecutor(loop)
    loop.start()
  }

  deinit {
    loop.stop()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    loop.add(.job(UnownedJob(job), self))
  }

  func checkIsolated() {
    precondition(loop.isCurrent, "this must run on the connection's thread")
  }

  func isIsolatingCurrentContext() -> Bool? {
    loop.isCurrent
  }
}

/// The same thread, for what a task does between the calls of actors.
final class BusTaskExecutor: TaskExecutor {
  private let loop: BusLoop

  init(_ loop: BusLoop) {
    self.loop = loop
  }

  func enqueue(_ job: consuming ExecutorJob) {
    loop.add(.taskJob(UnownedJob(job), self))
  }
}
