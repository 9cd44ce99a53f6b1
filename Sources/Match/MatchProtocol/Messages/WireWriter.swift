/// Writes the fields of one message in the wire format of Protocol Buffers.
///
/// A message writes its fields in the order of their numbers, as digests go over the bytes. As
/// proto3 has it, a field that holds its default value is left out; a message is always written.
struct WireWriter {
  /// The bytes written so far, unless they are only counted.
  private(set) var bytes: [UInt8] = []
  /// The number of bytes written so far.
  private var count = 0
  private let isCounting: Bool

  /// A writer that has written nothing yet.
  init() { isCounting = false }

  private init(counting isCounting: Bool) { self.isCounting = isCounting }

  /// Writes a `uint32`, a `uint64` or the value of an enum.
  mutating func varint(_ number: UInt64, _ value: some BinaryInteger) {
    guard value != 0 else { return }
    append(number << 3)
    append(UInt64(truncatingIfNeeded: value))
  }

  /// Writes a `bool`.
  mutating func bool(_ number: UInt64, _ value: Bool) { varint(number, value ? 1 : 0) }

  /// Writes a `fixed32`.
  mutating func fixed32(_ number: UInt64, _ value: UInt32) {
    guard value != 0 else { return }
    append(number << 3 | 5)
    append(UInt64(value), size: 4)
  }

  /// Writes a `fixed64`.
  mutating func fixed64(_ number: UInt64, _ value: UInt64) {
    guard value != 0 else { return }
    append(number << 3 | 1)
    append(value, size: 8)
  }

  /// Writes a `repeated fixed64`, packed.
  mutating func fixed64s(_ number: UInt64, _ values: [UInt64]) {
    guard !values.isEmpty else { return }
    append(number << 3 | 2)
    append(UInt64(8 * values.count))
    for value in values { append(value, size: 8) }
  }

  /// Writes a `string`.
  mutating func string(_ number: UInt64, _ text: String) { bytes(number, Array(text.utf8)) }

  /// Writes a `repeated string`.
  mutating func strings(_ number: UInt64, _ texts: [String]) {
    for text in texts { field(number, Array(text.utf8)) }
  }

  /// Writes `bytes`.
  mutating func bytes(_ number: UInt64, _ content: some Collection<UInt8>) {
    if !content.isEmpty { field(number, content) }
  }

  /// Writes a message, whose fields `write` writes.
  mutating func message(_ number: UInt64, _ write: (inout WireWriter) -> Void) {
    append(number << 3 | 2)
    // Its length stands before it: what is long would have to be moved for that.
    var counter = WireWriter(counting: true)
    write(&counter)
    append(UInt64(counter.count))
    if !isCounting { bytes.reserveCapacity(bytes.count + counter.count) }
    write(&self)
  }

  private mutating func field(_ number: UInt64, _ content: some Collection<UInt8>) {
    append(number << 3 | 2)
    append(UInt64(content.count))
    count += content.count
    if !isCounting { bytes += content }
  }

  private mutating func append(_ value: UInt64, size: Int) {
    for index in 0..<size {
      append(byte: UInt8(truncatingIfNeeded: value &>> UInt64(8 * index)))
    }
  }

  private mutating func append(_ varint: UInt64) {
    var rest = varint
    while rest > 0x7f {
      append(byte: UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(byte: UInt8(rest))
  }

  private mutating func append(byte: UInt8) {
    count += 1
    if !isCounting { bytes.append(byte) }
  }
}
