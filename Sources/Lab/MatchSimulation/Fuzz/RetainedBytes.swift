/// The number of bytes `value` keeps, roughly: arrays of bytes by their count, anything else eight.
///
/// What it shares with others by reference is not counted.
public func retainedBytes(of value: Any) -> Int {
  if let bytes = value as? [UInt8] {
    return bytes.count
  }
  let mirror = Mirror(reflecting: value)
  guard mirror.displayStyle != .class, !mirror.children.isEmpty else {
    return 8
  }
  return mirror.children.reduce(0) { $0 + retainedBytes(of: $1.value) }
}
