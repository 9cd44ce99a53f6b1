internal import BoardUI

/// Has the desktop tell what happens while the terminal is not looked at: by notify-send where the
/// desktop is this computer's, and else by the terminal.
struct Announcer: Sendable {
  private let display: (any Display)?

  /// Tells by the terminal of `display`, if the settings ask for that; nothing without one.
  init(_ display: (any Display)?, _ settings: Settings) {
    self.display = settings.notifies ? display : nil
  }

  /// Tells `text`, which is made fit for a terminal; returns at once.
  func announce(_ text: String) {
    guard let display else { return }
    let text = PrintableLine.clean(text)
    if let program = Self.notifier {
      program.run("--", "Tabletooth", text)
    } else if let sequence = Self.sequence(text, terminal: Environment.variable) {
      display.send(sequence)
    }
  }

  /// notify-send, where a desktop of this computer has the terminal.
  private static var notifier: DesktopProgram? {
    let hasDesktop = ["DISPLAY", "WAYLAND_DISPLAY"].contains { name in
      !(Environment.variable(name) ?? "").isEmpty
    }
    return hasDesktop ? DesktopProgram("notify-send") : nil
  }

  /// The sequence of a notification: OSC 9 or OSC 777; nil for the console of the kernel, which
  /// would show it.
  static func sequence(_ text: String, terminal variable: (String) -> String?) -> String? {
    let name = variable("TERM") ?? ""
    if name == "linux" { return nil }
    let isNine =
      name.contains("kitty") || ["iTerm.app", "WezTerm"].contains(variable("TERM_PROGRAM") ?? "")
    return isNine ? "\u{1B}]9;\(text)\u{7}" : "\u{1B}]777;notify;Tabletooth;\(text)\u{7}"
  }
}
