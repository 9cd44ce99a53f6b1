internal import CDBus
internal import Glibc

/// Copies the values out of a message.
///
/// libdbus has validated it when it arrived, nesting included.
@safe
struct ValueDecoder {
  private var iterator = unsafe DBusMessageIter()

  /// The arguments of `message`.
  static func body(of message: borrowing WireMessage) -> [Value] {
    var decoder = ValueDecoder()
    guard unsafe dbus_message_iter_init(message.pointer, &decoder.iterator) != 0 else { return [] }
    return decoder.remaining()
  }

  /// Every value from here to the end of the container.
  private mutating func remaining() -> [Value] {
    var values: [Value] = []
    while let value = current() {
      values.append(value)
      unsafe dbus_message_iter_next(&iterator)
    }
    return values
  }

  private var type: CInt {
    mutating get { unsafe dbus_message_iter_get_arg_type(&iterator) }
  }

  private mutating func current() -> Value? {
    switch type {
    case TypeCode.byte: .byte(basic(0))
    case TypeCode.boolean: .boolean(basic(dbus_bool_t(0)) != 0)
    case TypeCode.int16: .int16(basic(0))
    case TypeCode.uint16: .uint16(basic(0))
    case TypeCode.int32: .int32(basic(0))
    case TypeCode.uint32: .uint32(basic(0))
    case TypeCode.int64: .int64(basic(0))
    case TypeCode.uint64: .uint64(basic(0))
    case TypeCode.double: .double(basic(0))
    case TypeCode.string: .string(text())
    case TypeCode.objectPath: .objectPath(ObjectPath(unchecked: text()))
    case TypeCode.signature: .signature(Signature(unchecked: text()))
    // libdbus duplicates the descriptor, close-on-exec, and leaves the copy to us.
    case TypeCode.unixDescriptor: .unixDescriptor(UnixDescriptor(adopting: basic(-1)))
    case TypeCode.array: array()
    case TypeCode.structure: .structure(content())
    case TypeCode.variant: variant()
    default: nil
    }
  }

  private mutating func basic<Basic>(_ initial: Basic) -> Basic {
    var value = initial
    unsafe withUnsafeMutablePointer(to: &value) { pointer in
      unsafe dbus_message_iter_get_basic(&iterator, pointer)
    }
    return value
  }

  private mutating func text() -> String {
    let characters = unsafe basic(UnsafePointer<CChar>?.none)
    guard let characters = unsafe characters else { return "" }
    return unsafe String(cString: characters)
  }

  /// The content of the container here.
  private mutating func content() -> [Value] {
    var inner = ValueDecoder()
    unsafe dbus_message_iter_recurse(&iterator, &inner.iterator)
    return inner.remaining()
  }

  private mutating func variant() -> Value? {
    var inner = ValueDecoder()
    unsafe dbus_message_iter_recurse(&iterator, &inner.iterator)
    return inner.current().map(Value.variant)
  }

  private static let properties = ValueType.dictionary(key: .string, value: .variant)

  /// The type of the value here; an array that is empty has one too.
  private mutating func valueType() -> ValueType? {
    if unsafe dbus_message_iter_get_element_type(&iterator) == TypeCode.byte {
      return .array(.byte)
    }
    guard let characters = unsafe dbus_message_iter_get_signature(&iterator) else { return nil }
    defer { unsafe dbus_free(characters) }
    if unsafe strcmp(characters, "a{sv}") == 0 { return Self.properties }
    return unsafe Signature(unchecked: String(cString: characters)).types.first
  }

  private mutating func array() -> Value {
    switch valueType() {
    case .array(.byte): .bytes(bytes())
    case .array(let element): .array(of: element, content())
    case .dictionary(let key, let value): .dictionary(key: key, value: value, entries())
    case .byte, .boolean, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double, .string,
      .objectPath, .signature, .unixDescriptor, .structure, .variant, nil:
      .array(of: .variant, [])  // Not reached: libdbus has validated the signature.
    }
  }

  private mutating func bytes() -> [UInt8] {
    var inner = ValueDecoder()
    unsafe dbus_message_iter_recurse(&iterator, &inner.iterator)
    var start: UnsafePointer<UInt8>?
    var count: CInt = 0
    unsafe withUnsafeMutablePointer(to: &start) { pointer in
      unsafe dbus_message_iter_get_fixed_array(&inner.iterator, pointer, &count)
    }
    return unsafe Array(UnsafeBufferPointer(start: start, count: Int(count)))
  }

  private mutating func entries() -> [Value.Entry] {
    var inner = ValueDecoder()
    unsafe dbus_message_iter_recurse(&iterator, &inner.iterator)
    var entries: [Value.Entry] = []
    while inner.type == TypeCode.dictionaryEntry {
      if let entry = inner.entry() { entries.append(entry) }
      unsafe dbus_message_iter_next(&inner.iterator)
    }
    return entries
  }

  private mutating func entry() -> Value.Entry? {
    var inner = ValueDecoder()
    unsafe dbus_message_iter_recurse(&iterator, &inner.iterator)
    guard let key = inner.current() else { return nil }
    unsafe dbus_message_iter_next(&inner.iterator)
    return inner.current().map { Value.Entry(key, $0) }
  }
}
