import BlueZ
import BluetoothDoctor
import DBus
import DoctorText
import Phrases
import Testing

extension Facts {
  /// A machine on which everything is as it should be, but for what `change` changes.
  static func healthy(_ change: (inout Facts) -> Void = { _ in }) -> Facts {
    var facts = Facts(
      kernel: .success([Controller(number: 0, address: "00:AA:01:00:00:42", isUp: true)]),
      daemon: .adapters([.healthy], .accepted),
      user: User(name: "anna", membership: .noSuchGroup)
    )
    facts.switches = [RadioSwitch(name: "hci0", isSoftBlocked: false, isHardBlocked: false)]
    change(&facts)
    return facts
  }

  /// The same with another adapter.
  static func adapter(_ change: (inout Adapter) -> Void) -> Facts {
    var adapter = Adapter.healthy
    change(&adapter)
    return healthy { $0.daemon = .adapters([adapter], .accepted) }
  }
}

extension Adapter {
  static let healthy = Adapter.healthy()

  /// An adapter with which nothing is wrong.
  static func healthy(_ name: String = "hci0") -> Adapter {
    guard let path = try? ObjectPath("/org/bluez/\(name)") else {
      fatalError("\(name) is no part of a path")
    }
    var adapter = Adapter(at: path)
    adapter.isPowered = true
    adapter.address = BluetoothAddress("00:AA:01:00:00:42")
    adapter.roles = ["central", "peripheral"]
    adapter.modalias = "usb:v1D6Bp0246d0542"
    adapter.canServe = true
    adapter.freeAdvertisements = 5
    return adapter
  }
}

extension Diagnosis {
  subscript(_ check: Finding.Check) -> DescribedFinding? { findings.first { $0.check == check } }
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
        Bluetooth is ready. Run tabletooth host here and tabletooth join on the other computer.

        """
    )
  }

  @Test func `in Chinese the marks and the checks are Chinese`() {
    Language.$ofTask.withValue(.chinese) {
      let diagnosis = Diagnosis(
        .adapter({
          $0.isPowered = false
          $0.isBlocked = true
        })
      )
      let lines = diagnosis.text.split(separator: "\n")
      #expect(lines.first?.hasPrefix("正常  适配器：") == true)
      #expect(lines.contains { $0.hasPrefix("失败  电源：") })
      #expect(lines.contains("请先解决第一个失败的项目，再运行 tabletooth doctor。"))
    }
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
    #expect(
      diagnosis.text.hasSuffix(
        """
        Fix the first FAIL, then run tabletooth doctor again.
        You can play without Bluetooth:
          tabletooth play                    against the robot
          tabletooth play --two              two players at this computer
          tabletooth host --on tcp           over the local network
          tabletooth host --on web           with a phone or another computer's browser
          tabletooth host --on mqtts://HOST  over a broker on the internet
          tabletooth air                     over virtual Bluetooth, to try it out

        """
      )
    )
  }

  @Test func `where Bluetooth works, or data does not, no other way is named`() {
    let data = DescribedFinding.unfitData("the key is gone", remedy: "restore it")
    for diagnosis in [Diagnosis(.healthy()), Diagnosis(.healthy(), data: data)] {
      #expect(!diagnosis.text.contains("without Bluetooth"))
    }
  }

  @Test func `findings have codes that stay the same`() {
    #expect(
      Facts.healthy().findings.map(\.code) == [
        "adapter.found", "power.on", "bluetoothd.running", "version.known", "permission.granted",
        "hosting.possible", "joining.possible",
      ]
    )
    var codes: [Finding: String] = [:]
    for index in 0..<288 {
      for finding in Self.combination(index).findings { codes[finding] = finding.code }
    }
    #expect(
      Set(codes.values.filter { $0.hasPrefix("adapter.") }) == [
        "adapter.found", "adapter.other-name", "adapter.unknown", "adapter.no-bluetooth",
        "adapter.not-offered", "adapter.missing", "adapter.ignored",
      ]
    )
    let configured = Facts.healthy { $0.configuration = MainConfiguration(parsing: "") }
    #expect(
      configured.advice.map(\.code) == [
        "advertising.slow", "interval.slow", "mtu.largest", "order.several-channels",
        "time-out.short", "phones.pairing",
      ]
    )
  }

  @Test func `problems have the program's exit codes`() {
    #expect(Problem.allCases.map(\.exitCode) == [10, 10, 10, 10, 10, 10, 41])
  }

  @Test func `the first problem decides the exit code`() {
    let facts = Facts.adapter({
      $0.isPowered = false
      $0.isBlocked = true
      $0.roles = ["central"]
    })
    #expect(Diagnosis(facts).exitCode == 10)
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
      .adapters([.healthy], .accepted), .adapters([Adapter(at: Adapter.healthy.path)]),
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
    let works = facts.adapter != nil && facts.rehearsal == .accepted
    #expect((diagnosis.exitCode == 0) == works)
  }
}
