import Doctor
import HCI
import Testing

@Suite struct DaemonTests {
  private static let policy = "sudo cp dbus-policy/tabletooth.conf /etc/dbus-1/system.d/"

  @Test(
    arguments: [
      (DaemonAnswer.noBus("no such file"), 13, "systemctl start dbus"),
      (.notRunning, 13, "sudo systemctl enable --now bluetooth"),
      (.silent, 13, "sudo systemctl restart bluetooth"),
    ] as [(DaemonAnswer, Int32, String)]
  )
  func `what keeps BlueZ from answering is told`(
    answer: DaemonAnswer,
    code: Int32,
    remedy: String
  ) {
    let diagnosis = Diagnosis(.healthy { $0.daemon = answer })
    #expect(diagnosis.exitCode == code)
    #expect(diagnosis[.daemon]?.remedy?.contains(remedy) == true)
    #expect(diagnosis[.adapter]?.verdict == .fine)
    #expect(diagnosis[.permission] == nil)
  }

  @Test(arguments: [DaemonAnswer.notRunning, .noBus("no such file")])
  func `on a bus that was named the remedy is about that bus`(answer: DaemonAnswer) {
    let diagnosis = Diagnosis(
      .healthy {
        $0.daemon = answer
        $0.isSystemBus = false
      }
    )
    #expect(diagnosis[.daemon]?.remedy?.contains("--bus") == true)
  }

  @Test(arguments: [
    DaemonAnswer.denied, .busClosed,
    .adapters([.with(.denied(interface: "org.bluez.GattManager1"))]), .adapters([.with(.unseen)]),
  ])
  func `a policy that forbids names the file that allows`(answer: DaemonAnswer) {
    let diagnosis = Diagnosis(.healthy { $0.daemon = answer })
    #expect(diagnosis.exitCode == 14)
    #expect(diagnosis[.permission]?.remedy?.hasPrefix(Self.policy) == true)
    #expect(diagnosis[.permission]?.fact.contains("anna") == true)
  }

  @Test(arguments: [
    (User.Membership.noSuchGroup, false), (.outside, true), (.member, false),
  ])
  func `the group is named to those who are not in it`(
    membership: User.Membership,
    isNamed: Bool
  ) {
    let diagnosis = Diagnosis(
      .healthy {
        $0.daemon = .denied
        $0.user.membership = membership
      }
    )
    let remedy = diagnosis[.permission]?.remedy ?? ""
    #expect(remedy.contains("usermod -aG bluetooth anna") == isNamed)
  }

  @Test func `a group is no remedy where BlueZ is the one that may not ask`() {
    let diagnosis = Diagnosis(
      .healthy {
        $0.daemon = .adapters([.with(.unseen)])
        $0.user.membership = .outside
      }
    )
    #expect(diagnosis[.permission]?.remedy?.contains("usermod") == false)
  }

  @Test func `a version that is hidden is a note`() {
    let diagnosis = Diagnosis(.adapter({ $0.version = nil }))
    #expect(diagnosis[.version]?.verdict == .note)
    #expect(diagnosis[.version]?.remedy == "bluetoothctl --version")
    #expect(diagnosis.exitCode == 0)
  }

  @Test(arguments: [
    ("usb:v1D6Bp0246d0542", false), ("usb:v1D6Bp0246d0556", false), ("usb:v1D6Bp0246d0557", true),
    ("usb:v1D6Bp0246d0558", false),
  ])
  func `a release that crashes at filters is named with its fix`(modalias: String, isNamed: Bool) {
    let diagnosis = Diagnosis(.adapter({ $0.version = DaemonVersion(modalias: modalias) }))
    #expect(diagnosis[.version]?.verdict == (isNamed ? .note : .fine))
    #expect(diagnosis[.version]?.fact.hasPrefix("BlueZ 5.87 crashes") == isNamed)
    #expect((diagnosis[.version]?.remedy?.contains("82af2beaf") == true) == isNamed)
    #expect(diagnosis.exitCode == 0)
  }

  @Test(arguments: [
    ("usb:v1D6Bp0246d0542", DaemonVersion(5, 66)), ("usb:v1d6bp0246d0552", DaemonVersion(5, 82)),
    ("usb:v1D6Bp0246d0505", DaemonVersion(5, 5)), ("bluetooth:v1D6Bp0246d0542", nil),
    ("usb:v004Cp0246d0542", nil), ("usb:v1D6Bp0246d05420", nil), ("usb:v1D6Bp0246d05zz", nil),
    ("usb:v1D6Bp0246d", nil), ("", nil), ("usb:v1D6Bp0246d+542", nil),
  ])
  func `the version is read out of the adapter's identity`(
    modalias: String,
    version: DaemonVersion?
  ) {
    #expect(DaemonVersion(modalias: modalias) == version)
  }

  @Test func `versions are written and ordered as BlueZ counts them`() {
    #expect(DaemonVersion(5, 66).description == "5.66")
    #expect(DaemonVersion(5, 5).description == "5.05")
    #expect(DaemonVersion(5, 9) < DaemonVersion(5, 66))
    #expect(DaemonVersion(4, 101) < DaemonVersion(5, 0))
  }
}

extension OfferedAdapter {
  /// A healthy adapter but for this rehearsal.
  static func with(_ rehearsal: Rehearsal) -> OfferedAdapter {
    var adapter = OfferedAdapter.healthy
    adapter.rehearsal = rehearsal
    return adapter
  }
}
