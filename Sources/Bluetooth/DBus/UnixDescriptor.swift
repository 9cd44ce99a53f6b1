internal import Glibc
internal import Synchronization

/// An open file descriptor that came with a message, or goes with one.
///
/// The descriptor is closed when the last reference to this object goes, unless ``release()`` took
/// it out before.
public final class UnixDescriptor: Sendable, Hashable {
  private let descriptor: Mutex<CInt?>

  /// Takes over `descriptor`, which nobody else may close from now on.
  public init(adopting descriptor: CInt) {
    self.descriptor = Mutex(descriptor)
  }

  deinit {
    if let descriptor = release() {
      close(descriptor)
    }
  }

  /// Hands the descriptor over to the caller, who closes it; `nil` when it was handed over before.
  public func release() -> CInt? {
    descriptor.withLock { descriptor in
      defer { descriptor = nil }
      return descriptor
    }
  }

  /// Calls `body` with the descriptor, which stays this object's; `nil` when it was handed over
  /// before.
  public func withDescriptor<Result: Sendable>(_ body: (CInt) -> Result) -> Result? {
    descriptor.withLock { descriptor in descriptor.map(body) }
  }

  /// True if both are the same object.
  public static func == (left: UnixDescriptor, right: UnixDescriptor) -> Bool {
    left === right
  }

  /// Hashes the object's identity.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
