internal import BluetoothDoctor
internal import Phrases

extension AdapterFinding {
  var words: Words {
    switch self {
    case .found(let name, let address):
      return Words(Self.describe(name, address))
    case .instead(let name, let address, let first):
      let text = Self.describe(name, address)
      return Words(say("\(first) cannot host, so tabletooth uses \(text)"))
    case .blocked(let blockade):
      return blockade.words
    case .otherName(let wanted, let names):
      return Words(
        say("there is no \(wanted), only \(names.joined(separator: ", "))"),
        remedy: "tabletooth doctor --adapter \(names.first ?? "")"
      )
    case .unknown(let error):
      return Words(say("unknown: \(Diagnosis.words(for: error))"))
    case .noBluetooth, .notOffered, .missing, .raw, .ignored:
      return missingWords
    }
  }

  /// The words about an adapter that bluetoothd does not offer.
  private var missingWords: Words {
    switch self {
    case .noBluetooth:
      Words(
        say("the kernel offers no Bluetooth to this process"),
        remedy: say(
          "sudo modprobe btusb; a container needs the host's own network (--network host)"
        )
      )
    case .notOffered(let error):
      Words(
        say("none is available, and \(Diagnosis.words(for: error))"),
        remedy: "sudo tabletooth doctor"
      )
    case .raw(let name):
      Words(
        say("the kernel has \(name) but cannot use it: firmware or settings are missing"),
        remedy: "sudo dmesg | grep -i -e bluetooth -e firmware"
      )
    case .ignored(let name):
      Words(
        say("the kernel has \(name) but bluetoothd does not offer it"),
        remedy: say(
          """
          stop programs that use the adapter without bluetoothd, then: sudo systemctl restart \
          bluetooth
          """
        )
      )
    case .found, .instead, .blocked, .otherName, .unknown, .missing:
      Words(
        say("this machine has none that Linux can use"),
        remedy:
          say(
            """
            plug in a Bluetooth LE adapter; sudo dmesg | grep -i bluetooth shows what a driver \
            lacks
            """
          )
      )
    }
  }

  private static func describe(_ name: String, _ address: String) -> String {
    address.isEmpty ? name : "\(name), \(address)"
  }
}

extension PowerFinding {
  var words: Words {
    switch self {
    case .on(let name): Words(say("\(name) is on"))
    case .off(let name): Words(say("\(name) is off; host, join and scan switch it on"))
    case .offInKernel(let name):
      Words(say("\(name) is off; bluetoothd switches it on when it starts"))
    case .blocked(let blockade): blockade.words
    }
  }
}

extension Blockade {
  fileprivate var words: Words {
    guard isHard else {
      return Words(
        say("\(name) is blocked by software (flight mode)"),
        remedy: "sudo rfkill unblock bluetooth"
      )
    }
    return Words(
      say("a key, a slider or the firmware of this machine blocks \(name)"),
      remedy: say("press the wireless key or move the slider; software cannot do it")
    )
  }
}
