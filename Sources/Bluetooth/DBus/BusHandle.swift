internal import CDBus

/// Owns one private `DBusConnection`, which is used as codec and transport only: nothing blocks,
/// and nothing calls back but ``WriteWatch``.
@safe
struct BusHandle: ~Copyable {
  private let writeWatch = WriteWatch()
  private let pointer: OpaquePointer

  /// Connects the socket; authentication follows while ``transfer()`` is called.
  init(connectingTo address: String) throws(BusError) {
    guard Syntax.isString(address) else { throw .invalidText(.string(address)) }
    var error = unsafe DBusError()
    unsafe dbus_error_init(&error)
    guard let pointer = unsafe dbus_connection_open_private(address, &error) else {
      defer { unsafe dbus_error_free(&error) }
      throw .unreachable(
        address: address,
        name: unsafe String(cString: error.name),
        text: unsafe String(cString: error.message)
      )
    }
    unsafe dbus_connection_set_exit_on_disconnect(pointer, 0)
    unsafe writeWatch.attach(to: pointer)
    unsafe self.pointer = pointer
  }

  /// Takes over the end of a connection that somebody else has begun.
  init(adopting pointer: OpaquePointer) {
    unsafe dbus_connection_set_exit_on_disconnect(pointer, 0)
    unsafe writeWatch.attach(to: pointer)
    unsafe self.pointer = pointer
  }

  deinit {
    close()
    unsafe writeWatch.detach(from: pointer)
    unsafe dbus_connection_unref(pointer)
  }

  /// Closes the socket.
  ///
  /// What is queued to send is dropped.
  borrowing func close() {
    unsafe dbus_connection_close(pointer)
  }

  /// The descriptor of the socket, which libdbus keeps.
  var descriptor: CInt? {
    var descriptor: CInt = -1
    guard unsafe dbus_connection_get_unix_fd(pointer, &descriptor) != 0 else { return nil }
    return descriptor
  }

  /// True if the socket is open.
  var isConnected: Bool { unsafe dbus_connection_get_is_connected(pointer) != 0 }

  /// True if something waits for the socket to take more.
  var wantsToWrite: Bool { writeWatch.isWanted }

  /// True if file descriptors can go over this socket.
  var passesDescriptors: Bool {
    unsafe dbus_connection_can_send_type(pointer, TypeCode.unixDescriptor) != 0
  }

  /// Reads and writes what the socket gives and takes at once.
  borrowing func transfer() {
    unsafe dbus_connection_read_write(pointer, 0)
  }

  /// The next message that has arrived.
  borrowing func nextMessage() -> Message? {
    while let next = unsafe dbus_connection_pop_message(pointer) {
      let message = unsafe WireMessage(adopting: next)
      if let message = message.decoded() { return message }
    }
    return nil
  }

  /// The next message that has arrived, as libdbus has it.
  borrowing func nextWireMessage() -> WireMessage? {
    guard let next = unsafe dbus_connection_pop_message(pointer) else { return nil }
    return unsafe WireMessage(adopting: next)
  }

  /// Queues a message of another connection as it is.
  borrowing func forward(_ message: borrowing WireMessage) {
    guard unsafe dbus_connection_send(pointer, message.pointer, nil) != 0 else {
      fatalError("libdbus is out of memory")
    }
  }

  /// Queues `message`, sends what the socket takes, and returns the message's serial number.
  borrowing func send(_ message: borrowing WireMessage) -> UInt32 {
    var serial: dbus_uint32_t = 0
    guard unsafe dbus_connection_send(pointer, message.pointer, &serial) != 0 else {
      fatalError("libdbus is out of memory")
    }
    return serial
  }
}
