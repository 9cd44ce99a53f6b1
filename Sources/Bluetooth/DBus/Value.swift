/// A value of any D-Bus type.
public enum Value: Hashable, Sendable {
  /// `y`
  case byte(UInt8)
  /// `b`
  case boolean(Bool)
  /// `n`
  case int16(Int16)
  /// `q`
  case uint16(UInt16)
  /// `i`
  case int32(Int32)
  /// `u`
  case uint32(UInt32)
  /// `x`
  case int64(Int64)
  /// `t`
  case uint64(UInt64)
  /// `d`
  case double(Double)
  /// `s`; NUL characters are refused when the message is sent.
  case string(String)
  /// `o`
  case objectPath(ObjectPath)
  /// `g`
  case signature(Signature)
  /// `h`; duplicated when the message is sent, so the caller's stays open.
  case unixDescriptor(UnixDescriptor)
  /// `ay` in one piece.
  ///
  /// Every array of bytes that arrives is this case, never ``array(of:_:)``.
  case bytes([UInt8])
  /// `a…`; every element has the type named.
  case array(of: ValueType, [Value])
  /// `a{…}` in the order it was sent.
  case dictionary(key: ValueType, value: ValueType, [Entry])
  /// `(…)` with at least one member.
  case structure([Value])
  /// `v`
  indirect case variant(Value)

  /// One key with its value.
  public struct Entry: Hashable, Sendable {
    /// The key, of a basic type.
    public var key: Value
    /// The value.
    public var value: Value

    /// A key with its value.
    public init(_ key: Value, _ value: Value) {
      self.key = key
      self.value = value
    }
  }

  /// `as`: an array of strings.
  public static func strings(_ texts: [String]) -> Value {
    .array(of: .string, texts.map(Value.string))
  }

  /// `ao`: an array of object paths.
  public static func objectPaths(_ paths: [ObjectPath]) -> Value {
    .array(of: .objectPath, paths.map(Value.objectPath))
  }

  /// `a{sv}`: what D-Bus interfaces use for properties and options.
  ///
  /// The keys are sorted.
  public static func properties(_ properties: [String: Value]) -> Value {
    let entries = properties.sorted { $0.key < $1.key }.map { key, value in
      Entry(.string(key), .variant(value))
    }
    return .dictionary(key: .string, value: .variant, entries)
  }

  /// The type of this value.
  public var type: ValueType {
    switch self {
    case .byte: .byte
    case .boolean: .boolean
    case .int16: .int16
    case .uint16: .uint16
    case .int32: .int32
    case .uint32: .uint32
    case .int64: .int64
    case .uint64: .uint64
    case .double: .double
    case .string: .string
    case .objectPath: .objectPath
    case .signature: .signature
    case .unixDescriptor: .unixDescriptor
    case .bytes: .array(.byte)
    case .array(let element, _): .array(element)
    case .dictionary(let key, let value, _): .dictionary(key: key, value: value)
    case .structure(let members): .structure(members.map(\.type))
    case .variant: .variant
    }
  }
}
