/// Reading a value whose type is expected; each property is `nil` when the value has another type.
///
/// A variant is looked into first, so that properties read the same however they were packed.
extension Value {
  /// The value itself, or what a variant holds, however deep.
  public var unwrapped: Value {
    guard case .variant(let inner) = self else { return self }
    return inner.unwrapped
  }

  /// The value of a `b`.
  public var boolean: Bool? {
    guard case .boolean(let value) = unwrapped else { return nil }
    return value
  }

  /// The value of an integer of any width, if it fits.
  public var integer: Int? {
    switch unwrapped {
    case .byte(let value): Int(value)
    case .int16(let value): Int(value)
    case .uint16(let value): Int(value)
    case .int32(let value): Int(value)
    case .uint32(let value): Int(value)
    case .int64(let value): Int(exactly: value)
    case .uint64(let value): Int(exactly: value)
    default: nil
    }
  }

  /// The value of an `s`.
  public var string: String? {
    guard case .string(let value) = unwrapped else { return nil }
    return value
  }

  /// The value of an `o`.
  public var objectPath: ObjectPath? {
    guard case .objectPath(let value) = unwrapped else { return nil }
    return value
  }

  /// The value of an `h`.
  public var unixDescriptor: UnixDescriptor? {
    guard case .unixDescriptor(let value) = unwrapped else { return nil }
    return value
  }

  /// The value of an `ay`.
  public var bytes: [UInt8]? {
    guard case .bytes(let value) = unwrapped else { return nil }
    return value
  }

  /// The elements of an array, or the members of a structure.
  public var elements: [Value]? {
    switch unwrapped {
    case .array(_, let elements): elements
    case .structure(let members): members
    case .bytes(let bytes): bytes.map(Value.byte)
    default: nil
    }
  }

  /// The elements of an `as`.
  public var strings: [String]? {
    guard case .array(of: .string, let elements) = unwrapped else { return nil }
    return elements.compactMap(\.string)
  }

  /// An `a{s…}`, with the values taken out of their variants.
  ///
  /// Of equal keys the last counts.
  public var properties: [String: Value]? {
    guard case .dictionary(key: .string, _, let entries) = unwrapped else { return nil }
    var properties: [String: Value] = [:]
    for entry in entries {
      properties[entry.key.string ?? ""] = entry.value.unwrapped
    }
    return properties
  }
}
