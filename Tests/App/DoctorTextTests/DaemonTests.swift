import BlueZ
import BluetoothDoctor
import DoctorText
import Testing

@Suite struct DaemonTests {
  private static let policy = "sudo cp dbus-policy/tabletooth.conf /etc/dbus-1/system.d/"

  @Test(
    arguments: [
      (DaemonAnswer.noBus("no such file"), 10, "systemctl start dbus"),
      (.notRunning, 10, "sudo systemctl enable --now bluetooth"),
      (.silent, 10, "sudo systemctl restart bluetooth"),
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
    .adapters([.healthy], .denied(interface: "org.bluez.GattManager1")),
    .adapters([.healthy], .unseen),
  ])
  func `a policy that forbids names the file that allows`(answer: DaemonAnswer) {
    let diagnosis = Diagnosis(.healthy { $0.daemon = answer })
    #expect(diagnosis.exitCode == 10)
    #expect(diagnosis[.permission]?.remedy?.hasPrefix(Self.policy) == true)
    #expect(diagnosis[.permission]?.fact.contains("anna") == true)
  }

  @Test func `a bus that refuses a user namespace is no matter of policy`() {
    let diagnosis = Diagnosis(
      .healthy {
        $0.daemon = .busClosed
        $0.user.isInNamespace = true
      }
    )
    #expect(diagnosis.exitCode == 10)
    #expect(diagnosis[.permission]?.fact.contains("user namespace") == true)
    #expect(diagnosis[.permission]?.remedy?.contains("--userns=keep-id") == true)
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
        $0.daemon = .adapters([.healthy], .unseen)
        $0.user.membership = .outside
      }
    )
    #expect(diagnosis[.permission]?.remedy?.contains("usermod") == false)
  }

  @Test func `a version that is hidden is a note`() {
    let diagnosis = Diagnosis(.adapter({ $0.modalias = nil }))
    #expect(diagnosis[.version]?.verdict == .note)
    #expect(diagnosis[.version]?.remedy == "bluetoothctl --version")
    #expect(diagnosis.exitCode == 0)
  }

  @Test(arguments: [
    ("usb:v1D6Bp0246d0542", false), ("usb:v1D6Bp0246d0556", false), ("usb:v1D6Bp0246d0557", true),
    ("usb:v1D6Bp0246d0558", false),
  ])
  func `a release with a fault is named with its fix`(modalias: String, isNamed: Bool) {
    let diagnosis = Diagnosis(.adapter({ $0.modalias = modalias }))
    #expect(diagnosis[.version]?.verdict == (isNamed ? .note : .fine))
    #expect(diagnosis[.version]?.fact.hasPrefix("BlueZ 5.87 has a fault") == isNamed)
    #expect((diagnosis[.version]?.remedy?.contains("82af2beaf") == true) == isNamed)
    #expect(diagnosis.exitCode == 0)
  }
}
