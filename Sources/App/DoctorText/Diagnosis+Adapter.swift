internal import BlueZ
internal import BluetoothDoctor
public import HCI
internal import Phrases

/// Is there an adapter, and is it on?
extension Diagnosis {
  static func adapter(_ facts: Facts) -> Finding? {
    if let adapter = facts.adapter {
      let text = describe(adapter.name, adapter.address?.description ?? "")
      guard facts.wantedAdapter == nil, let first = facts.offeredAdapters.first?.name,
        first != adapter.name
      else { return .fine(.adapter, text) }
      return .note(.adapter, say("\(first) cannot host, so tabletooth uses \(text)"))
    }
    if let blocked = missingByBlock(facts) { return blocked }
    if let name = facts.wantedAdapter, facts.controller == nil, !names(facts).isEmpty {
      return .failure(
        .adapter,
        .noAdapter,
        say("there is no \(name), only \(names(facts).joined(separator: ", "))"),
        remedy: "tabletooth doctor --adapter \(names(facts)[0])"
      )
    }
    switch (facts.kernel, facts.daemon) {
    case (.success, _):
      return facts.controller.map { inKernel($0, facts.daemon) } ?? missing
    case (.failure(let error), .denied), (.failure(let error), .silent),
      (.failure(let error), .busClosed):
      return .note(.adapter, say("unknown: \(words(for: error))"))
    case (.failure(.noBluetooth), _):
      return withoutBluetooth
    case (.failure(let error), _):
      return .failure(
        .adapter,
        .noAdapter,
        say("none is offered, and \(words(for: error))"),
        remedy: "sudo tabletooth doctor"
      )
    }
  }

  private static var missing: Finding {
    Finding.failure(
      .adapter,
      .noAdapter,
      say("this machine has none that Linux can use"),
      remedy:
        say(
          "plug in a Bluetooth LE adapter; sudo dmesg | grep -i bluetooth tells what a driver lacks"
        )
    )
  }

  private static var withoutBluetooth: Finding {
    Finding.failure(
      .adapter,
      .noAdapter,
      say("the kernel has no Bluetooth for this process"),
      remedy: say(
        "sudo modprobe btusb; a container needs the machine's own network (--network host)"
      )
    )
  }

  /// A controller that is not an adapter, or of which nobody can tell whether it is one.
  private static func inKernel(_ controller: Controller, _ daemon: DaemonAnswer) -> Finding {
    guard case .adapters = daemon else {
      return .fine(.adapter, describe(controller.name, controller.address))
    }
    return .failure(
      .adapter,
      .noAdapter,
      controller.isRaw
        ? say(
          "the kernel has \(controller.name), and cannot use it: firmware or settings are missing"
        )
        : say("the kernel has \(controller.name), and bluetoothd does not offer it"),
      remedy: controller.isRaw
        ? "sudo dmesg | grep -i -e bluetooth -e firmware"
        : say(
          "end programs that use the adapter without bluetoothd, then: sudo systemctl restart bluetooth"
        )
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

  /// The reason why the kernel says nothing about its controllers, for a person.
  public static func words(for error: HCIError) -> String {
    switch error {
    case .noBluetooth: say("the kernel has no Bluetooth for this process")
    case .denied: say("the kernel does not let this process ask")
    case .failed(let call, let number): say("the kernel does not say (\(call), error \(number))")
    }
  }

  // MARK: Power

  static func power(_ facts: Facts) -> Finding? {
    guard let adapter = facts.adapter else { return powerInKernel(facts) }
    if adapter.isPowered { return .fine(.power, say("\(adapter.name) is on")) }
    if let finding = block(of: adapter.name, facts) { return finding }
    if adapter.isBlocked { return blockade(named: adapter.name, .power) }
    return .note(.power, say("\(adapter.name) is off; host, join and scan switch it on"))
  }

  /// Without BlueZ's word: being off is no fault then, because BlueZ switches adapters on when it
  /// starts.
  private static func powerInKernel(_ facts: Facts) -> Finding? {
    guard let controller = facts.controller else { return nil }
    if controller.isUp { return .fine(.power, say("\(controller.name) is on")) }
    return block(of: controller.name, facts)
      ?? .note(.power, say("\(controller.name) is off; bluetoothd switches it on when it starts"))
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
      say("a key, a slider or the firmware of this machine blocks \(radio.name)"),
      remedy: say("press the wireless key or move the slider; software cannot do it")
    )
  }

  private static func blockade(named name: String, _ check: Finding.Check) -> Finding {
    .failure(
      check,
      .adapterBlocked,
      say("\(name) is blocked by software (flight mode)"),
      remedy: "sudo rfkill unblock bluetooth"
    )
  }
}
