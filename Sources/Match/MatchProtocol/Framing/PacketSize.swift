/// The maximum length of a packet, in bytes.
public enum PacketSize {
  /// The length that every link carries: the smallest MTU of Bluetooth LE, 23, less 5.
  ///
  /// Packets on link 0 never exceed it, as a host does not know who listens.
  public static let smallest = 18

  /// The maximum for a sender over Bluetooth: hosts up to BlueZ 5.68 drop longer writes.
  public static let largestOnAir = 508

  /// The maximum for a sender on any link: the longest message in one packet.
  public static let largest = MessageLimit.match + Assembly.prefixSize + FragmentHeader.size

  /// The maximum on a stream between two programs that have told each other so: a long record in
  /// one packet.
  public static let longest = 61_504

  /// Up to this length a packet is short: many of them make a packet's time on the air.
  static let short = 100

  /// `size` brought into the range that a sender may use.
  static func usable(_ size: Int) -> Int {
    min(max(size, smallest), longest)
  }
}
