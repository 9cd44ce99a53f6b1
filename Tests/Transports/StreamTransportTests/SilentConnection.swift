import Glibc
import StreamTransport

/// A connection from a chosen address of this computer that says nothing unasked.
final class SilentConnection: Sendable {
  private let descriptor: CInt

  /// A connection from `origin` to `address`, both IPv4; nil if it does not come about.
  init?(from origin: String, to address: StreamAddress) {
    descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    let own = Self.socketAddress(origin, 0)
    let other = Self.socketAddress(address.host, address.port)
    guard unsafe Self.call(bind, descriptor, own), unsafe Self.call(connect, descriptor, other)
    else {
      close(descriptor)
      return nil
    }
  }

  deinit {
    close(descriptor)
  }

  /// Sends `bytes`, which fit into the socket.
  func send(_ bytes: [UInt8]) {
    _ = unsafe Glibc.send(descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL))
  }

  /// The next bytes that come.
  func receive() -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { bytes, count in
      count = unsafe max(recv(descriptor, bytes.baseAddress, bytes.count, 0), 0)
    }
  }

  /// Whether the other side has hung up.
  func isEnded(waiting: Bool = true) -> Bool {
    var byte: UInt8 = 0
    let flags = waiting ? 0 : CInt(MSG_DONTWAIT)
    let count = unsafe recv(descriptor, &byte, 1, flags)
    return count == 0 || count < 0 && errno == ECONNRESET
  }

  private static func socketAddress(_ host: String, _ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = unsafe inet_addr(host)
    return address
  }

  private static func call(
    _ function: (CInt, UnsafePointer<sockaddr>, socklen_t) -> CInt,
    _ descriptor: CInt,
    _ address: sockaddr_in
  ) -> Bool {
    var address = address
    return unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe function(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }
}
