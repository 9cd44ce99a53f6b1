import Dispatch
import Glibc
import Synchronization
import Testing

/// A wire between a guest and a host, which can keep back what one of the two says.
///
/// It is another place at which the table can be joined. Nothing that is kept back is ever handed
/// on, and a connection that one side ends is ended for the other.
final class HoldingWire: Sendable {
  /// Whose words are kept back.
  enum Side { case host, guest }

  /// What stands behind `--on` to join over the wire.
  let via: String
  private let listener: CInt
  private let held = Mutex<Side?>(nil)

  /// A wire to the table that is joined by `via`.
  init(to via: String) throws {
    let port = try #require(via.split(separator: ":").last.flatMap { UInt16($0) })
    listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    let own = try #require(listened(at: listener))
    self.via = "tcp:127.0.0.1:\(own)"
    DispatchQueue(label: "wire").async { [self] in
      while true {
        let guest = accept(listener, nil, nil)
        guard guest >= 0 else { return }
        guard let host = connected(to: port) else {
          close(guest)
          continue
        }
        hand(from: guest, to: host, of: .guest)
        hand(from: host, to: guest, of: .host)
      }
    }
  }

  /// Takes nobody any more.
  func end() { shutdown(listener, CInt(SHUT_RDWR)) }

  /// Keeps back what this side says from now on; nothing, if nil.
  func hold(_ side: Side?) { held.withLock { $0 = side } }

  private func hand(from source: CInt, to target: CInt, of side: Side) {
    DispatchQueue(label: "wire").async { [self] in
      var buffer = [UInt8](repeating: 0, count: 4_096)
      while true {
        let count = unsafe read(source, &buffer, buffer.count)
        guard count > 0 else { break }
        if held.withLock({ $0 }) == side { continue }
        guard unsafe write(target, buffer, count) == count else { break }
      }
      shutdown(target, CInt(SHUT_RDWR))
      // The other direction may still read there, so the descriptor is not closed but at the end.
      shutdown(source, CInt(SHUT_RDWR))
    }
  }
}

/// The port at which `descriptor` listens from now on.
private func listened(at descriptor: CInt) -> UInt16? {
  guard unsafe call(bind, descriptor, port: 0) == 0, listen(descriptor, 8) == 0 else { return nil }
  var address = sockaddr_in()
  var size = socklen_t(MemoryLayout<sockaddr_in>.size)
  let status = unsafe withUnsafeMutablePointer(to: &address) { pointer in
    unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
      unsafe getsockname(descriptor, pointer, &size)
    }
  }
  return status == 0 ? UInt16(bigEndian: address.sin_port) : nil
}

/// A connection to this port of this computer.
private func connected(to port: UInt16) -> CInt? {
  let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
  return unsafe call(connect, descriptor, port: port) == 0 ? descriptor : nil
}

/// Calls `function`, which takes an address, with this port of this computer.
private func call(
  _ function: (CInt, UnsafePointer<sockaddr>, socklen_t) -> CInt,
  _ descriptor: CInt,
  port: UInt16
) -> CInt {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
  return unsafe withUnsafePointer(to: &address) { pointer in
    unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
      unsafe function(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
}
