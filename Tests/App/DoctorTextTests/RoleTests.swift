import BlueZ
import BluetoothDoctor
import DoctorText
import Testing

@Suite struct RoleTests {
  // MARK: Hosting and joining

  @Test func `an advertisement that is refused is a failure, with the kernels that refuse all`() {
    let diagnosis = Diagnosis(
      .healthy {
        $0.daemon = .adapters(
          [.healthy],
          .notAdvertised(.failed("Failed to register advertisement"))
        )
      }
    )
    #expect(diagnosis.exitCode == 10)
    #expect(
      diagnosis[.hosting]?.fact
        == "bluetoothd refuses to advertise: Failed to register advertisement"
    )
    #expect(diagnosis[.hosting]?.remedy?.contains("Linux 6.12.93 and 6.18.34") == true)
    #expect(diagnosis[.permission]?.verdict == .fine)
  }

  @Test func `BlueZ before roles is judged by what it offers`() {
    let diagnosis = Diagnosis(.adapter({ $0.roles = nil }))
    #expect(diagnosis.exitCode == 0)
    #expect(diagnosis[.joining] == nil)
  }

  @Test(arguments: [[], ["central"]])
  func `an adapter without the role cannot host`(roles: [String]) {
    let diagnosis = Diagnosis(.adapter({ $0.roles = roles }))
    #expect(diagnosis.exitCode == 10)
    #expect(diagnosis[.joining]?.verdict == (roles.isEmpty ? .note : .fine))
  }

  @Test func `a discoverable adapter is worth a note`() {
    let diagnosis = Diagnosis(.adapter({ $0.isDiscoverable = true }))
    #expect(diagnosis.exitCode == 0)
    #expect(diagnosis[.discoverable]?.verdict == .note)
    #expect(Diagnosis(.adapter({ $0.isDiscoverable = false }))[.discoverable] == nil)
  }

  @Test func `a peripheral that is no central can host only`() {
    let diagnosis = Diagnosis(.adapter({ $0.roles = ["peripheral"] }))
    #expect(diagnosis.exitCode == 0)
    #expect(diagnosis[.joining]?.verdict == .note)
  }

  @Test func `a controller without LE cannot host`() {
    let classic = Controller(number: 0, address: "", isUp: true, supportsLE: false)
    let facts = Facts.healthy { $0.kernel = .success([classic]) }
    #expect(Diagnosis(facts).exitCode == 10)
    #expect(Diagnosis(facts)[.hosting]?.fact == "hci0 has no Bluetooth LE")
  }

  @Test func `a controller of this machine says nothing about another bus`() {
    let classic = Controller(number: 0, address: "", isUp: true, supportsLE: false)
    let facts = Facts.healthy {
      $0.kernel = .success([classic])
      $0.isSystemBus = false
    }
    #expect(Diagnosis(facts).exitCode == 0)
  }

  @Test(
    arguments: [
      (false, 5, "accepts no services"), (true, nil, "does not advertise"),
      (true, 0, "other programs"),
    ] as [(Bool, Int?, String)]
  )
  func `what BlueZ lacks for a host is told`(takesServices: Bool, free: Int?, fact: String) {
    let diagnosis = Diagnosis(
      .adapter({
        $0.canServe = takesServices
        $0.freeAdvertisements = free
      })
    )
    #expect(diagnosis.exitCode == 10)
    #expect(diagnosis[.hosting]?.fact.contains(fact) == true)
  }

  @Test func `a service that BlueZ refuses is told with its reason`() {
    let diagnosis = Diagnosis(
      .healthy { $0.daemon = .adapters([.healthy], .refused(.failed("Busy"))) }
    )
    #expect(diagnosis.exitCode == 10)
    #expect(diagnosis[.hosting]?.fact == "bluetoothd refuses our service: Busy")
  }

  @Test func `one free advertisement is one`() {
    let diagnosis = Diagnosis(.adapter({ $0.freeAdvertisements = 1 }))
    #expect(diagnosis[.hosting]?.fact == "hci0 can be a peripheral; 1 advertisement free")
  }

  // MARK: Notes

  private func diagnosis(_ configuration: String, version: DaemonVersion?) -> Diagnosis {
    var adapter = Adapter.healthy
    adapter.modalias = version.map { version in
      let digits = [version.major, version.minor].map { number in
        (number < 16 ? "0" : "") + String(number, radix: 16)
      }
      return "usb:v1D6Bp0246d" + digits.joined()
    }
    return Diagnosis(
      .healthy {
        $0.daemon = .adapters([adapter])
        $0.configuration = MainConfiguration(parsing: configuration)
      }
    )
  }

  @Test(arguments: [
    ("", DaemonVersion(5, 66), true), ("", DaemonVersion(5, 67), false), ("", nil, false),
    ("[GATT]\nChannels = 1\n", DaemonVersion(5, 66), false),
    ("[GATT]\nChannels=2\n", DaemonVersion(5, 80), true), ("[GATT]\nChannels=5", nil, true),
    ("[GATT]\n#Channels = 1\n", DaemonVersion(5, 66), true),
    ("[GATT]\nChannels = many\n", DaemonVersion(5, 66), true),
    ("[LE]\nChannels = 1\n", DaemonVersion(5, 66), true),
  ])
  func `several channels are noted`(
    configuration: String,
    version: DaemonVersion?,
    isNoted: Bool
  ) {
    let diagnosis = diagnosis(configuration, version: version)
    #expect((diagnosis[.order]?.verdict == .note) == isNoted)
    #expect(diagnosis.exitCode == 0)
  }

  @Test(arguments: [
    ("", true), ("[LE]\nConnectionSupervisionTimeout=300", false),
    ("[LE]\n#ConnectionSupervisionTimeout=\n", true),
  ])
  func `the short time-out is noted`(configuration: String, isNoted: Bool) {
    let diagnosis = diagnosis(configuration, version: DaemonVersion(5, 66))
    #expect((diagnosis[.timeout]?.verdict == .note) == isNoted)
  }

  @Test(arguments: [
    ("", true), ("[General]\nReverseServiceDiscovery = false\n", false),
    ("[General]\n  ReverseServiceDiscovery=false  \r\n", false),
    ("[General]\nReverseServiceDiscovery=true\n", true),
    ("ReverseServiceDiscovery=false\n[General]\n", true),
  ])
  func `what phones ask is noted`(configuration: String, isNoted: Bool) {
    let diagnosis = diagnosis(configuration, version: DaemonVersion(5, 66))
    #expect((diagnosis[.phones]?.verdict == .note) == isNoted)
  }

  @Test(arguments: [
    ("", DaemonVersion(5, 66), "every 1280 ms", true),
    ("[LE]\nMinAdvertisementInterval = 0x00a0", DaemonVersion(5, 66), "every 100 ms", false),
    ("[LE]\nMinAdvertisementInterval = 320", DaemonVersion(5, 66), "every 200 ms", true),
    ("", DaemonVersion(5, 77), "every 100 to 150 ms", false),
  ])
  func `a rare advertisement is noted`(
    configuration: String,
    version: DaemonVersion,
    fact: String,
    isNoted: Bool
  ) throws {
    let finding = try #require(diagnosis(configuration, version: version)[.advertising])
    #expect(finding.fact.contains(fact))
    #expect((finding.verdict == .note) == isNoted)
  }

  @Test(arguments: [
    ("", "30 to 50 ms", "35 ms sooner"),
    ("[LE]\nMinConnectionInterval=6\nMaxConnectionInterval=12", "7.50 to 15 ms", nil),
    ("[LE]\nMaxConnectionInterval=80", "30 to 100 ms", "85 ms sooner"),
  ])
  func `a slow link is noted with what a faster one would give`(
    configuration: String,
    fact: String,
    remedy: String?
  ) throws {
    let finding = try #require(diagnosis(configuration, version: nil)[.interval])
    #expect(finding.fact.contains(fact))
    #expect(finding.remedy?.contains(remedy ?? "") == remedy.map { _ in true })
  }

  @Test(arguments: [("", true), ("[GATT]\nExchangeMTU = 23", false)])
  func `small packets are noted`(configuration: String, isFine: Bool) {
    let finding = diagnosis(configuration, version: nil)[.mtu]
    #expect((finding?.verdict == .fine) == isFine)
  }

  @Test(arguments: [
    ("[GATT]\n\n[LE]\n# a word\n#MinAdvertisementInterval=\n", "[LE], line 5"),
    ("[General]\n[LE]\n", "[LE], line 2"), ("", "main.conf, [LE]"),
    ("[LE]\n#MinAdvertisementInterval=\nMinAdvertisementInterval=2048", "[LE], line 3"),
  ])
  func `the line to change is named`(configuration: String, place: String) {
    let remedy = diagnosis(configuration, version: nil)[.advertising]?.remedy
    #expect(remedy?.contains(place) == true, "\(remedy ?? "")")
  }

  @Test func `nothing is noted where something has to be mended`() {
    var adapter = Adapter.healthy
    adapter.isPowered = false
    adapter.isBlocked = true
    let facts = Facts.healthy {
      $0.daemon = .adapters([adapter])
      $0.configuration = MainConfiguration(parsing: "")
    }
    #expect(Diagnosis(facts).findings.allSatisfy { $0.verdict != .note })
  }

  @Test(arguments: ["=", "[", "]", "[]\n=x", "\u{FFFD}", "Channels", "[GATT\nChannels=1"])
  func `a broken configuration says nothing`(text: String) {
    #expect(MainConfiguration(parsing: text).channels == nil)
    #expect(MainConfiguration(parsing: text).looksAtGuests)
  }
}
