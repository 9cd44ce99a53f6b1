internal import CDBus

/// Owns one `DBusMessage`.
@safe
struct WireMessage: ~Copyable {
  let pointer: OpaquePointer

  /// Takes over a reference that libdbus gave out.
  init(adopting pointer: OpaquePointer) {
    unsafe self.pointer = pointer
  }

  deinit {
    unsafe dbus_message_unref(pointer)
  }

  /// Builds the message that goes on the wire.
  ///
  /// - Throws: ``BusError/invalidText(_:)`` and ``BusError/invalidValue(_:)`` for what D-Bus
  ///   cannot carry.
  init(encoding message: Message) throws(BusError) {
    try Self.checkHeader(message)
    var check = ValueCheck()
    try check.check(message.body)
    let type =
      switch message.kind {
      case .methodCall: DBUS_MESSAGE_TYPE_METHOD_CALL
      case .methodReturn: DBUS_MESSAGE_TYPE_METHOD_RETURN
      case .error: DBUS_MESSAGE_TYPE_ERROR
      case .signal: DBUS_MESSAGE_TYPE_SIGNAL
      }
    guard let pointer = unsafe dbus_message_new(type) else {
      fatalError("libdbus is out of memory")
    }
    unsafe self.pointer = pointer
    setHeader(message)
    append(message.body)
  }

  private static func checkHeader(_ message: Message) throws(BusError) {
    // A path is valid by its type.
    if let interface = message.interface, !Syntax.isInterfaceName(interface) {
      throw .invalidText(.interfaceName(interface))
    }
    if let member = message.member, !Syntax.isMemberName(member) {
      throw .invalidText(.memberName(member))
    }
    if let errorName = message.errorName, !Syntax.isErrorName(errorName) {
      throw .invalidText(.errorName(errorName))
    }
    if let destination = message.destination, !Syntax.isBusName(destination) {
      throw .invalidText(.busName(destination))
    }
  }

  private func setHeader(_ message: Message) {
    if let path = message.path {
      unsafe dbus_message_set_path(pointer, path.rawValue)
    }
    if let interface = message.interface {
      unsafe dbus_message_set_interface(pointer, interface)
    }
    if let member = message.member {
      unsafe dbus_message_set_member(pointer, member)
    }
    if let errorName = message.errorName {
      unsafe dbus_message_set_error_name(pointer, errorName)
    }
    if let destination = message.destination {
      unsafe dbus_message_set_destination(pointer, destination)
    }
    if message.replySerial != 0 {
      unsafe dbus_message_set_reply_serial(pointer, message.replySerial)
    }
    unsafe dbus_message_set_no_reply(pointer, message.expectsReply ? 0 : 1)
    unsafe dbus_message_set_auto_start(pointer, message.mayStartService ? 1 : 0)
  }

  private func append(_ body: [Value]) {
    var encoder = ValueEncoder(message: self)
    for value in body {
      encoder.append(value)
    }
  }

  /// States who sends it, which only a bus does.
  func setSender(_ name: String) {
    unsafe dbus_message_set_sender(pointer, name)
  }

  /// The message as a value, with copies of everything in it.
  func decoded() -> Message? {
    guard let kind else { return nil }
    var message = Message(kind: kind, body: ValueDecoder.body(of: self))
    message.path = unsafe Self.text(dbus_message_get_path(pointer)).map(ObjectPath.init(unchecked:))
    message.interface = unsafe Self.text(dbus_message_get_interface(pointer))
    message.member = unsafe Self.text(dbus_message_get_member(pointer))
    message.errorName = unsafe Self.text(dbus_message_get_error_name(pointer))
    message.destination = unsafe Self.text(dbus_message_get_destination(pointer))
    message.sender = unsafe Self.text(dbus_message_get_sender(pointer))
    message.serial = unsafe dbus_message_get_serial(pointer)
    message.replySerial = unsafe dbus_message_get_reply_serial(pointer)
    message.expectsReply = unsafe dbus_message_get_no_reply(pointer) == 0
    message.mayStartService = unsafe dbus_message_get_auto_start(pointer) != 0
    return message
  }

  private var kind: Message.Kind? {
    switch unsafe dbus_message_get_type(pointer) {
    case DBUS_MESSAGE_TYPE_METHOD_CALL: .methodCall
    case DBUS_MESSAGE_TYPE_METHOD_RETURN: .methodReturn
    case DBUS_MESSAGE_TYPE_ERROR: .error
    case DBUS_MESSAGE_TYPE_SIGNAL: .signal
    default: nil  // The specification asks to ignore types that it adds later.
    }
  }

  private static func text(_ pointer: UnsafePointer<CChar>?) -> String? {
    guard let pointer = unsafe pointer else { return nil }
    return unsafe String(cString: pointer)
  }
}
