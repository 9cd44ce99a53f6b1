/// A value of the characteristic Heart Rate Measurement (Heart Rate Service 1.0, 3.1).
public struct HeartRateMeasurement: Hashable, CharacteristicValue {
  /// The rate in beats per minute.
  public var rate: UInt16
  /// True if the sensor touches the skin; `nil` if it cannot tell.
  public var hasContact: Bool?
  /// The energy that was spent, in kilojoules; `nil` if this value does not say.
  public var energy: UInt16?
  /// The times between beats, in 1/1024 of a second, oldest first.
  public var intervals: [UInt16]

  /// A measurement.
  public init(
    rate: UInt16,
    hasContact: Bool? = nil,
    energy: UInt16? = nil,
    intervals: [UInt16] = []
  ) {
    self.rate = rate
    self.hasContact = hasContact
    self.energy = energy
    self.intervals = intervals
  }

  /// The bits of the first byte.
  private enum Flag {
    static let isWide: UInt8 = 0x01
    static let contact: UInt8 = 0x02
    static let knowsContact: UInt8 = 0x04
    static let energy: UInt8 = 0x08
    static let intervals: UInt8 = 0x10
  }

  /// Reads a measurement; `nil` when it is cut off, or longer than it says.
  public init?(bytes: [UInt8]) {
    guard let flags = bytes.first else { return nil }
    var rest = bytes.dropFirst()
    let rate = flags & Flag.isWide != 0 ? rest.readUInt16() : rest.popFirst().map(UInt16.init)
    guard let rate else { return nil }
    self.rate = rate
    hasContact = flags & Flag.knowsContact != 0 ? flags & Flag.contact != 0 : nil
    energy = flags & Flag.energy != 0 ? rest.readUInt16() : nil
    guard (flags & Flag.energy != 0) == (energy != nil) else { return nil }
    guard flags & Flag.intervals != 0 || rest.isEmpty, let intervals = rest.readAllUInt16() else {
      return nil
    }
    self.intervals = intervals
  }

  /// The measurement as it is sent; a rate below 256 takes one byte.
  public var bytes: [UInt8] {
    var flags: UInt8 = rate > UInt8.max ? Flag.isWide : 0
    if let hasContact { flags |= Flag.knowsContact | (hasContact ? Flag.contact : 0) }
    if energy != nil { flags |= Flag.energy }
    if !intervals.isEmpty { flags |= Flag.intervals }
    let rateBytes = rate > UInt8.max ? Self.bytes(rate) : [UInt8(rate)]
    return [flags] + rateBytes + (energy.map(Self.bytes) ?? []) + intervals.flatMap(Self.bytes)
  }

  private static func bytes(_ number: UInt16) -> [UInt8] {
    [UInt8(truncatingIfNeeded: number), UInt8(number >> 8)]
  }
}

extension ArraySlice<UInt8> {
  /// Takes two bytes off, the lower one first.
  fileprivate mutating func readUInt16() -> UInt16? {
    guard count >= 2 else { return nil }
    let low = removeFirst()
    return UInt16(low) | UInt16(removeFirst()) << 8
  }

  /// Takes all bytes off, two at a time; `nil` when one is left.
  fileprivate mutating func readAllUInt16() -> [UInt16]? {
    guard count.isMultiple(of: 2) else { return nil }
    var numbers: [UInt16] = []
    while let number = readUInt16() { numbers.append(number) }
    return numbers
  }
}
