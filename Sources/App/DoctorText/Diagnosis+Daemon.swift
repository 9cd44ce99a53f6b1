internal import BluetoothDoctor
internal import Phrases

/// Does bluetoothd run, which one is it, and may we talk to it?
extension Diagnosis {
  static func daemon(_ facts: Facts) -> Finding? {
    switch facts.daemon {
    case .adapters, .denied:
      .fine(.daemon, say("is running"))
    case .busClosed:
      nil
    case .notRunning:
      .failure(
        .daemon,
        .noDaemon,
        say("is not running, and nothing starts it"),
        remedy: facts.isSystemBus
          ? "sudo apt install bluez && sudo systemctl enable --now bluetooth"
          : say("start tabletooth air, or leave out --bus")
      )
    case .silent:
      .failure(
        .daemon,
        .noDaemon,
        say("is running and does not answer"),
        remedy: "sudo systemctl restart bluetooth"
      )
    case .noBus(let text):
      .failure(
        .daemon,
        .noDaemon,
        say("cannot be asked, because the bus cannot be reached: \(text)"),
        remedy: facts.isSystemBus
          ? say("sudo systemctl start dbus; a container needs the machine's /run/dbus")
          : say("look whether the address behind --bus is right")
      )
    }
  }

  static func version(_ facts: Facts) -> Finding? {
    guard let adapter = facts.adapter else { return nil }
    guard let version = adapter.version else {
      return .note(
        .version,
        say("bluetoothd does not say (DeviceID in main.conf hides it)"),
        remedy: "bluetoothctl --version"
      )
    }
    guard !version.crashesAtFilters else {
      return .note(
        .version,
        say(
          """
          BlueZ \(version) crashes, with all links, when a program looks for a service by a filter; \
          tabletooth uses none, other programs may
          """
        ),
        remedy: say(
          """
          install a later release (sudo apt install --only-upgrade bluez), or one with the \
          fix of bluez issue 2282 (commit 82af2beaf)
          """
        )
      )
    }
    return .fine(.version, "BlueZ \(version)")
  }

  static func permission(_ facts: Facts) -> Finding? {
    switch facts.daemon {
    case .noBus, .notRunning, .silent:
      return nil
    case .busClosed:
      return denied(say("the bus does not let user \(facts.user.name) in"), facts.user)
    case .denied:
      return denied(
        say("the bus does not let user \(facts.user.name) talk to bluetoothd"),
        facts.user
      )
    case .adapters:
      switch facts.rehearsal {
      case .denied(let interface):
        return denied(
          say("the bus does not let user \(facts.user.name) call \(interface)"),
          facts.user
        )
      case .unseen:
        // This is about what root may send, so no group of the user's helps.
        return .failure(
          .permission,
          .noPermission,
          say("the bus does not let bluetoothd see what user \(facts.user.name) offers"),
          remedy: policy
        )
      case .accepted, .refused, .notTried:
        return .fine(.permission, say("user \(facts.user.name) may talk to bluetoothd"))
      }
    }
  }

  private static let policy =
    "sudo cp dbus-policy/tabletooth.conf /etc/dbus-1/system.d/ && sudo systemctl reload dbus"

  private static func denied(_ fact: String, _ user: User) -> Finding {
    let group = say("; or: sudo usermod -aG bluetooth \(user.name), and log in again")
    return .failure(
      .permission,
      .noPermission,
      fact,
      remedy: user.membership == .outside ? policy + group : policy
    )
  }
}
