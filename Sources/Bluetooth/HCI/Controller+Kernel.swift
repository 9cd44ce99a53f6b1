public import BluetoothDoctor
internal import CBluetooth
internal import Glibc

extension Controller {
  /// All controllers, in the order of their numbers.
  ///
  /// - Throws: ``HCIError`` when the kernel does not say; having none is not an error.
  public static func all() throws(HCIError) -> [Controller] {
    var controllers: [Controller] = []
    for number in 0..<Int(HCI_MAX_DEV) {
      if let controller = try find(number) { controllers.append(controller) }
    }
    return controllers
  }

  /// The controller with this number, if there is one.
  ///
  /// - Throws: ``HCIError`` when the kernel does not say.
  public static func find(_ number: Int) throws(HCIError) -> Controller? {
    var answer = hci_dev_info()
    guard let index = Int32(exactly: number), unsafe hci_devinfo(index, &answer) != 0 else {
      return Controller(answer)
    }
    switch errno {
    case ENODEV: return nil
    case EAFNOSUPPORT, EPROTONOSUPPORT: throw .noBluetooth
    case EPERM, EACCES: throw .denied
    case let other: throw .failed(call: "hci_devinfo", errno: other)
    }
  }

  private init(_ answer: hci_dev_info) {
    let address = answer.bdaddr.b
    let features = answer.features
    self.init(
      number: Int(answer.dev_id),
      addressBytes: [address.0, address.1, address.2, address.3, address.4, address.5],
      flags: answer.flags,
      features: [
        features.0, features.1, features.2, features.3,
        features.4, features.5, features.6, features.7,
      ]
    )
  }

  /// Reads the kernel's answer.
  ///
  /// - Parameters:
  ///   - number: The kernel's number.
  ///   - addressBytes: The six bytes of the address, the last one of its written form first.
  ///   - flags: A bit for each `HCI_…` flag of the kernel's header.
  ///   - features: Page 0 of the LMP features (Bluetooth Core Specification, volume 2, part C,
  ///     3.3).
  init(number: Int, addressBytes: [UInt8], flags: UInt32, features: [UInt8]) {
    let pairs = addressBytes.reversed().map { byte in
      let text = String(byte, radix: 16, uppercase: true)
      return text.count == 1 ? "0\(text)" : text
    }
    let isKnown = features.contains { $0 != 0 }
    self.init(
      number: number,
      address: pairs.joined(separator: ":"),
      isUp: flags & (1 << UInt32(HCI_UP)) != 0,
      isRaw: flags & (1 << UInt32(HCI_RAW)) != 0,
      supportsLE: isKnown ? features.dropFirst(4).first.map { $0 & UInt8(LMP_LE) != 0 } : nil
    )
  }
}
