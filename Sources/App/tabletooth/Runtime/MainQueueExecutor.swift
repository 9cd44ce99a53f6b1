internal import Dispatch

/// Runs what belongs to no actor on the main queue too.
///
/// The pool that Swift has for it is watched by libdispatch, which wakes the process once a second
/// from the first job on. What takes long has queues of its own here, which are not watched.
final class MainQueueExecutor: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = unsafe asUnownedTaskExecutor()
    DispatchQueue.main.async {
      unsafe job.runSynchronously(on: executor)
    }
  }
}
