internal import BlueZ
internal import BluetoothDoctor
internal import Phrases

extension HostingFinding {
  private static var otherAdapter: String {
    say("use another adapter for tabletooth host (--adapter)")
  }

  var words: Words {
    switch self {
    case .possible(let name, let free):
      let count = say("\(free, "advertisement", "advertisements")")
      return Words(say("\(name) can be a peripheral; \(count) free"))
    case .noLE(let name):
      return Words(say("\(name) has no Bluetooth LE"), remedy: Self.otherAdapter)
    case .noRole(let name, let roles):
      let known = roles.isEmpty ? say("nothing") : roles.joined(separator: ", ")
      return Words(
        say("\(name) cannot be a peripheral, only \(known)"),
        remedy: Self.otherAdapter
      )
    case .noServices(let name):
      return Words(
        say("bluetoothd accepts no services for \(name)"),
        remedy: say("update BlueZ: sudo apt install --only-upgrade bluez")
      )
    case .noAdvertising(let name):
      return Words(
        say("bluetoothd does not advertise on \(name)"),
        remedy: say("set ControllerMode to dual or le in /etc/bluetooth/main.conf")
      )
    case .noneFree(let name):
      return Words(
        say("other programs use all advertising slots of \(name)"),
        remedy: say("stop them, or run: sudo systemctl restart bluetooth")
      )
    case .refused(let error):
      return Words(
        say("bluetoothd refuses our service: \(error.words)"),
        remedy: "sudo systemctl restart bluetooth"
      )
    case .notAdvertised(let error):
      return Words(
        say("bluetoothd refuses to advertise: \(error.words)"),
        remedy: say(
          """
          sudo systemctl restart bluetooth; if that does not help, start another kernel: Linux \
          6.12.93 and 6.18.34 refuse all (BlueZ issue 2269)
          """
        )
      )
    }
  }
}

extension JoiningFinding {
  var words: Words {
    switch self {
    case .possible(let name):
      Words(say("\(name) can be a central"))
    case .noRole(let name):
      Words(
        say("\(name) cannot be a central"),
        remedy: say("use another adapter for tabletooth join (--adapter)")
      )
    }
  }
}
