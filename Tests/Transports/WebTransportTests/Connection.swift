import Glibc
import StreamTransport

/// A connection to a server of this computer that sends what a test wants.
final class Connection: Sendable {
  private let descriptor: CInt

  /// A connection to `address`, of IPv4, which takes so many bytes before they are read; nil if it
  /// does not come about.
  init?(to address: StreamAddress, reading size: CInt? = nil) {
    descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    if var size {
      let length = socklen_t(MemoryLayout<CInt>.size)
      _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, length)
    }
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = address.port.bigEndian
    place.sin_addr.s_addr = unsafe inet_addr(address.host)
    let status = unsafe withUnsafePointer(to: &place) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe connect(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else {
      close(descriptor)
      return nil
    }
  }

  deinit {
    close(descriptor)
  }

  /// Sends as much of `text` as the other side takes.
  func send(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe Glibc.send(descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL))
  }

  /// All that comes until the other side hangs up, or until so many bytes are there.
  func read(_ most: Int = .max) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while bytes.count < most {
      let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// All that comes until the other side hangs up.
  func rest() -> String { read() }
}
