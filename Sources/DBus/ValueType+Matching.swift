// Questions about types that every message asks: they are answered without building a type or a text.

extension ValueType {
  /// How many letters ``code`` has.
  var codeLength: Int {
    switch self {
    case .array(let element): 1 + element.codeLength
    case .dictionary(let key, let value): 3 + key.codeLength + value.codeLength
    case .structure(let members): 2 + members.reduce(0) { $0 + $1.codeLength }
    case .byte, .boolean, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double, .string,
      .objectPath, .signature, .unixDescriptor, .variant:
      1
    }
  }
}

extension Value {
  /// How many letters the code of ``type`` has.
  var typeCodeLength: Int {
    switch self {
    case .bytes: 2
    case .array(let element, _): 1 + element.codeLength
    case .dictionary(let key, let value, _): 3 + key.codeLength + value.codeLength
    case .structure(let members): 2 + members.reduce(0) { $0 + $1.typeCodeLength }
    case .byte, .boolean, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double, .string,
      .objectPath, .signature, .unixDescriptor, .variant:
      1
    }
  }

  /// Whether ``type`` is `type`.
  func has(_ type: ValueType) -> Bool {
    switch (self, type) {
    case (.string, .string), (.objectPath, .objectPath), (.variant, .variant): true
    case (.bytes, .array(.byte)): true
    case (.array(let found, _), .array(let element)): found == element
    case (.dictionary(let key, let value, _), .dictionary(let keyType, let valueType)):
      key == keyType && value == valueType
    case (.structure(let members), .structure(let types)):
      members.count == types.count && zip(members, types).allSatisfy { $0.has($1) }
    default: self.type == type
    }
  }
}
