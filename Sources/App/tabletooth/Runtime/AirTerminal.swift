internal import BoardUI
internal import Glibc
internal import Phrases

/// A terminal in which a line of `tabletooth air` was pasted: its bus and its player's folder are
/// in one folder, which is deleted when the air ends.
enum AirTerminal {
  /// True if the environment is that of such a terminal.
  static var isHere: Bool { socket(environment: Environment.variable) != nil }

  /// The socket of the air's bus; nil if the environment is not that of such a terminal.
  static func socket(environment: (String) -> String?) -> String? {
    let prefix = "unix:path="
    guard let bus = environment("TABLETOOTH_BUS"), bus.hasPrefix(prefix),
      let data = environment("XDG_DATA_HOME")
    else { return nil }
    let socket = String(bus.dropFirst(prefix.count).prefix { $0 != "," })
    let folder = socket.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let dataFolder = data.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    guard folder.last?.hasPrefix("private-bus.") == true, dataFolder == folder else { return nil }
    return socket
  }

  /// Refuses to run where the air has ended: games would be kept in a folder that nobody looks for.
  static func checkIsOpen(
    environment: (String) -> String? = Environment.variable
  ) throws(ExitReason) {
    guard let socket = socket(environment: environment), unsafe access(socket, F_OK) != 0 else {
      return
    }
    throw hasEnded
  }

  /// The failure of a command in a terminal whose air has ended.
  static var hasEnded: ExitReason {
    ExitReason(.noBluetooth, ExitReason.LostCause.airHasEnded, ExitReason.LostCause.leaveAir)
  }
}
