internal import BlueZ

/// What could be set otherwise, by what bluetoothd was told.
extension Facts {
  var settingFindings: [SettingFinding] {
    let discoverable = adapter.flatMap { adapter -> SettingFinding? in
      adapter.isDiscoverable ? .discoverable(name: adapter.name) : nil
    }
    let configured = configuration.map { configuration in
      [
        advertising(configuration), interval(configuration), mtu(configuration),
        order(configuration), timeout(configuration), phones(configuration),
      ]
    }
    return ([discoverable] + (configured ?? [])).compactMap(\.self)
  }

  /// The kernel advertises every 1,280 ms (2,048 units of 0.625 ms) where nothing else is said;
  /// bluetoothd hands on what a program asks for from 5.77 on.
  private func advertising(_ configuration: MainConfiguration) -> SettingFinding {
    if let version = adapter?.version, version >= DaemonVersion(5, 77) { return .advertisesAsAsked }
    return .advertises(
      every: configuration.advertisingInterval ?? 1_280,
      line: configuration.line(of: "MinAdvertisementInterval", in: "LE")
    )
  }

  /// The kernel proposes 30 to 50 ms (24 to 40 units of 1.25 ms) where nothing else is said.
  private func interval(_ configuration: MainConfiguration) -> SettingFinding {
    let set = configuration.connectionInterval
    return .interval(
      shortest: set.shortest ?? 30,
      longest: set.longest ?? 50,
      line: configuration.line(of: "MinConnectionInterval", in: "LE")
    )
  }

  /// bluetoothd asks for 517, the largest, where nothing else is said.
  private func mtu(_ configuration: MainConfiguration) -> SettingFinding {
    .mtu(configuration.mtu ?? 517, line: configuration.line(of: "ExchangeMTU", in: "GATT"))
  }

  /// BlueZ 5.66 is the last one that uses several channels unless told otherwise.
  private func order(_ configuration: MainConfiguration) -> SettingFinding? {
    let usual = (adapter?.version).map { $0 <= DaemonVersion(5, 66) ? 3 : 1 } ?? 1
    let channels = configuration.channels ?? usual
    return channels > 1 ? .channels(channels) : nil
  }

  /// The kernel's default (`le_supv_timeout` of 0x2A) is short for people who move about.
  private func timeout(_ configuration: MainConfiguration) -> SettingFinding? {
    configuration.supervisionTimeout == nil ? .shortTimeout : nil
  }

  private func phones(_ configuration: MainConfiguration) -> SettingFinding? {
    configuration.looksAtGuests ? .looksAtGuests : nil
  }
}
