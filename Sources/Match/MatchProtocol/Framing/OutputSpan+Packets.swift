extension OutputSpan<UInt8> {
  /// Appends `number`, its higher byte first.
  mutating func append(bigEndian number: UInt16) {
    append(UInt8(truncatingIfNeeded: number >> 8))
    append(UInt8(truncatingIfNeeded: number))
  }

  /// Appends a copy of `bytes`; it is an error of the program if there is no room for them.
  mutating func append(copying bytes: Span<UInt8>) {
    precondition(bytes.count <= freeCapacity, "no room for \(bytes.count) bytes")
    unsafe withUnsafeMutableBufferPointer { buffer, count in
      unsafe bytes.withUnsafeBufferPointer { source in
        _ = unsafe buffer.extracting(count...).initialize(fromContentsOf: source)
      }
      count += bytes.count
    }
  }
}
