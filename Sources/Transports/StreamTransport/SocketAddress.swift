internal import Glibc

/// An address as the kernel has it, of IPv4 or IPv6.
struct SocketAddress: Hashable, Sendable {
  /// A `sockaddr_in` or `sockaddr_in6`, byte by byte.
  private let bytes: [UInt8]

  let family: CInt

  /// Copies what `pointer` leads to; nil for other families than IPv4 and IPv6.
  init?(copying pointer: UnsafePointer<sockaddr>) {
    family = CInt(unsafe pointer.pointee.sa_family)
    let size =
      switch family {
      case AF_INET: MemoryLayout<sockaddr_in>.size
      case AF_INET6: MemoryLayout<sockaddr_in6>.size
      default: 0
      }
    guard size > 0 else { return nil }
    bytes = unsafe Array(UnsafeRawBufferPointer(start: pointer, count: size))
  }

  /// The address that the socket is bound to.
  init?(of descriptor: CInt) {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let address = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe getsockname(descriptor, pointer, &length) == 0
          ? SocketAddress(copying: pointer) : nil
      }
    }
    guard let address else { return nil }
    self = address
  }

  /// The address at the other end of the connection.
  init?(ofPeerOf descriptor: CInt) {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let address = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe getpeername(descriptor, pointer, &length) == 0
          ? SocketAddress(copying: pointer) : nil
      }
    }
    guard let address else { return nil }
    self = address
  }

  private init(_ family: CInt, _ bytes: [UInt8]) {
    (self.family, self.bytes) = (family, bytes)
  }

  /// Lets `body` use the address in a call of the system.
  func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result? {
    unsafe bytes.withUnsafeBytes { buffer in
      guard let start = buffer.baseAddress else { return nil }
      return unsafe body(start.assumingMemoryBound(to: sockaddr.self), socklen_t(buffer.count))
    }
  }

  /// The port; it is in bytes 2 and 3 of both kinds, the higher first.
  var port: UInt16 { UInt16(bytes[2]) << 8 | UInt16(bytes[3]) }

  /// The same address with another port.
  func on(port: UInt16) -> SocketAddress {
    var bytes = bytes
    (bytes[2], bytes[3]) = (UInt8(port >> 8), UInt8(port & 0xff))
    return SocketAddress(family, bytes)
  }

  /// The number of the computer, without the port: 4 or 16 bytes, the highest first.
  var number: ArraySlice<UInt8> { family == AF_INET ? bytes[4..<8] : bytes[8..<24] }

  /// True if it is this computer's own, for itself only: 127.0.0.0/8 and ::1.
  var isLoopback: Bool {
    family == AF_INET
      ? number.first == 127 : number.dropLast().allSatisfy { $0 == 0 } && number.last == 1
  }

  /// True if it reaches as far as one cable or one network: 169.254.0.0/16 (RFC 3927) and fe80::/10
  /// (RFC 4291).
  var isLinkLocal: Bool {
    let (first, second) = (number[number.startIndex], number[number.startIndex + 1])
    return family == AF_INET
      ? first == 169 && second == 254 : first == 0xfe && second & 0xc0 == 0x80
  }

  /// The number of the network interface of a link-local address of IPv6, in the byte order of this
  /// computer; zero if it names none.
  private var interface: ArraySlice<UInt8> { bytes.dropFirst(24).prefix(4) }

  /// The address on each network of `own` addresses, if it is link-local and names no interface.
  ///
  /// The host does not know what the guest calls its interface.
  func onInterfaces(of own: [OwnAddress]) -> [SocketAddress] {
    guard family == AF_INET6, isLinkLocal, interface.allSatisfy({ $0 == 0 }) else { return [self] }
    let local = own.filter { $0.address.family == AF_INET6 && $0.address.isLinkLocal }
    let interfaces = (local.filter(\.isDevice) + local.filter { !$0.isDevice })
      .map(\.address.interface)
    var seen: Set<ArraySlice<UInt8>> = []
    let addresses = interfaces.filter { seen.insert($0).inserted }
      .map { SocketAddress(family, Array(bytes[..<24]) + Array($0)) }
    return addresses.isEmpty ? [self] : addresses
  }

  /// The part of the address that one neighbour cannot choose.
  ///
  /// It is the address, or of IPv6 the 64 bits of its network, in which a computer may have any
  /// number of addresses. A computer chooses its link-local addresses too, so all of one interface
  /// are one place.
  var origin: String {
    guard !isLinkLocal else {
      return family == AF_INET
        ? "169.254" : "fe80%" + interface.map { String($0, radix: 16) }.joined(separator: ".")
    }
    let part = family == AF_INET ? number : number.prefix(8)
    return part.map { String($0, radix: 16) }.joined(separator: family == AF_INET ? "." : ":")
  }

  /// True if it stands for all addresses of this computer.
  var isWildcard: Bool { number.allSatisfy { $0 == 0 } }

  /// The address as numbers.
  var streamAddress: StreamAddress {
    var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    let size = socklen_t(host.count)
    let status = unsafe withPointer { pointer, length in
      unsafe getnameinfo(pointer, length, &host, size, nil, 0, NI_NUMERICHOST)
    }
    let letters = host.prefix { status == 0 && $0 != 0 }.map(UInt8.init(bitPattern:))
    let text = String(decoding: letters, as: UTF8.self)
    return StreamAddress(host: text, port: port)
  }

  /// All addresses of the network interfaces that are up.
  static func ofInterfaces() -> [SocketAddress] { OwnAddress.all().map(\.address) }

  /// The addresses of the computer that `address` names; waits for a name server if need be.
  static func all(of address: StreamAddress) throws(StreamError) -> [SocketAddress] {
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    let status = unsafe getaddrinfo(address.host, nil, &hints, &list)
    guard status == 0 else {
      throw .unknownHost(address.host, words: unsafe String(cString: gai_strerror(status)))
    }
    defer { unsafe freeaddrinfo(list) }
    var addresses: [SocketAddress] = []
    var next = unsafe list
    while let entry = unsafe next {
      if let pointer = unsafe entry.pointee.ai_addr,
        let found = unsafe SocketAddress(copying: pointer)
      {
        addresses.append(found.on(port: address.port))
      }
      unsafe next = entry.pointee.ai_next
    }
    return addresses
  }
}
