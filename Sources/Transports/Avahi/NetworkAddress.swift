internal import Glibc

/// The address of a service as a number, and whether it can be one.
enum NetworkAddress {
  /// The address in `text` as something to connect to; nil for what no service has.
  ///
  /// Anybody on the network may announce any address. Those of all computers, and of this computer
  /// unless it announced them itself, are no places to connect to.
  ///
  /// - Parameters:
  ///   - text: A number of IPv4 or IPv6.
  ///   - interface: The interface on which it was found.
  ///   - isLocal: Whether this computer announced it.
  /// - Returns: The address, a link-local one of IPv6 with the index of its interface.
  static func host(_ text: String, on interface: Int32, isLocal: Bool) -> String? {
    if let bytes = bytes(of: text, AF_INET, 4) {
      let isUsual = 1...223 ~= bytes[0] && (bytes[0] != 127 || isLocal)
      return isUsual ? text : nil
    }
    guard let bytes = bytes(of: text, AF_INET6, 16) else { return nil }
    return isUsual(bytes, isLocal) ? text + zone(bytes, interface) : nil
  }

  /// False for ::/8, which has no address, the loopback address and those of IPv4 in a disguise,
  /// and for those of many computers.
  private static func isUsual(_ bytes: [UInt8], _ isLocal: Bool) -> Bool {
    if bytes[0] == 0 { return isLocal && bytes == [UInt8](repeating: 0, count: 15) + [1] }
    return bytes[0] != 0xff
  }

  /// The interface of a link-local address; empty for another one.
  private static func zone(_ bytes: [UInt8], _ interface: Int32) -> String {
    bytes[0] == 0xfe && bytes[1] & 0xc0 == 0x80 ? "%\(interface)" : ""
  }

  private static func bytes(of text: String, _ family: CInt, _ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return unsafe inet_pton(family, text, &bytes) == 1 ? bytes : nil
  }
}
