public import BluetoothDoctor
internal import Phrases

extension DaemonFinding {
  var words: Words {
    switch self {
    case .running:
      Words(say("is running"))
    case .absent(let isSystemBus):
      Words(
        say("is not running, and nothing starts it"),
        remedy: isSystemBus
          ? "sudo apt install bluez && sudo systemctl enable --now bluetooth"
          : say("start tabletooth air, or leave out --bus")
      )
    case .silent:
      Words(
        say("is running but does not answer"),
        remedy: "sudo systemctl restart bluetooth"
      )
    case .noBus(let text, let isSystemBus):
      Words(
        say("cannot be asked, because the bus cannot be reached: \(text)"),
        remedy: isSystemBus
          ? say("sudo systemctl start dbus; a container needs the host's /run/dbus")
          : say("check the address after --bus")
      )
    }
  }
}

extension VersionFinding {
  var words: Words {
    switch self {
    case .known(let version):
      Words("BlueZ \(version)")
    case .hidden:
      Words(
        say("bluetoothd does not say (DeviceID in main.conf hides it)"),
        remedy: "bluetoothctl --version"
      )
    case .faulty(let version):
      Words(
        say(
          """
          BlueZ \(version) has a fault that can end all connections. Tabletooth avoids it; other \
          programs may not
          """
        ),
        remedy: say(
          """
          install a later release (sudo apt install --only-upgrade bluez), or one with the \
          fix of BlueZ issue 2282 (commit 82af2beaf)
          """
        )
      )
    }
  }
}

extension PermissionFinding {
  var words: Words {
    switch self {
    case .granted(let user):
      return Words(say("user \(user.name) may talk to bluetoothd"))
    case .busClosed(let user) where user.isInNamespace:
      return Words(Self.closedToNamespace, remedy: Self.leaveNamespace)
    case .busClosed(let user):
      return Self.denied(say("the bus does not admit user \(user.name)"), user)
    case .hidden:
      return Words(
        say("the filter between this program and the bus (Flatpak's) hides bluetoothd"),
        remedy: "flatpak override --user --system-talk-name=org.bluez APP"
      )
    case .denied(let user):
      return Self.denied(say("the bus does not let user \(user.name) talk to bluetoothd"), user)
    case .interfaceDenied(let interface, let user):
      return Self.denied(say("the bus does not let user \(user.name) call \(interface)"), user)
    case .unseen(let user):
      // This is about what root may send, so no group of the user's helps.
      return Words(
        say("the bus does not let bluetoothd see what user \(user.name) offers"),
        remedy: Self.policy
      )
    }
  }

  /// The bus refuses a program that runs in a user namespace.
  public static var closedToNamespace: String {
    say("the bus refuses this program, which runs in a user namespace (a container or a sandbox)")
  }

  /// What to do about that.
  public static var leaveNamespace: String {
    say("run it outside, or keep your user number there, as podman run --userns=keep-id does")
  }

  private static let policy =
    "sudo cp dbus-policy/tabletooth.conf /etc/dbus-1/system.d/ && sudo systemctl reload dbus"

  private static func denied(_ fact: String, _ user: User) -> Words {
    let group = say("; or: sudo usermod -aG bluetooth \(user.name), and log in again")
    return Words(fact, remedy: user.membership == .outside ? policy + group : policy)
  }
}
