internal import Dispatch

/// The serial queue that a connection lives on: nothing of libdbus is touched from anywhere else.
final class BusExecutor: SerialExecutor {
  let queue = DispatchQueue(label: "tabletooth.dbus")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async {
      unsafe job.runSynchronously(on: self.asUnownedSerialExecutor())
    }
  }

  func checkIsolated() {
    dispatchPrecondition(condition: .onQueue(queue))
  }
}
