internal import Glibc

/// An address of this computer, and the kind of network interface that has it.
struct OwnAddress: Hashable {
  let address: SocketAddress
  /// True if the interface leads to one other computer, as those of most VPNs do.
  let isPointToPoint: Bool
  /// True if the interface is a device such as a network card, and not made by a program.
  let isDevice: Bool

  /// All addresses of the network interfaces that are up.
  static func all() -> [OwnAddress] {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard unsafe getifaddrs(&list) == 0 else { return [] }
    defer { unsafe freeifaddrs(list) }
    var addresses: [OwnAddress] = []
    var next = unsafe list
    while let entry = unsafe next?.pointee {
      if unsafe entry.ifa_flags & UInt32(IFF_UP) != 0, let pointer = unsafe entry.ifa_addr,
        let address = unsafe SocketAddress(copying: pointer)
      {
        let device = unsafe "/sys/class/net/\(String(cString: entry.ifa_name))/device"
        let own = unsafe OwnAddress(
          address: address,
          isPointToPoint: entry.ifa_flags & UInt32(IFF_POINTOPOINT) != 0,
          isDevice: access(device, F_OK) == 0
        )
        addresses.append(own)
      }
      unsafe next = entry.ifa_next
    }
    return addresses
  }

  /// The addresses, with port 0, that one cable or one network leads to, and those of this computer
  /// for itself.
  static func nearby() -> [SocketAddress] { nearby(among: all(), outward: ofOutwardRoute()) }

  /// The same, with all addresses that computers of any network nearby may find.
  static func onNetworks() -> [SocketAddress] { onNetworks(among: all()) }

  /// Those of `all`, the private ones of IPv4 first.
  static func onNetworks(among all: [OwnAddress]) -> [SocketAddress] {
    let own = networks(among: all)
    return own + nearby(among: all, outward: nil).filter { !own.contains($0) }
  }

  /// Those of `all`; that of a home first, and link-local ones of devices only, if there are any.
  static func nearby(among all: [OwnAddress], outward: SocketAddress?) -> [SocketAddress] {
    let home = home(among: all, outward: outward)
    let local = all.filter { $0.address.isLinkLocal && $0.address != home }
    let ofDevices = local.filter(\.isDevice)
    return [home].compactMap(\.self) + (ofDevices.isEmpty ? local : ofDevices).map(\.address)
      + all.map(\.address).filter(\.isLoopback)
  }

  /// The address, with port 0, by which the computers of a home reach this one; nil if it is not
  /// clear.
  static func ofHome() -> SocketAddress? { home(among: all(), outward: ofOutwardRoute()) }

  /// The one of `all` by which the computers of a home reach this one.
  ///
  /// It is the address of the network that leads to the internet, or else the only private one. A
  /// VPN may be the way to the internet, and containers have networks too: addresses of devices
  /// come first, and those of an interface that leads to one computer last.
  static func home(among all: [OwnAddress], outward: SocketAddress?) -> SocketAddress? {
    let addresses = Set(networks(among: all))
    if let outward, addresses.contains(outward) { return outward }
    return addresses.count == 1 ? addresses.first : nil
  }

  /// The private addresses of IPv4 among `all` that are most like those of a network card.
  private static func networks(among all: [OwnAddress]) -> [SocketAddress] {
    let own = all.filter(\.address.isPrivate)
    let ranks = [
      own.filter { $0.isDevice && !$0.isPointToPoint }, own.filter { !$0.isPointToPoint }, own,
    ]
    return ranks.first { !$0.isEmpty }?.map(\.address) ?? []
  }

  /// The own address of the route to 192.0.2.1, which is nobody's (RFC 5737); nothing is sent.
  private static func ofOutwardRoute() -> SocketAddress? {
    let number = socket(AF_INET, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { return nil }
    let descriptor = OpenDescriptor(adopting: number)
    var there = sockaddr_in()
    there.sin_family = sa_family_t(AF_INET)
    there.sin_port = UInt16(9).bigEndian
    there.sin_addr.s_addr = UInt32(0xc000_0201).bigEndian
    let target = unsafe withUnsafePointer(to: &there) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe SocketAddress(copying: pointer)
      }
    }
    let status = unsafe target?.withPointer { pointer, length in
      unsafe Glibc.connect(descriptor.number, pointer, length)
    }
    guard status == 0 else { return nil }
    return SocketAddress(of: descriptor.number)?.on(port: 0)
  }
}

extension SocketAddress {
  /// True if it is of a network that the internet does not reach: 10.0.0.0/8, 172.16.0.0/12 and
  /// 192.168.0.0/16 (RFC 1918), or 169.254.0.0/16.
  ///
  /// A browser takes no link-local address of IPv6, as that needs an interface.
  fileprivate var isPrivate: Bool {
    guard family == AF_INET else { return false }
    let (first, second) = (number[number.startIndex], number[number.startIndex + 1])
    return first == 10 || first == 172 && 16...31 ~= second || first == 192 && second == 168
      || isLinkLocal
  }
}
