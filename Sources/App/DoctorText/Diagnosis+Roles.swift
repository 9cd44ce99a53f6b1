internal import BlueZ
internal import BluetoothDoctor
internal import HCI
internal import Phrases

/// Can the adapter host and join, and what is good to know besides?
extension Diagnosis {
  private static var otherAdapter: String {
    say("use another adapter for tabletooth host (--adapter)")
  }

  static func hosting(_ facts: Facts) -> Finding? {
    guard let adapter = facts.adapter else { return nil }
    if facts.isSystemBus, facts.controller?.supportsLE == false {
      return cannotHost(say("\(adapter.name) has no Bluetooth LE"), remedy: otherAdapter)
    }
    return obstacle(to: adapter) ?? advertisements(of: adapter, facts.rehearsal)
  }

  /// What keeps `adapter` from being a peripheral.
  private static func obstacle(to adapter: Adapter) -> Finding? {
    let name = adapter.name
    if let roles = adapter.roles, !roles.contains("peripheral") {
      let known = roles.isEmpty ? say("nothing") : roles.joined(separator: ", ")
      return cannotHost(say("\(name) cannot be a peripheral, only \(known)"), remedy: otherAdapter)
    }
    guard adapter.canServe else {
      return cannotHost(
        say("bluetoothd takes no services for \(name)"),
        remedy: say("a newer BlueZ: sudo apt install --only-upgrade bluez")
      )
    }
    return nil
  }

  /// True if `adapter` can be a peripheral that is found.
  private static func advertisements(of adapter: Adapter, _ rehearsal: Rehearsal) -> Finding {
    let name = adapter.name
    guard let free = adapter.freeAdvertisements else {
      return cannotHost(
        say("bluetoothd does not advertise on \(name)"),
        remedy: say("in /etc/bluetooth/main.conf, ControllerMode has to be dual or le")
      )
    }
    guard free > 0 else {
      return .failure(
        .hosting,
        .noAdvertisement,
        say("other programs use all advertisements of \(name)"),
        remedy: say("end them, or: sudo systemctl restart bluetooth")
      )
    }
    if case .refused(let error) = rehearsal {
      return cannotHost(
        say("bluetoothd refuses our service: \(error.words)"),
        remedy: "sudo systemctl restart bluetooth"
      )
    }
    let count = say("\(free, "advertisement", "advertisements")")
    return .fine(.hosting, say("\(name) can be a peripheral; \(count) free"))
  }

  private static func cannotHost(_ fact: String, remedy: String) -> Finding {
    .failure(.hosting, .noPeripheralRole, fact, remedy: remedy)
  }

  static func joining(_ facts: Facts) -> Finding? {
    guard let adapter = facts.adapter, let roles = adapter.roles else { return nil }
    guard roles.contains("central") else {
      return .note(
        .joining,
        say("\(adapter.name) cannot be a central"),
        remedy: say("use another adapter for tabletooth join (--adapter)")
      )
    }
    return .fine(.joining, say("\(adapter.name) can be a central"))
  }

  // MARK: Notes

  static func discoverable(_ facts: Facts) -> Finding? {
    guard let adapter = facts.adapter, adapter.isDiscoverable else { return nil }
    return .note(
      .discoverable,
      say(
        """
        \(adapter.name) is discoverable, so others may try Bluetooth classic instead of LE; \
        tabletooth host turns that off while its table is open
        """
      ),
      remedy: say(
        "if a guest cannot connect: close the Bluetooth settings, or bluetoothctl discoverable off"
      )
    )
  }

  private static var restart: String {
    say(", then: sudo systemctl restart bluetooth")
  }

  /// BlueZ 5.66 is the last one that uses several channels unless told otherwise.
  static func order(_ facts: Facts) -> Finding? {
    guard let configuration = facts.configuration else { return nil }
    let usual = (facts.adapter?.version).map { $0 <= DaemonVersion(5, 66) ? 3 : 1 } ?? 1
    let channels = configuration.channels ?? usual
    guard channels > 1 else { return nil }
    return .note(
      .order,
      say(
        """
        bluetoothd sends on \(channels) channels, out of order; tabletooth sorts that out, \
        but Android phones may drop the link after 30 s
        """
      ),
      remedy: say("for phones only: Channels = 1 under [GATT] in /etc/bluetooth/main.conf")
        + restart
    )
  }

  /// The kernel's default (`le_supv_timeout` of 0x2A) is short for people who move about.
  static func timeout(_ facts: Facts) -> Finding? {
    guard let configuration = facts.configuration, configuration.supervisionTimeout == nil else {
      return nil
    }
    return .note(
      .timeout,
      say("a link is given up after 420 ms of silence, the kernel's default"),
      remedy: say(
        """
        if games break off: ConnectionSupervisionTimeout = 300 under [LE] in \
        /etc/bluetooth/main.conf
        """
      ) + restart
    )
  }

  static func phones(_ facts: Facts) -> Finding? {
    guard let configuration = facts.configuration, configuration.looksAtGuests else { return nil }
    return .note(
      .phones,
      say("a phone that connects may ask its owner to pair, because bluetoothd reads its services"),
      remedy: say(
        """
        for phones only: ReverseServiceDiscovery = false under [General] in \
        /etc/bluetooth/main.conf
        """
      ) + restart
    )
  }
}
