// What `GameSearch` needs of Dispatch, and of Mutex, on the one thread of a page.

/// Tasks that are over when they have been started.
public struct DispatchGroup: Sendable {
  /// A group without tasks.
  public init() {}

  /// Returns at once.
  public func wait() {}
}

/// The thread of the page.
public struct DispatchQueue: Sendable {
  /// The thread.
  public static func global() -> DispatchQueue { DispatchQueue() }

  /// Does `work` at once.
  public func async(group: DispatchGroup, execute work: () -> Void) { work() }
}

/// A value that nobody else can change.
public final class Mutex<Value>: @unchecked Sendable {
  private var value: Value

  /// Guards a value.
  public init(_ value: Value) { self.value = value }

  /// Gives `body` the value.
  public func withLock<Result>(_ body: (inout Value) -> Result) -> Result { body(&value) }
}
