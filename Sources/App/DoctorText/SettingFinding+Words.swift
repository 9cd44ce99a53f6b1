internal import BluetoothDoctor
internal import Phrases

extension SettingFinding {
  private static var restart: String { say(", then: sudo systemctl restart bluetooth") }

  var words: Words {
    switch self {
    case .discoverable(let name): Self.discoverable(name)
    case .advertisesAsAsked: Words(say("a table is advertised every 100 to 150 ms"))
    case .advertises(let interval, let line): advertising(interval, line)
    case .interval(let shortest, let longest, let line):
      connecting(Self.text(shortest), longest, line)
    case .mtu(let mtu, let line): packets(mtu, line)
    case .channels(let channels): Self.order(channels)
    case .shortTimeout: Self.timeout
    case .looksAtGuests: Self.phones
    }
  }

  private static func discoverable(_ name: String) -> Words {
    Words(
      say(
        """
        \(name) is discoverable, so others may try Bluetooth classic instead of LE; \
        tabletooth host turns that off while its table is open
        """
      ),
      remedy: say(
        "if a guest cannot connect: close the Bluetooth settings, or bluetoothctl discoverable off"
      )
    )
  }

  private func advertising(_ interval: Double, _ line: Int?) -> Words {
    guard verdict == .note else {
      return Words(say("a table is advertised every \(Self.text(interval)) ms"))
    }
    let place = Self.place(line, in: "LE")
    return Words(
      say(
        """
        a table is advertised every \(Self.text(interval)) ms and takes at least that long to find
        """
      ),
      remedy: say(
        """
        to be found within 150 ms: MinAdvertisementInterval = 160 and MaxAdvertisementInterval \
        = 240 in \(place)
        """
      ) + Self.restart
    )
  }

  private func connecting(_ shortest: String, _ longest: Double, _ line: Int?) -> Words {
    let fact = say(
      "as a guest, this computer asks for a packet every \(shortest) to \(Self.text(longest)) ms"
    )
    guard verdict == .note else { return Words(fact) }
    let place = Self.place(line, in: "LE")
    return Words(
      fact,
      remedy: say(
        """
        to deliver moves \(Self.text(longest - 15)) ms sooner, using more power: \
        MinConnectionInterval = 6 and MaxConnectionInterval = 12 in \(place)
        """
      ) + Self.restart
    )
  }

  private func packets(_ mtu: Int, _ line: Int?) -> Words {
    guard verdict == .note else { return Words(say("BlueZ requests packets of up to 517 bytes")) }
    return Words(
      say("BlueZ requests packets of up to \(mtu) bytes"),
      remedy: say("for fewer packets: ExchangeMTU = 517 in \(Self.place(line, in: "GATT"))")
        + Self.restart
    )
  }

  private static func order(_ channels: Int) -> Words {
    Words(
      say(
        """
        bluetoothd uses \(channels) channels and delivers out of order; tabletooth reorders, but \
        Android phones may disconnect after 30 s
        """
      ),
      remedy: say("for phones only: Channels = 1 under [GATT] in /etc/bluetooth/main.conf")
        + restart
    )
  }

  private static var timeout: Words {
    Words(
      say("a connection is dropped after 420 ms of silence, the kernel's default"),
      remedy: say(
        """
        if games break off: ConnectionSupervisionTimeout = 300 under [LE] in \
        /etc/bluetooth/main.conf
        """
      ) + restart
    )
  }

  private static var phones: Words {
    Words(
      say("a phone that connects may ask its owner to pair, because bluetoothd reads its services"),
      remedy: say(
        """
        for phones only: ReverseServiceDiscovery = false under [General] in \
        /etc/bluetooth/main.conf
        """
      ) + restart
    )
  }

  private var verdict: Finding.Verdict { Finding.setting(self).verdict }

  /// Milliseconds with two digits behind the point where they are not whole.
  private static func text(_ milliseconds: Double) -> String {
    let hundredths = Int((milliseconds * 100).rounded())
    let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    return rest == 0 ? "\(whole)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }

  /// Where a key stands or is to be put: "/etc/bluetooth/main.conf, [LE], line 12".
  private static func place(_ line: Int?, in group: String) -> String {
    let file = "\(MainConfiguration.standardPath), [\(group)]"
    return line.map { say("\(file), line \($0)") } ?? file
  }
}
