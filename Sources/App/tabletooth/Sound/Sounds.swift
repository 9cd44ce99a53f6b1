internal import BoardUI

/// The sounds of a game: the terminal's bell, or the event sounds of the desktop.
///
/// Unless the player has set them, only a call of another person is heard. Nothing waits for them.
struct Sounds {
  private let setting: SoundChoice
  private let ring: @Sendable () -> Void
  private var choice: SoundChoice

  /// Sounds as they are set; `ring` rings the terminal's bell.
  init(_ setting: SoundChoice, ring: @escaping @Sendable () -> Void) {
    (self.setting, self.ring, choice) = (setting, ring, setting)
  }

  /// Plays what is heard of `orders`; a desktop without libcanberra's player gets the bell.
  func play(_ orders: Orders) {
    switch choice {
    case .off: break
    case .turn: if orders.isCall { ring() }
    case .bell: if !orders.cues.isEmpty { ring() }
    case .desktop:
      guard let player = DesktopProgram("canberra-gtk-play") else {
        if !orders.cues.isEmpty { ring() }
        return
      }
      for cue in orders.cues {
        player.run("--id=\(Self.event(of: cue))", "--description=Tabletooth")
      }
    }
  }

  /// Switches sounds on or off, the bell at a call if none are set; returns the choice in force.
  mutating func toggle() -> SoundChoice {
    choice = choice != .off ? .off : setting == .off ? .turn : setting
    return choice
  }

  /// The event of the freedesktop.org sound naming specification, version 0.8.
  private static func event(of cue: Cue) -> String {
    switch cue {
    case .turn: "message-new-instant"
    case .capture: "message"
    case .check: "dialog-warning"
    case .guest: "service-login"
    case .end: "complete"
    }
  }
}
