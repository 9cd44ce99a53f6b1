internal import CDBus

/// Appends values that ``ValueCheck`` has passed to a message.
///
/// What libdbus refuses now can only be a lack of memory or of descriptors, which is the end of the
/// process.
@safe
struct ValueEncoder {
  private var iterator = unsafe DBusMessageIter()

  init(message: borrowing WireMessage) {
    unsafe dbus_message_iter_init_append(message.pointer, &iterator)
  }

  /// An encoder for the inside of a container, which the container's own encoder opens.
  private init() {}

  mutating func append(_ value: Value) {
    switch value {
    case .byte(let value): appendBasic(TypeCode.byte, value)
    case .boolean(let value): appendBasic(TypeCode.boolean, dbus_bool_t(value ? 1 : 0))
    case .int16(let value): appendBasic(TypeCode.int16, value)
    case .uint16(let value): appendBasic(TypeCode.uint16, value)
    case .int32(let value): appendBasic(TypeCode.int32, value)
    case .uint32(let value): appendBasic(TypeCode.uint32, value)
    case .int64(let value): appendBasic(TypeCode.int64, value)
    case .uint64(let value): appendBasic(TypeCode.uint64, value)
    case .double(let value): appendBasic(TypeCode.double, value)
    case .string(let text): appendText(TypeCode.string, text)
    case .objectPath(let path): appendText(TypeCode.objectPath, path.rawValue)
    case .signature(let signature): appendText(TypeCode.signature, signature.rawValue)
    case .unixDescriptor(let descriptor): appendDescriptor(descriptor)
    case .bytes(let bytes): appendBytes(bytes)
    case .array(let element, let elements):
      appendContainer(TypeCode.array, element.code) { inner in
        for element in elements { inner.append(element) }
      }
    case .dictionary(let key, let value, let entries):
      appendContainer(TypeCode.array, "{\(key.code)\(value.code)}") { inner in
        for entry in entries { inner.append(entry) }
      }
    case .structure(let members):
      appendContainer(TypeCode.structure, nil) { inner in
        for member in members { inner.append(member) }
      }
    case .variant(let value):
      appendContainer(TypeCode.variant, value.type.code) { inner in inner.append(value) }
    }
  }

  private mutating func append(_ entry: Value.Entry) {
    appendContainer(TypeCode.dictionaryEntry, nil) { inner in
      inner.append(entry.key)
      inner.append(entry.value)
    }
  }

  private mutating func appendBasic<Basic>(_ type: CInt, _ value: Basic) {
    unsafe withUnsafePointer(to: value) { pointer in
      unsafe Self.check(dbus_message_iter_append_basic(&iterator, type, pointer))
    }
  }

  private mutating func appendText(_ type: CInt, _ text: String) {
    unsafe text.withCString { characters in
      unsafe withUnsafePointer(to: characters) { pointer in
        unsafe Self.check(dbus_message_iter_append_basic(&iterator, type, pointer))
      }
    }
  }

  private mutating func appendDescriptor(_ descriptor: UnixDescriptor) {
    _ = descriptor.withDescriptor { number in
      appendBasic(TypeCode.unixDescriptor, number)
    }
  }

  private mutating func appendBytes(_ bytes: [UInt8]) {
    appendContainer(TypeCode.array, "y") { inner in
      unsafe bytes.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        unsafe withUnsafePointer(to: base) { pointer in
          unsafe Self.check(
            dbus_message_iter_append_fixed_array(
              &inner.iterator,
              TypeCode.byte,
              pointer,
              CInt(buffer.count)
            )
          )
        }
      }
    }
  }

  private mutating func appendContainer(
    _ type: CInt,
    _ signature: String?,
    _ content: (inout ValueEncoder) -> Void
  ) {
    var inner = ValueEncoder()
    unsafe Self.check(
      dbus_message_iter_open_container(&iterator, type, signature, &inner.iterator)
    )
    content(&inner)
    unsafe Self.check(dbus_message_iter_close_container(&iterator, &inner.iterator))
  }

  private static func check(_ succeeded: dbus_bool_t) {
    guard succeeded != 0 else { fatalError("libdbus is out of memory or descriptors") }
  }
}
