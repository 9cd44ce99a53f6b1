internal import BluetoothDoctor
internal import Phrases

/// How soon a table is found, and how fast moves are, by what bluetoothd was told.
extension Diagnosis {
  private static var restart: String { say(", then: sudo systemctl restart bluetooth") }

  /// The kernel advertises every 1,280 ms (2,048 units of 0.625 ms) where nothing else is said;
  /// bluetoothd hands on what a program asks for from 5.77 on.
  static func advertising(_ facts: Facts) -> Finding? {
    guard let configuration = facts.configuration else { return nil }
    if let version = facts.adapter?.version, version >= DaemonVersion(5, 77) {
      return .fine(.advertising, say("a table is advertised every 100 to 150 ms"))
    }
    let interval = configuration.advertisingInterval ?? 1_280
    guard interval > 150 else {
      return .fine(.advertising, say("a table is advertised every \(text(interval)) ms"))
    }
    let place = configuration.place(of: "MinAdvertisementInterval", in: "LE")
    return .note(
      .advertising,
      say("a table is advertised every \(text(interval)) ms, and found after that or more"),
      remedy: say(
        """
        to be found within 150 ms: MinAdvertisementInterval = 160 and MaxAdvertisementInterval \
        = 240 in \(place)
        """
      ) + restart
    )
  }

  /// The kernel proposes 30 to 50 ms (24 to 40 units of 1.25 ms) where nothing else is said.
  static func interval(_ facts: Facts) -> Finding? {
    guard let configuration = facts.configuration else { return nil }
    let set = configuration.connectionInterval
    let (shortest, longest) = (set.shortest ?? 30, set.longest ?? 50)
    let fact = say(
      "as a guest this computer asks for a packet every \(text(shortest)) to \(text(longest)) ms"
    )
    guard longest > 20 else { return .fine(.interval, fact) }
    let place = configuration.place(of: "MinConnectionInterval", in: "LE")
    return .note(
      .interval,
      fact,
      remedy: say(
        """
        to have a move there \(text(longest - 15)) ms sooner, for more power: \
        MinConnectionInterval = 6 and MaxConnectionInterval = 12 in \(place)
        """
      ) + restart
    )
  }

  /// bluetoothd asks for 517, the largest, where nothing else is said.
  static func mtu(_ facts: Facts) -> Finding? {
    guard let configuration = facts.configuration else { return nil }
    let mtu = configuration.mtu ?? 517
    guard mtu < 517 else { return .fine(.mtu, say("packets of up to 517 bytes are asked for")) }
    return .note(
      .mtu,
      say("packets of up to \(mtu) bytes are asked for"),
      remedy: say(
        "for fewer packets: ExchangeMTU = 517 in \(configuration.place(of: "ExchangeMTU", in: "GATT"))"
      ) + restart
    )
  }

  /// Milliseconds with two digits behind the point where they are not whole.
  private static func text(_ milliseconds: Double) -> String {
    let hundredths = Int((milliseconds * 100).rounded())
    let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    return rest == 0 ? "\(whole)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}

extension MainConfiguration {
  /// Where a key stands or is to be put: "/etc/bluetooth/main.conf, [LE], line 12".
  fileprivate func place(of key: String, in group: String) -> String {
    let file = "\(Self.standardPath), [\(group)]"
    return line(of: key, in: group).map { say("\(file), line \($0)") } ?? file
  }
}
