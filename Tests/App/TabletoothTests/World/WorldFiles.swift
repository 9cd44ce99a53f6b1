import BoardUI
import Dispatch
import MatchPlay
import Synchronization

@testable import tabletooth

/// The files of a game, on disk, whose steps the world takes one after another.
@MainActor
final class WorldFiles {
  /// What the store wants done, and what it tells.
  private final class Inbox: Sendable {
    let steps = Mutex<[@Sendable () -> Void]>([])
    let results = Mutex<[WorkResult]>([])
  }

  private let store: FileStore
  private let inbox: Inbox
  private let world: World
  private let tell: @MainActor (WorkResult) -> Void
  /// True while a step is planned.
  private var isBusy = false

  /// The files that go into `folder`, or where downloads go; `tell` hears what comes of them.
  init(in world: World, into folder: String?, tell: @escaping @MainActor (WorkResult) -> Void) {
    let inbox = Inbox()
    (self.inbox, self.world, self.tell) = (inbox, world, tell)
    store = FileStore(into: folder) { queue, work in
      inbox.steps.withLock { $0.append { queue.sync(execute: work) } }
    } tell: { result in
      inbox.results.withLock { $0.append(result) }
    }
  }

  /// Has the store begin something.
  func begin(_ body: (FileStore) -> Void) {
    body(store)
    plan()
  }

  private func plan() {
    guard !isBusy, let step = next() else { return }
    isBusy = true
    world.plan(in: .milliseconds(1)) {
      self.isBusy = false
      step()
      for result in self.results() { self.tell(result) }
      self.plan()
    }
  }

  private func next() -> (@Sendable () -> Void)? {
    inbox.steps.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }

  private func results() -> [WorkResult] {
    inbox.results.withLock { results in
      defer { results = [] }
      return results
    }
  }

  /// Lets go of all files, as a process that ends; `isKilled` leaves undone what was wanted.
  func end(isKilled: Bool) {
    if isKilled { inbox.steps.withLock { $0 = [] } }
    store.perform(.closeAll)
    while let step = next() { step() }
  }
}
