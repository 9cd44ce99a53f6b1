internal import Glibc

/// A switch that can silence a Bluetooth radio, as the kernel's rfkill subsystem shows it.
public struct RadioSwitch: Hashable, Sendable {
  /// Its name: that of a controller, such as `hci0`, or of the laptop's own switch, such as
  /// `dell-bluetooth`.
  public let name: String
  /// True if software has blocked the radio; software can free it.
  public let isSoftBlocked: Bool
  /// True if a key or a slider on the machine, or its firmware, has blocked the radio; software
  /// cannot free it.
  public let isHardBlocked: Bool

  /// A switch in this position.
  public init(name: String, isSoftBlocked: Bool, isHardBlocked: Bool) {
    self.name = name
    self.isSoftBlocked = isSoftBlocked
    self.isHardBlocked = isHardBlocked
  }

  /// True if the radio is silenced, by whatever.
  public var isBlocked: Bool { isSoftBlocked || isHardBlocked }

  /// The folder in which the kernel shows its switches (its documentation:
  /// `Documentation/ABI/stable/sysfs-class-rfkill`).
  public static let standardFolder = "/sys/class/rfkill"

  /// The Bluetooth switches that `folder` shows, ordered by name.
  ///
  /// A machine without rfkill has no folder, and no switches either. An entry that vanishes while
  /// it is read is left out.
  public static func all(in folder: String = standardFolder) -> [RadioSwitch] {
    entries(of: folder)
      .compactMap { RadioSwitch(folder: "\(folder)/\($0)") }
      .sorted { $0.name < $1.name }
  }

  private init?(folder: String) {
    guard
      SmallFile.line("\(folder)/type") == "bluetooth",
      let name = SmallFile.line("\(folder)/name"),
      let soft = SmallFile.line("\(folder)/soft"),
      let hard = SmallFile.line("\(folder)/hard")
    else { return nil }
    self.init(name: name, isSoftBlocked: soft != "0", isHardBlocked: hard != "0")
  }

  private static func entries(of folder: String) -> [String] {
    guard let stream = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { text in
          unsafe String(cString: text)
        }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }
}
