internal import Glibc

extension User {
  /// The user of this process.
  static func current() -> User {
    let number = geteuid()
    var user = User(
      name: name(of: number) ?? "user \(number)",
      membership: number == 0 ? .member : membership()
    )
    user.isInNamespace = isInNamespace
    return user
  }

  /// True if this process is in a user namespace, as in a container without privileges.
  ///
  /// Its user has another number outside, and a bus there does not believe the one that libdbus
  /// names (user_namespaces(7)).
  public static var isInNamespace: Bool {
    SmallFile.text("/proc/self/uid_map").map(isMapped) ?? false
  }

  /// True if the text of `uid_map` gives users other numbers than the computer does.
  static func isMapped(_ map: String) -> Bool {
    map.split(whereSeparator: \.isWhitespace) != ["0", "0", "4294967295"]
  }

  /// Room for the text of one entry of the user or group database, in bytes; glibc asks for 1 KiB.
  private static let entryLimit = 1 << 16

  private static func name(of number: uid_t) -> String? {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: entryLimit) { text in
      var entry = unsafe passwd()
      var found: UnsafeMutablePointer<passwd>?
      guard let start = text.baseAddress else { return nil }
      let status = unsafe getpwuid_r(number, &entry, start, text.count, &found)
      guard status == 0, let found = unsafe found else { return nil }
      return unsafe String(cString: found.pointee.pw_name)
    }
  }

  private static func number(ofGroup name: String) -> gid_t? {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: entryLimit) { text in
      var entry = unsafe group()
      var found: UnsafeMutablePointer<group>?
      guard let start = text.baseAddress else { return nil }
      let status = unsafe getgrnam_r(name, &entry, start, text.count, &found)
      guard status == 0, let found = unsafe found else { return nil }
      return unsafe found.pointee.gr_gid
    }
  }

  private static func membership() -> Membership {
    guard let wanted = number(ofGroup: "bluetooth") else { return .noSuchGroup }
    let count = max(0, getgroups(0, nil))
    var groups = [gid_t](repeating: 0, count: Int(count))
    let read = unsafe getgroups(count, &groups)
    let isMember = wanted == getegid() || groups.prefix(max(0, Int(read))).contains(wanted)
    return isMember ? .member : .outside
  }
}
