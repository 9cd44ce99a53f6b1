/// The type of a D-Bus value.
///
/// The letters are those of the D-Bus specification, "Summary of types".
public enum ValueType: Hashable, Sendable {
  /// `y`, an unsigned 8-bit integer.
  case byte
  /// `b`
  case boolean
  /// `n`
  case int16
  /// `q`
  case uint16
  /// `i`
  case int32
  /// `u`
  case uint32
  /// `x`
  case int64
  /// `t`
  case uint64
  /// `d`, IEEE 754 double precision.
  case double
  /// `s`, UTF-8 without NUL.
  case string
  /// `o`
  case objectPath
  /// `g`
  case signature
  /// `h`, an open file descriptor.
  case unixDescriptor
  /// `a` and the type of the elements.
  indirect case array(ValueType)
  /// `a{…}`: the type of the keys, which is a basic one, and that of the values.
  indirect case dictionary(key: ValueType, value: ValueType)
  /// `(…)` with at least one member.
  case structure([ValueType])
  /// `v`, a value that brings its own type.
  case variant

  /// The type in the letters of the D-Bus specification, such as `a{sv}`.
  public var code: String {
    switch self {
    case .byte: "y"
    case .boolean: "b"
    case .int16: "n"
    case .uint16: "q"
    case .int32: "i"
    case .uint32: "u"
    case .int64: "x"
    case .uint64: "t"
    case .double: "d"
    case .string: "s"
    case .objectPath: "o"
    case .signature: "g"
    case .unixDescriptor: "h"
    case .array(let element): "a\(element.code)"
    case .dictionary(let key, let value): "a{\(key.code)\(value.code)}"
    case .structure(let members): "(\(members.map(\.code).joined()))"
    case .variant: "v"
    }
  }

  /// True if the type may be the key of a dictionary.
  public var isBasic: Bool {
    switch self {
    case .array, .dictionary, .structure, .variant: false
    case .byte, .boolean, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double, .string,
      .objectPath, .signature, .unixDescriptor:
      true
    }
  }
}

/// A list of complete types, as text: what the body of a message, or a `g` value, is made of.
public struct Signature: Hashable, Sendable, CustomStringConvertible {
  /// The signature in the letters of the D-Bus specification; at most 255 bytes.
  public let rawValue: String

  /// Takes `text` as a signature.
  ///
  /// - Throws: ``InvalidText/signature(_:)`` when `text` is longer than 255 bytes, nests arrays or
  ///   structures deeper than 32 levels, or is no list of complete types.
  public init(_ text: String) throws(InvalidText) {
    guard Syntax.isSignature(text) else { throw .signature(text) }
    rawValue = text
  }

  /// Takes text that libdbus has checked already.
  init(unchecked text: String) {
    rawValue = text
  }

  /// The complete types, in order.
  public var types: [ValueType] {
    var parser = SignatureParser(letters: Array(rawValue.utf8))
    var types: [ValueType] = []
    while let type = parser.next() {
      types.append(type)
    }
    return types
  }

  /// The signature as text.
  public var description: String { rawValue }
}

/// Reads one complete type after another off a signature that is known to be valid.
private struct SignatureParser {
  let letters: [UInt8]
  var position = 0

  mutating func next() -> ValueType? {
    guard position < letters.count else { return nil }
    let letter = letters[position]
    position += 1
    switch letter {
    case UInt8(ascii: "a"): return nextArray()
    case UInt8(ascii: "("): return nextStructure()
    default: return Self.basicTypes[letter]
    }
  }

  private mutating func nextArray() -> ValueType? {
    guard position < letters.count, letters[position] == UInt8(ascii: "{") else {
      return next().map(ValueType.array)
    }
    position += 1
    guard let key = next(), let value = next() else { return nil }
    position += 1
    return .dictionary(key: key, value: value)
  }

  private mutating func nextStructure() -> ValueType? {
    var members: [ValueType] = []
    while position < letters.count, letters[position] != UInt8(ascii: ")") {
      guard let member = next() else { return nil }
      members.append(member)
    }
    position += 1
    return .structure(members)
  }

  private static let basicTypes: [UInt8: ValueType] = {
    let types: [ValueType] = [
      .byte, .boolean, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double, .string,
      .objectPath, .signature, .unixDescriptor, .variant,
    ]
    return Dictionary(
      uniqueKeysWithValues: types.flatMap { type in type.code.utf8.map { ($0, type) } }
    )
  }()
}
