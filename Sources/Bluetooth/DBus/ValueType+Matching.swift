// Questions about types that every message asks: they are answered without building a type or a
// text.

extension ValueType {
  /// The number of letters ``code`` has.
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

extension ValueType {
  fileprivate func isArray(of wanted: ValueType) -> Bool {
    if case .array(let element) = self { element == wanted } else { false }
  }

  fileprivate func isDictionary(_ wantedKey: ValueType, _ wantedValue: ValueType) -> Bool {
    guard case .dictionary(let key, let value) = self else { return false }
    return key == wantedKey && value == wantedValue
  }

  fileprivate func isStructure(of members: [Value]) -> Bool {
    guard case .structure(let types) = self else { return false }
    return members.count == types.count && zip(members, types).allSatisfy { $0.has($1) }
  }
}

extension Value {
  /// The number of letters the code of ``type`` has.
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

  /// True if ``type`` is `type`.
  func has(_ type: ValueType) -> Bool {
    switch self {
    case .bytes: type.isArray(of: .byte)
    case .array(let element, _): type.isArray(of: element)
    case .dictionary(let key, let value, _): type.isDictionary(key, value)
    case .structure(let members): type.isStructure(of: members)
    case .byte, .boolean, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double, .string,
      .objectPath, .signature, .unixDescriptor, .variant:
      self.type == type
    }
  }
}
