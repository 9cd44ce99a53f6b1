import Doctor
import HCI
import Testing

extension Facts {
  /// A machine on which everything is as it should be, but for what `change` changes.
  static func healthy(_ change: (inout Facts) -> Void = { _ in }) -> Facts {
    var facts = Facts(
      kernel: .success([Controller(number: 0, address: "00:AA:01:00:00:42", isUp: true)]),
      daemon: .adapters([.healthy]),
      user: User(name: "anna", membership: .noSuchGroup)
    )
    facts.switches = [RadioSwitch(name: "hci0", isSoftBlocked: false, isHardBlocked: false)]
    change(&facts)
    return facts
  }

  /// The same with another adapter.
  static func adapter(_ change: (inout OfferedAdapter) -> Void) -> Facts {
    var adapter = OfferedAdapter.healthy
    change(&adapter)
    return healthy { $0.daemon = .adapters([adapter]) }
  }
}

extension OfferedAdapter {
  static let healthy = {
    var adapter = OfferedAdapter(name: "hci0", isPowered: true)
    adapter.address = "00:AA:01:00:00:42"
    adapter.roles = ["central", "peripheral"]
    adapter.version = DaemonVersion(5, 66)
    adapter.freeAdvertisements = 5
    adapter.rehearsal = .accepted
    return adapter
  }()
}

extension Diagnosis {
  subscript(_ check: Finding.Check) -> Finding? { findings.first { $0.check == check } }
}

@Suite struct DiagnosisTests {
  @Test func `a healthy machine gets a line for each check and no remedy`() {
    let diagnosis = Diagnosis(.healthy())
    #expect(
      diagnosis.findings.map(\.check)
        == [.adapter, .power, .daemon, .version, .permission, .hosting, .joining]
    )
    #expect(diagnosis.findings.allSatisfy { $0.verdict == .fine && $0.remedy == nil })
    #expect(diagnosis.exitCode == 0)
    #expect(diagnosis.firstProblem == nil)
    #expect(
      diagnosis.text == """
        ok    adapter: hci0, 00:AA:01:00:00:42
        ok    power: hci0 is on
        ok    bluetoothd: is running
        ok    version: BlueZ 5.66
        ok    permission: user anna may talk to bluetoothd
        ok    hosting: hci0 can be a peripheral; 5 advertisements free
        ok    joining: hci0 can be a central
        Bluetooth is ready: tabletooth host, and tabletooth join on the other computer.

        """
    )
  }

  @Test func `a failure has one line that says what is and one that says what to do`() {
    let diagnosis = Diagnosis(
      .adapter({
        $0.isPowered = false
        $0.isBlocked = true
      })
    )
    #expect(
      diagnosis[.power]?.text == """
        FAIL  power: hci0 is blocked by software (flight mode)
          do: sudo rfkill unblock bluetooth
        """
    )
    #expect(diagnosis.text.hasSuffix("Mend the first FAIL, then run tabletooth doctor again.\n"))
  }

  @Test func `problems have the program's exit codes`() {
    #expect(Problem.allCases.map(\.rawValue) == [10, 12, 13, 14, 15, 18, 41])
  }

  @Test func `the first problem decides the exit code`() {
    let facts = Facts.adapter({
      $0.isPowered = false
      $0.isBlocked = true
      $0.roles = ["central"]
    })
    #expect(Diagnosis(facts).exitCode == 12)
    #expect(Diagnosis(facts)[.hosting]?.verdict == .failure(.noPeripheralRole))
  }

  /// Every combination of what kernel, switches and BlueZ can say, each named by an index.
  private static func combination(_ index: Int) -> Facts {
    let kernels: [Result<[Controller], HCIError>] = [
      .success([]), .success([Controller(number: 0, address: "", isUp: true)]),
      .success([Controller(number: 0, address: "", isUp: false, supportsLE: nil)]),
      .failure(.noBluetooth), .failure(.denied), .failure(.failed(call: "hci_devinfo", errno: 5)),
    ]
    let daemons: [DaemonAnswer] = [
      .noBus("gone"), .busClosed, .notRunning, .silent, .denied, .adapters([]),
      .adapters([.healthy]), .adapters([OfferedAdapter(name: "hci0", isPowered: false)]),
    ]
    let wanted = [nil, "hci0", "hci7"]
    return .healthy {
      $0.kernel = kernels[index % 6]
      $0.daemon = daemons[index / 6 % 8]
      $0.wantedAdapter = wanted[index / 48 % 3]
      $0.isSystemBus = index / 144 == 0
    }
  }

  @Test(arguments: 0..<288)
  func `whatever is wrong is said in single lines with a remedy, and in order`(index: Int) {
    let facts = Self.combination(index)
    let diagnosis = Diagnosis(facts)
    let order = Finding.Check.allCases
    let positions = diagnosis.findings.compactMap { order.firstIndex(of: $0.check) }
    #expect(positions == positions.sorted() && Set(positions).count == positions.count)
    for finding in diagnosis.findings {
      #expect(!finding.fact.isEmpty && !finding.fact.contains(where: \.isNewline))
      guard case .failure = finding.verdict else { continue }
      #expect(finding.remedy?.isEmpty == false)
    }
    let works = facts.adapter?.rehearsal == .accepted
    #expect((diagnosis.exitCode == 0) == works)
  }
}
