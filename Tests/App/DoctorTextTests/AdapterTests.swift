import BlueZ
import BluetoothDoctor
import DoctorText
import Testing

@Suite struct AdapterTests {
  private func problem(_ change: (inout Facts) -> Void) -> Problem? {
    Diagnosis(.healthy(change)).firstProblem
  }

  // MARK: Is there one?

  @Test func `no adapter anywhere`() {
    let diagnosis = Diagnosis(
      .healthy {
        $0.kernel = .success([])
        $0.switches = []
        $0.daemon = .adapters([])
      }
    )
    #expect(diagnosis.exitCode == 10)
    #expect(diagnosis.findings.map(\.check) == [.adapter, .daemon, .permission])
  }

  @Test(arguments: [DaemonAnswer.notRunning, .noBus("no such file"), .adapters([])])
  func `a kernel without Bluetooth comes before a missing bluetoothd`(daemon: DaemonAnswer) {
    let diagnosis = Diagnosis(
      .healthy {
        $0.kernel = .failure(.noBluetooth)
        $0.daemon = daemon
      }
    )
    #expect(diagnosis.exitCode == 10)
    #expect(diagnosis[.adapter]?.fact == "the kernel offers no Bluetooth to this process")
    #expect(diagnosis[.adapter]?.remedy?.contains("--network host") == true)
  }

  @Test(arguments: [DaemonAnswer.denied, .busClosed, .hidden])
  func `who may not ask BlueZ is told that, although the kernel is silent`(daemon: DaemonAnswer) {
    let diagnosis = Diagnosis(
      .healthy {
        $0.kernel = .failure(.noBluetooth)
        $0.daemon = daemon
      }
    )
    #expect(diagnosis.exitCode == 10)
    #expect(diagnosis[.adapter]?.verdict == .note)
  }

  @Test(arguments: [HCIError.noBluetooth, .denied, .failed(call: "hci_devinfo", errno: 5)])
  func `an adapter that BlueZ offers needs no word of the kernel`(error: HCIError) {
    #expect(problem { $0.kernel = .failure(error) } == nil)
  }

  @Test func `a controller that BlueZ does not offer`() {
    let diagnosis = Diagnosis(.healthy { $0.daemon = .adapters([]) })
    #expect(diagnosis.exitCode == 10)
    #expect(
      diagnosis[.adapter]?.fact == "the kernel has hci0 but bluetoothd does not offer it"
    )
  }

  @Test func `a controller that lacks its firmware`() {
    let diagnosis = Diagnosis(
      .healthy {
        $0.daemon = .adapters([])
        $0.kernel = .success([Controller(number: 0, address: "", isUp: false, isRaw: true)])
      }
    )
    #expect(diagnosis.exitCode == 10)
    #expect(diagnosis[.adapter]?.fact.contains("firmware") == true)
  }

  @Test func `an adapter of another name than the one asked for`() {
    let diagnosis = Diagnosis(.healthy { $0.wantedAdapter = "hci7" })
    #expect(diagnosis.exitCode == 10)
    #expect(diagnosis[.adapter]?.fact == "there is no hci7, only hci0")
    #expect(diagnosis[.adapter]?.remedy == "tabletooth doctor --adapter hci0")
  }

  @Test func `the adapter that was asked for is the one that is judged`() {
    var second = Adapter.healthy("hci1")
    second.roles = ["central"]
    let adapters = [Adapter.healthy, second]
    #expect(
      problem {
        $0.daemon = .adapters(adapters)
        $0.wantedAdapter = "hci1"
      } == .noPeripheralRole
    )
    #expect(problem { $0.daemon = .adapters(adapters) } == nil)
  }

  @Test(arguments: 0..<3)
  func `the first adapter that can host is the one that is judged`(lack: Int) {
    let second = Adapter.healthy("hci1")
    var first = Adapter.healthy
    switch lack {
    case 0: first.roles = ["central"]
    case 1: first.canServe = false
    default: first.freeAdvertisements = nil
    }
    let diagnosis = Diagnosis(.healthy { $0.daemon = .adapters([first, second]) })
    #expect(diagnosis.exitCode == 0)
    let text = "hci0 cannot host, so tabletooth uses hci1, 00:AA:01:00:00:42"
    #expect(diagnosis[.adapter]?.fact == text)
    #expect(Diagnosis(.healthy { $0.daemon = .adapters([first]) }).exitCode == 10)
  }

  // MARK: Is it on?

  @Test(arguments: [
    (false, false, nil, nil),
    (true, false, Problem.adapterBlocked, "sudo rfkill unblock bluetooth"),
    (
      false, true, .adapterBlocked,
      "press the wireless key or move the slider; software cannot do it"
    ),
    (
      true, true, .adapterBlocked,
      "press the wireless key or move the slider; software cannot do it"
    ),
  ])
  func `off and blocked are told apart`(soft: Bool, hard: Bool, problem: Problem?, remedy: String?)
  {
    var adapter = Adapter.healthy
    adapter.isPowered = false
    let diagnosis = Diagnosis(
      .healthy {
        $0.daemon = .adapters([adapter])
        $0.switches = [RadioSwitch(name: "hci0", isSoftBlocked: soft, isHardBlocked: hard)]
      }
    )
    #expect(diagnosis.firstProblem == problem)
    #expect(diagnosis[.power]?.remedy == remedy)
  }

  @Test func `an adapter that is off is no fault, because the game switches it on`() {
    let diagnosis = Diagnosis(.adapter({ $0.isPowered = false }))
    #expect(diagnosis[.power]?.text == "note  power: hci0 is off; host, join and scan switch it on")
    #expect(diagnosis.exitCode == 0)
    #expect(diagnosis.text.contains("Bluetooth is ready. "))
  }

  @Test(arguments: [("hci1", nil), ("dell-bluetooth", Problem.adapterBlocked)])
  func `the switch of another adapter does not count, that of the machine does`(
    name: String,
    problem: Problem?
  ) {
    var adapter = Adapter.healthy
    adapter.isPowered = false
    let diagnosis = Diagnosis(
      .healthy {
        $0.daemon = .adapters([adapter])
        $0.switches = [RadioSwitch(name: name, isSoftBlocked: true, isHardBlocked: false)]
      }
    )
    #expect(diagnosis.firstProblem == problem)
  }

  @Test func `BlueZ's own word for a block is enough`() {
    let diagnosis = Diagnosis(
      .adapter({
        $0.isPowered = false
        $0.isBlocked = true
      })
    )
    #expect(diagnosis.firstProblem == .adapterBlocked)
  }

  @Test func `an adapter that is on is not blocked, whatever a switch says`() {
    let blocked = RadioSwitch(name: "hci0", isSoftBlocked: true, isHardBlocked: true)
    #expect(problem { $0.switches = [blocked] } == nil)
  }

  @Test func `a laptop's switch explains why there is no adapter`() {
    let diagnosis = Diagnosis(
      .healthy {
        $0.kernel = .success([])
        $0.daemon = .adapters([])
        $0.switches = [
          RadioSwitch(name: "dell-bluetooth", isSoftBlocked: true, isHardBlocked: false)
        ]
      }
    )
    #expect(diagnosis.exitCode == 10)
    #expect(diagnosis[.adapter]?.remedy == "sudo rfkill unblock bluetooth")
  }

  @Test(arguments: [(true, Finding.Verdict.fine), (false, .note)])
  func `without BlueZ an adapter that is off is no fault`(isUp: Bool, verdict: Finding.Verdict) {
    let diagnosis = Diagnosis(
      .healthy {
        $0.kernel = .success([Controller(number: 0, address: "", isUp: isUp)])
        $0.daemon = .notRunning
      }
    )
    #expect(diagnosis[.power]?.verdict == verdict)
    #expect(diagnosis.exitCode == 10)
  }

  @Test func `switches of this machine do not count on another bus`() {
    var adapter = Adapter.healthy
    adapter.isPowered = false
    #expect(
      problem {
        $0.daemon = .adapters([adapter])
        $0.isSystemBus = false
        $0.switches = [RadioSwitch(name: "hci0", isSoftBlocked: true, isHardBlocked: false)]
      } == nil
    )
  }
}
