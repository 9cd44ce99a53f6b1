internal import CDBus

/// Owns one `DBusServer`: a socket that takes connections.
@safe
final class BusServer {
  private let pointer: OpaquePointer
  private var watch: OpaquePointer?
  private var accepted: [BusEnd] = []

  /// Listens at a free place in `/tmp`.
  ///
  /// - Throws: ``BusError/unreachable(address:name:text:)``.
  init() throws(BusError) {
    let place = "unix:tmpdir=/tmp"
    var error = unsafe DBusError()
    unsafe dbus_error_init(&error)
    guard let pointer = unsafe dbus_server_listen(place, &error) else {
      defer { unsafe dbus_error_free(&error) }
      throw .unreachable(
        address: place,
        name: unsafe String(cString: error.name),
        text: unsafe String(cString: error.message)
      )
    }
    unsafe self.pointer = pointer
    attach()
  }

  deinit {
    close()
    unsafe dbus_server_set_watch_functions(pointer, nil, nil, nil, nil, nil)
    unsafe dbus_server_unref(pointer)
  }

  private func attach() {
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe dbus_server_set_new_connection_function(
      pointer,
      { _, connection, context in
        guard let connection = unsafe connection else { return }
        unsafe dbus_connection_ref(connection)
        let end = unsafe BusEnd(BusHandle(adopting: connection))
        unsafe BusServer.object(context)?.accepted.append(end)
      },
      context,
      nil
    )
    let succeeded = unsafe dbus_server_set_watch_functions(
      pointer,
      { watch, context in
        unsafe BusServer.object(context)?.watch = watch
        return 1
      },
      { _, context in unsafe BusServer.object(context)?.watch = nil },
      { _, _ in },
      context,
      nil
    )
    guard succeeded != 0 else { fatalError("libdbus is out of memory") }
  }

  private static func object(_ context: UnsafeMutableRawPointer?) -> BusServer? {
    guard let context = unsafe context else { return nil }
    return unsafe Unmanaged<BusServer>.fromOpaque(context).takeUnretainedValue()
  }

  /// The address at which it listens.
  var address: String {
    guard let text = unsafe dbus_server_get_address(pointer) else { return "" }
    defer { unsafe dbus_free(text) }
    return unsafe String(cString: text)
  }

  /// The descriptor that can be read when somebody connects; nil once it is closed.
  var descriptor: CInt? {
    guard let watch = unsafe watch else { return nil }
    return unsafe dbus_watch_get_unix_fd(watch)
  }

  /// The connections of those who have connected since the last time.
  func accept() -> [BusEnd] {
    guard let watch = unsafe watch else { return [] }
    unsafe dbus_watch_handle(watch, DBUS_WATCH_READABLE.rawValue)
    defer { accepted = [] }
    return accepted
  }

  /// Takes no more connections.
  func close() { unsafe dbus_server_disconnect(pointer) }
}

/// The bus's end of a connection.
final class BusEnd {
  let handle: BusHandle

  init(_ handle: consuming BusHandle) { self.handle = handle }
}
