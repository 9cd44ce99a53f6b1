/// How much a value keeps, roughly: bytes of arrays of bytes, and eight for everything else.
public enum Footprint {
  /// The bytes that `value` keeps; what it shares with others by reference is not counted.
  public static func bytes(of value: Any) -> Int {
    if let bytes = value as? [UInt8] {
      return bytes.count
    }
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle != .class, !mirror.children.isEmpty else {
      return 8
    }
    return mirror.children.reduce(0) { $0 + bytes(of: $1.value) }
  }
}
