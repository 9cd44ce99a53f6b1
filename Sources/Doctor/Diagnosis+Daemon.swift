/// Does bluetoothd run, which one is it, and may we talk to it?
extension Diagnosis {
  static func daemon(_ facts: Facts) -> Finding? {
    switch facts.daemon {
    case .adapters, .denied:
      .fine(.daemon, "is running")
    case .busClosed:
      nil
    case .notRunning:
      .failure(
        .daemon,
        .noDaemon,
        "is not running, and nothing starts it",
        remedy: facts.isSystemBus
          ? "sudo apt install bluez && sudo systemctl enable --now bluetooth"
          : "start tabletooth air, or leave out --bus"
      )
    case .silent:
      .failure(
        .daemon,
        .noDaemon,
        "is running and does not answer",
        remedy: "sudo systemctl restart bluetooth"
      )
    case .noBus(let text):
      .failure(
        .daemon,
        .noDaemon,
        "cannot be asked, because the bus cannot be reached: \(text)",
        remedy: facts.isSystemBus
          ? "sudo systemctl start dbus; a container needs the machine's /run/dbus"
          : "look whether the address behind --bus is right"
      )
    }
  }

  static func version(_ facts: Facts) -> Finding? {
    guard let adapter = facts.adapter else { return nil }
    guard let version = adapter.version else {
      return .note(
        .version,
        "bluetoothd does not say (DeviceID in main.conf hides it)",
        remedy: "bluetoothctl --version"
      )
    }
    guard !version.crashesAtFilters else {
      return .note(
        .version,
        "BlueZ \(version) crashes, with all links, when a program looks for a service by a filter; "
          + "tabletooth uses none, other programs may",
        remedy: "install a later release (sudo apt install --only-upgrade bluez), or one with the "
          + "fix of bluez issue 2282 (commit 82af2beaf)"
      )
    }
    return .fine(.version, "BlueZ \(version)")
  }

  static func permission(_ facts: Facts) -> Finding? {
    switch facts.daemon {
    case .noBus, .notRunning, .silent:
      return nil
    case .busClosed:
      return denied("the bus does not let user \(facts.user.name) in", facts.user)
    case .denied:
      return denied("the bus does not let user \(facts.user.name) talk to bluetoothd", facts.user)
    case .adapters:
      switch facts.adapter?.rehearsal {
      case .denied(let interface):
        return denied("the bus does not let user \(facts.user.name) call \(interface)", facts.user)
      case .unseen:
        // This is about what root may send, so no group of the user's helps.
        return .failure(
          .permission,
          .noPermission,
          "the bus does not let bluetoothd see what user \(facts.user.name) offers",
          remedy: policy
        )
      case .accepted, .refused, .notTried, nil:
        return .fine(.permission, "user \(facts.user.name) may talk to bluetoothd")
      }
    }
  }

  private static let policy =
    "sudo cp dbus-policy/tabletooth.conf /etc/dbus-1/system.d/ && sudo systemctl reload dbus"

  private static func denied(_ fact: String, _ user: User) -> Finding {
    let group = "; or: sudo usermod -aG bluetooth \(user.name), and log in again"
    return .failure(
      .permission,
      .noPermission,
      fact,
      remedy: user.membership == .outside ? policy + group : policy
    )
  }
}
