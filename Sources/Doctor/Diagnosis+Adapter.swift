internal import HCI

/// Is there an adapter, and is it on?
extension Diagnosis {
  static func adapter(_ facts: Facts) -> Finding? {
    if let adapter = facts.adapter {
      return .fine(.adapter, describe(adapter.name, adapter.address))
    }
    if let blocked = missingByBlock(facts) { return blocked }
    if let name = facts.wantedAdapter, facts.controller == nil, !names(facts).isEmpty {
      return .failure(
        .adapter,
        .noAdapter,
        "there is no \(name), only \(names(facts).joined(separator: ", "))",
        remedy: "tabletooth doctor --adapter \(names(facts)[0])"
      )
    }
    switch (facts.kernel, facts.daemon) {
    case (.success, _):
      return facts.controller.map { inKernel($0, facts.daemon) } ?? missing
    case (.failure(let error), .denied), (.failure(let error), .silent),
      (.failure(let error), .busClosed):
      return .note(.adapter, "unknown: \(text(error))")
    case (.failure(.noBluetooth), _):
      return withoutBluetooth
    case (.failure(let error), _):
      return .failure(
        .adapter,
        .noAdapter,
        "none is offered, and \(text(error))",
        remedy: "sudo tabletooth doctor"
      )
    }
  }

  private static let missing = Finding.failure(
    .adapter,
    .noAdapter,
    "this machine has none that Linux can use",
    remedy:
      "plug in a Bluetooth LE adapter; sudo dmesg | grep -i bluetooth tells what a driver lacks"
  )

  private static let withoutBluetooth = Finding.failure(
    .adapter,
    .noAdapter,
    "the kernel has no Bluetooth for this process",
    remedy: "sudo modprobe btusb; a container needs the machine's own network (--network host)"
  )

  /// A controller that is not an adapter, or of which nobody can tell whether it is one.
  private static func inKernel(_ controller: Controller, _ daemon: DaemonAnswer) -> Finding {
    guard case .adapters = daemon else {
      return .fine(.adapter, describe(controller.name, controller.address))
    }
    return .failure(
      .adapter,
      .noAdapter,
      controller.isRaw
        ? "the kernel has \(controller.name), and cannot use it: firmware or settings are missing"
        : "the kernel has \(controller.name), and bluetoothd does not offer it",
      remedy: controller.isRaw
        ? "sudo dmesg | grep -i -e bluetooth -e firmware"
        : "end programs that use the adapter without bluetoothd, then: sudo systemctl restart bluetooth"
    )
  }

  /// The switches of many laptops unplug the adapter, so that none is left to be blocked.
  private static func missingByBlock(_ facts: Facts) -> Finding? {
    guard facts.controllers.isEmpty, facts.isSystemBus else { return nil }
    return facts.switches.first(where: \.isBlocked).map { blockade($0, .adapter) }
  }

  private static func names(_ facts: Facts) -> [String] {
    let offered = facts.offeredAdapters.map(\.name)
    return offered.isEmpty ? facts.controllers.map(\.name) : offered
  }

  private static func describe(_ name: String, _ address: String) -> String {
    address.isEmpty ? name : "\(name), \(address)"
  }

  private static func text(_ error: HCIError) -> String {
    switch error {
    case .noBluetooth: "the kernel has no Bluetooth for this process"
    case .denied: "the kernel does not let this process ask"
    case .failed(let call, let number): "the kernel does not say (\(call), error \(number))"
    }
  }

  // MARK: Power

  static func power(_ facts: Facts) -> Finding? {
    guard let adapter = facts.adapter else { return powerInKernel(facts) }
    if adapter.isPowered { return .fine(.power, "\(adapter.name) is on") }
    if let finding = block(of: adapter.name, facts) { return finding }
    if adapter.isBlocked { return blockade(named: adapter.name, .power) }
    return .note(.power, "\(adapter.name) is off; host, join and scan switch it on")
  }

  /// Without BlueZ's word: being off is no fault then, because BlueZ switches adapters on when it
  /// starts.
  private static func powerInKernel(_ facts: Facts) -> Finding? {
    guard let controller = facts.controller else { return nil }
    if controller.isUp { return .fine(.power, "\(controller.name) is on") }
    return block(of: controller.name, facts)
      ?? .note(.power, "\(controller.name) is off; bluetoothd switches it on when it starts")
  }

  /// The switch of this adapter, or of the whole machine, if one is off.
  private static func block(of name: String, _ facts: Facts) -> Finding? {
    guard facts.isSystemBus else { return nil }
    let own = facts.switches.filter { $0.name == name || !$0.name.hasPrefix("hci") }
    return own.first(where: \.isBlocked).map { blockade($0, .power) }
  }

  private static func blockade(_ radio: RadioSwitch, _ check: Finding.Check) -> Finding {
    guard radio.isHardBlocked else { return blockade(named: radio.name, check) }
    return .failure(
      check,
      .adapterBlocked,
      "a key, a slider or the firmware of this machine blocks \(radio.name)",
      remedy: "press the wireless key or move the slider; software cannot do it"
    )
  }

  private static func blockade(named name: String, _ check: Finding.Check) -> Finding {
    .failure(
      check,
      .adapterBlocked,
      "\(name) is blocked by software (flight mode)",
      remedy: "sudo rfkill unblock bluetooth"
    )
  }
}
