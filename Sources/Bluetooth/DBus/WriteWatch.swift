internal import CDBus

/// Knows when libdbus wants to write: it says so by a watch, which is also right in authentication,
/// when it takes turns with the bus.
@safe
final class WriteWatch {
  private var watch: OpaquePointer?

  /// True if libdbus has something that the socket should take.
  var isWanted: Bool {
    guard let watch = unsafe watch else { return false }
    return unsafe dbus_watch_get_enabled(watch) != 0
  }

  /// Follows the watches of `connection`, which calls back from within its own functions only.
  ///
  /// This object must outlive the connection, or ``detach(from:)`` be called before.
  func attach(to connection: OpaquePointer) {
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    let succeeded = unsafe dbus_connection_set_watch_functions(
      connection,
      { watch, context in
        guard let watch = unsafe watch, unsafe WriteWatch.isForWriting(watch) else { return 1 }
        unsafe WriteWatch.object(context)?.watch = watch
        return 1
      },
      { watch, context in
        guard let watch = unsafe watch, unsafe WriteWatch.isForWriting(watch) else { return }
        unsafe WriteWatch.object(context)?.watch = nil
      },
      { _, _ in },
      context,
      nil
    )
    guard succeeded != 0 else { fatalError("libdbus is out of memory") }
  }

  /// Ends the following of `connection`.
  func detach(from connection: OpaquePointer) {
    unsafe dbus_connection_set_watch_functions(connection, nil, nil, nil, nil, nil)
    unsafe watch = nil
  }

  private static func isForWriting(_ watch: OpaquePointer) -> Bool {
    unsafe dbus_watch_get_flags(watch) & DBUS_WATCH_WRITABLE.rawValue != 0
  }

  private static func object(_ context: UnsafeMutableRawPointer?) -> WriteWatch? {
    guard let context = unsafe context else { return nil }
    return unsafe Unmanaged<WriteWatch>.fromOpaque(context).takeUnretainedValue()
  }
}
