import BluetoothDoctor
import Testing

@testable import HCI

@Suite struct ControllerTests {
  /// Page 0 of the LMP features with this byte 4, which holds the LE bit (0x40).
  private static func features(_ byte: UInt8) -> [UInt8] {
    [0xFF, 0xFF, 0x8F, 0xFE, byte, 0xFF, 0x5B, 0x87]
  }

  private static func controller(flags: UInt32, features: [UInt8]) -> Controller {
    Controller(
      number: 1,
      addressBytes: [0x42, 0, 0, 1, 0xAA, 0x0F],
      flags: flags,
      features: features
    )
  }

  @Test func `name and address are written as BlueZ writes them`() {
    let controller = Self.controller(flags: 0, features: Self.features(0))
    #expect(controller.name == "hci1")
    #expect(controller.address == "0F:AA:01:00:00:42")
  }

  @Test(
    arguments: [
      (0, false, false), (0x001, true, false), (0x100, false, true), (0x101, true, true),
      (0xFFFF_FEFE, false, false),
    ] as [(UInt32, Bool, Bool)]
  )
  func `flags say whether it is on and left alone`(flags: UInt32, isUp: Bool, isRaw: Bool) {
    let controller = Self.controller(flags: flags, features: Self.features(0x40))
    #expect(controller.isUp == isUp)
    #expect(controller.isRaw == isRaw)
  }

  @Test func `one bit of the features is LE`() {
    #expect(Self.controller(flags: 0, features: Self.features(0x40)).supportsLE == true)
    #expect(Self.controller(flags: 0, features: Self.features(0xBF)).supportsLE == false)
  }

  @Test func `a controller that was never asked may speak LE or not`() {
    let controller = Self.controller(flags: 0, features: [UInt8](repeating: 0, count: 8))
    #expect(controller.supportsLE == nil)
  }

  @Test func `this kernel lists its controllers or has no Bluetooth`() {
    do throws(HCIError) {
      let controllers = try Controller.all()
      #expect(controllers == controllers.sorted { $0.number < $1.number })
    } catch {
      #expect(error == .noBluetooth || error == .denied)
    }
  }

  @Test func `a number that no controller can have is not found`() {
    do throws(HCIError) {
      #expect(try Controller.find(60_000) == nil)
    } catch {
      #expect(error == .noBluetooth || error == .denied)
    }
  }
}
