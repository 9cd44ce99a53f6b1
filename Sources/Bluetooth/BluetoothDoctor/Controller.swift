/// A Bluetooth controller as the kernel sees it.
///
/// Reading it needs no privilege, and no `bluetoothd`.
public struct Controller: Hashable, Sendable {
  /// The kernel's number: 0 for `hci0`.
  public let number: Int
  /// The address in the usual form, such as `00:AA:01:00:00:42`.
  public let address: String
  /// True if it is switched on.
  public let isUp: Bool
  /// True if the kernel's own Bluetooth leaves it alone, because it lacks firmware or settings, or
  /// because a driver wants it so.
  public let isRaw: Bool
  /// True if it speaks Bluetooth LE; `nil` when the kernel has not asked it yet.
  public let supportsLE: Bool?

  /// A controller with these qualities.
  public init(
    number: Int,
    address: String,
    isUp: Bool,
    isRaw: Bool = false,
    supportsLE: Bool? = true
  ) {
    self.number = number
    self.address = address
    self.isUp = isUp
    self.isRaw = isRaw
    self.supportsLE = supportsLE
  }

  /// The name that the kernel and BlueZ use, such as `hci0`.
  public var name: String { "hci\(number)" }
}
