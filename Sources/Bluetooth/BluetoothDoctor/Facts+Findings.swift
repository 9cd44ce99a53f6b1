internal import BlueZ

/// What the facts mean.
extension Facts {
  /// The reason why Bluetooth does not work here, or that it does: one finding a check, in the
  /// order in which things depend on each other.
  ///
  /// A check that cannot be answered because of an earlier failure is left out.
  public var findings: [Finding] {
    [
      adapterFinding.map(Finding.adapter), powerFinding.map(Finding.power),
      daemonFinding.map(Finding.daemon), versionFinding.map(Finding.version),
      permissionFinding.map(Finding.permission), hostingFinding.map(Finding.hosting),
      joiningFinding.map(Finding.joining),
    ].compactMap(\.self)
  }

  /// What is good to know where nothing has to be mended.
  public var advice: [Finding] { settingFindings.map(Finding.setting) }

  // MARK: Is there an adapter?

  private var adapterFinding: AdapterFinding? {
    if let adapter {
      let address = adapter.address?.description ?? ""
      guard wantedAdapter == nil, let first = offeredAdapters.first?.name, first != adapter.name
      else { return .found(name: adapter.name, address: address) }
      return .instead(name: adapter.name, address: address, of: first)
    }
    // The switches of many laptops unplug the adapter, so that none is left to be blocked.
    if controllers.isEmpty, isSystemBus, let blocked = switches.first(where: \.isBlocked) {
      return .blocked(Blockade(blocked))
    }
    if let wantedAdapter, controller == nil, !names.isEmpty {
      return .otherName(wanted: wantedAdapter, names: names)
    }
    return adapterInKernel
  }

  /// Without an adapter of bluetoothd's.
  private var adapterInKernel: AdapterFinding {
    switch (kernel, daemon) {
    case (.success, _):
      return controller.map(finding) ?? .missing
    case (.failure(let error), .denied), (.failure(let error), .silent),
      (.failure(let error), .busClosed), (.failure(let error), .hidden):
      return .unknown(error)
    case (.failure(.noBluetooth), _):
      return .noBluetooth
    case (.failure(let error), _):
      return .notOffered(error)
    }
  }

  /// A controller that is not an adapter, or of which nobody can tell whether it is one.
  private func finding(_ controller: Controller) -> AdapterFinding {
    guard case .adapters = daemon else {
      return .found(name: controller.name, address: controller.address)
    }
    return controller.isRaw ? .raw(controller.name) : .ignored(controller.name)
  }

  private var names: [String] {
    let offered = offeredAdapters.map(\.name)
    return offered.isEmpty ? controllers.map(\.name) : offered
  }

  // MARK: Power

  private var powerFinding: PowerFinding? {
    guard let adapter else { return powerInKernel }
    if adapter.isPowered { return .on(adapter.name) }
    if let blocked = blockade(of: adapter.name) { return .blocked(blocked) }
    if adapter.isBlocked { return .blocked(Blockade(name: adapter.name, isHard: false)) }
    return .off(adapter.name)
  }

  /// Without BlueZ's word: being off is no fault then, because BlueZ switches adapters on when it
  /// starts.
  private var powerInKernel: PowerFinding? {
    guard let controller else { return nil }
    if controller.isUp { return .on(controller.name) }
    return blockade(of: controller.name).map(PowerFinding.blocked)
      ?? .offInKernel(controller.name)
  }

  /// The switch of this adapter, or of the whole machine, if one is off.
  private func blockade(of name: String) -> Blockade? {
    guard isSystemBus else { return nil }
    let own = switches.filter { $0.name == name || !$0.name.hasPrefix("hci") }
    return own.first(where: \.isBlocked).map(Blockade.init)
  }

  // MARK: bluetoothd

  private var daemonFinding: DaemonFinding? {
    switch daemon {
    case .adapters, .denied: .running
    case .busClosed, .hidden: nil
    case .notRunning: .absent(isSystemBus: isSystemBus)
    case .silent: .silent
    case .noBus(let text): .noBus(text, isSystemBus: isSystemBus)
    }
  }

  private var versionFinding: VersionFinding? {
    guard let adapter else { return nil }
    guard let version = adapter.version else { return .hidden }
    return version.isFaulty ? .faulty(version) : .known(version)
  }

  private var permissionFinding: PermissionFinding? {
    switch daemon {
    case .noBus, .notRunning, .silent: nil
    case .busClosed: .busClosed(user)
    case .hidden: .hidden
    case .denied: .denied(user)
    case .adapters:
      switch rehearsal {
      case .denied(let interface): .interfaceDenied(interface, user)
      case .unseen: .unseen(user)
      case .accepted, .refused, .notAdvertised, .notTried: .granted(user)
      }
    }
  }

  // MARK: Roles

  private var hostingFinding: HostingFinding? {
    guard let adapter else { return nil }
    let name = adapter.name
    if isSystemBus, controller?.supportsLE == false { return .noLE(name: name) }
    if let roles = adapter.roles, !roles.contains("peripheral") {
      return .noRole(name: name, roles: roles)
    }
    guard adapter.canServe else { return .noServices(name: name) }
    guard let free = adapter.freeAdvertisements else { return .noAdvertising(name: name) }
    guard free > 0 else { return .noneFree(name: name) }
    if case .refused(let error) = rehearsal { return .refused(error) }
    if case .notAdvertised(let error) = rehearsal { return .notAdvertised(error) }
    return .possible(name: name, free: free)
  }

  private var joiningFinding: JoiningFinding? {
    guard let adapter, let roles = adapter.roles else { return nil }
    return roles.contains("central") ? .possible(name: adapter.name) : .noRole(name: adapter.name)
  }
}

extension Blockade {
  fileprivate init(_ radio: RadioSwitch) {
    self.init(name: radio.name, isHard: radio.isHardBlocked)
  }
}
