internal import Glibc

/// A question by multicast DNS (RFC 6762, 6.7) that this computer asks past avahi-daemon, to see
/// whether that hears anything.
public enum MulticastQuestion {
  private static let (group, port) = ("224.0.0.251", UInt16(5_353))
  /// The time between two looks for an answer.
  private static let pause = Duration.milliseconds(20)
  /// By what its answers are known; any number will do.
  private static let number: [UInt8] = [0x74, 0x74]

  /// Asks for `name`, on each network of this computer that has multicast and IPv4.
  ///
  /// - Parameters:
  ///   - name: A domain name with pointers to services, such as `_tabletooth._tcp.local`.
  ///   - limit: How long an answer may take.
  ///   - clock: Measures that time.
  /// - Returns: Whether anybody has answered; nil if there is no such network.
  public static func isAnswered(
    _ name: String,
    within limit: Duration = .seconds(2),
    clock: any Clock<Duration> = ContinuousClock()
  ) async -> Bool? {
    let sockets = ownAddresses().map { Socket(at: $0) }
    guard !sockets.isEmpty else { return nil }
    let question = bytes(of: name)
    for socket in sockets { socket.send(question) }
    for _ in 0..<max(Int(limit / pause), 1) {
      if sockets.contains(where: { $0.hasAnswer }) { return true }
      do { try await clock.sleep(for: pause) } catch { break }
    }
    return sockets.contains { $0.hasAnswer }
  }

  /// The bytes of a question for pointers of `name` (RFC 1035, 4.1).
  static func bytes(of name: String) -> [UInt8] {
    let labels = name.split(separator: ".").flatMap { label in
      [UInt8(truncatingIfNeeded: label.utf8.count)] + Array(label.utf8.prefix(63))
    }
    let header = number + [0, 0, 0, 1, 0, 0, 0, 0, 0, 0]
    let (pointer, internet): ([UInt8], [UInt8]) = ([0, 12], [0, 1])
    return header + labels + [0] + pointer + internet
  }

  /// True if `packet` answers a question of ``bytes(of:)``: the number, a response, and an answer.
  static func isAnswer(_ packet: ArraySlice<UInt8>) -> Bool {
    let bytes = Array(packet.prefix(12))
    return bytes.count == 12 && Array(bytes[..<2]) == number && bytes[2] & 0x80 != 0
      && (bytes[6] != 0 || bytes[7] != 0)
  }

  /// The addresses of IPv4 on interfaces that are up and have multicast.
  private static func ownAddresses() -> [in_addr] {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard unsafe getifaddrs(&list) == 0 else { return [] }
    defer { unsafe freeifaddrs(list) }
    var addresses: [in_addr] = []
    var next = unsafe list
    while let entry = unsafe next?.pointee {
      let flags = unsafe entry.ifa_flags
      let isUsed = flags & UInt32(IFF_UP) != 0 && flags & UInt32(IFF_MULTICAST) != 0
      if isUsed, let pointer = unsafe entry.ifa_addr,
        unsafe CInt(pointer.pointee.sa_family) == AF_INET
      {
        let address = unsafe UnsafeRawPointer(pointer).load(as: sockaddr_in.self)
        addresses.append(address.sin_addr)
      }
      unsafe next = entry.ifa_next
    }
    return addresses
  }

  /// A socket on one network; it closes with its owner.
  private final class Socket {
    private let number: CInt

    init(at address: in_addr) {
      let type = CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
      number = Glibc.socket(AF_INET, type, 0)
      var own = address
      let size = socklen_t(MemoryLayout<in_addr>.size)
      _ = unsafe setsockopt(number, CInt(IPPROTO_IP), IP_MULTICAST_IF, &own, size)
    }

    deinit { close(number) }

    func send(_ bytes: [UInt8]) {
      var place = sockaddr_in()
      place.sin_family = sa_family_t(AF_INET)
      place.sin_port = MulticastQuestion.port.bigEndian
      _ = unsafe inet_pton(AF_INET, MulticastQuestion.group, &place.sin_addr)
      let size = socklen_t(MemoryLayout<sockaddr_in>.size)
      _ = unsafe withUnsafePointer(to: &place) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          unsafe sendto(number, bytes, bytes.count, 0, address, size)
        }
      }
    }

    /// True if an answer has come since it was asked last.
    var hasAnswer: Bool {
      var buffer = [UInt8](repeating: 0, count: 1_500)
      while true {
        let count = unsafe recv(number, &buffer, buffer.count, 0)
        guard count >= 0 else { return false }
        if MulticastQuestion.isAnswer(buffer[..<count]) { return true }
      }
    }
  }
}
