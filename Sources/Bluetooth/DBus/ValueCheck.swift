/// Walks a body before it is sent, and finds what libdbus or the bus would not survive.
struct ValueCheck {
  /// The specification's limits for one signature.
  private static let maximumArrayDepth = 32
  private static let maximumStructureDepth = 32
  /// The specification's limit for a message, variants included.
  private static let maximumDepth = 64
  private static let maximumSignatureLength = 255

  /// Bytes of content so far, without padding.
  private var length = 0

  /// The current depth of the walk.
  private struct Depth {
    var arrays = 0
    var structures = 0
    var total = 0
  }

  /// Checks every value of `body`.
  mutating func check(_ body: [Value]) throws(BusError) {
    for value in body {
      try check(value, Depth())
    }
    try checkSignature(of: body)
  }

  private func checkSignature(of body: [Value]) throws(BusError) {
    let length = body.reduce(0) { $0 + $1.typeCodeLength }
    guard length <= Self.maximumSignatureLength else {
      throw .invalidText(.signature(body.map(\.type.code).joined()))
    }
  }

  private mutating func check(_ value: Value, _ depth: Depth) throws(BusError) {
    try add(8)
    switch value {
    case .byte, .boolean, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double, .objectPath,
      .signature:
      break
    case .string(let text):
      guard Syntax.isString(text) else { throw .invalidText(.string(text)) }
      try add(text.utf8.count)
    case .unixDescriptor(let descriptor):
      guard descriptor.withDescriptor({ $0 }) != nil else { throw .invalidValue(.descriptorGone) }
    case .bytes(let bytes):
      try add(bytes.count)
    case .array(let type, let elements):
      try checkArray(of: type, elements, depth)
    case .dictionary(let key, let value, let entries):
      try checkDictionary(key, value, entries, depth)
    case .structure(let members):
      try checkStructure(members, depth)
    case .variant(let inner):
      try checkSignature(of: [inner])
      try check(inner, entering(depth, array: false, structure: false, restarts: true))
    }
  }

  private mutating func checkArray(
    of type: ValueType,
    _ elements: [Value],
    _ depth: Depth
  ) throws(BusError) {
    let inner = try entering(depth, array: true, structure: false)
    try checkType(type, inner)
    for element in elements {
      try expect(element, type)
      try check(element, inner)
    }
  }

  private mutating func checkDictionary(
    _ key: ValueType,
    _ value: ValueType,
    _ entries: [Value.Entry],
    _ depth: Depth
  ) throws(BusError) {
    guard key.isBasic else { throw .invalidValue(.keyType(key.code)) }
    let inner = try entering(depth, array: true, structure: true)
    try checkType(value, inner)
    for entry in entries {
      try expect(entry.key, key)
      try expect(entry.value, value)
      try check(entry.key, inner)
      try check(entry.value, inner)
    }
  }

  private mutating func checkStructure(_ members: [Value], _ depth: Depth) throws(BusError) {
    guard !members.isEmpty else { throw .invalidValue(.emptyStructure) }
    let inner = try entering(depth, array: false, structure: true)
    for member in members {
      try check(member, inner)
    }
  }

  /// Checks the type of elements that may not exist: an empty array still has its signature on the
  /// wire.
  private func checkType(_ type: ValueType, _ depth: Depth) throws(BusError) {
    switch type {
    case .array(let element):
      try checkType(element, entering(depth, array: true, structure: false))
    case .dictionary(let key, let value):
      guard key.isBasic else { throw .invalidValue(.keyType(key.code)) }
      try checkType(value, entering(depth, array: true, structure: true))
    case .structure(let members):
      guard !members.isEmpty else { throw .invalidValue(.emptyStructure) }
      let inner = try entering(depth, array: false, structure: true)
      for member in members {
        try checkType(member, inner)
      }
    case .byte, .boolean, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double, .string,
      .objectPath, .signature, .unixDescriptor, .variant:
      break
    }
  }

  private func expect(_ value: Value, _ type: ValueType) throws(BusError) {
    guard value.has(type) else {
      throw .invalidValue(.elementType(expected: type.code, found: value.type.code))
    }
  }

  private func entering(
    _ depth: Depth,
    array: Bool,
    structure: Bool,
    restarts: Bool = false
  ) throws(BusError) -> Depth {
    var inner = restarts ? Depth(total: depth.total) : depth
    inner.arrays += array ? 1 : 0
    inner.structures += structure ? 1 : 0
    inner.total += array && structure ? 2 : 1
    guard
      inner.arrays <= Self.maximumArrayDepth,
      inner.structures <= Self.maximumStructureDepth,
      inner.total <= Self.maximumDepth
    else { throw .invalidValue(.tooDeep) }
    return inner
  }

  private mutating func add(_ bytes: Int) throws(BusError) {
    length += bytes
    guard length <= Message.maximumBodyLength else { throw .invalidValue(.tooLong(length)) }
  }
}
