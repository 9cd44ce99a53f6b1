public import Dispatch

/// A serial queue that actors can live on, so that the handlers of a dispatch source are on the
/// actor already.
///
/// Several actors may share one; then no two of them run at a time.
public final class QueueExecutor: SerialExecutor {
  /// The queue, for sources of events.
  public let queue: DispatchQueue

  /// The same queue, for what a task does between the calls of actors.
  public let taskExecutor: any TaskExecutor

  /// A new queue; `label` names its thread for a debugger.
  public init(label: String) {
    let queue = DispatchQueue(label: label, qos: .userInitiated)
    self.queue = queue
    taskExecutor = QueueTaskExecutor(queue)
  }

  /// Runs `job` behind all that was added before.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// Ends the process if the caller is not on the queue.
  public func checkIsolated() {
    dispatchPrecondition(condition: .onQueue(queue))
  }
}

/// The same queue, for what belongs to no actor.
private final class QueueTaskExecutor: TaskExecutor {
  private let queue: DispatchQueue

  init(_ queue: DispatchQueue) {
    self.queue = queue
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
