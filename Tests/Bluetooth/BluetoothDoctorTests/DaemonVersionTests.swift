import BluetoothDoctor
import Testing

@Suite struct DaemonVersionTests {
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
