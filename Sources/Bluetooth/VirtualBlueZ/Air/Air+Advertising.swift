internal import BlueZ
internal import DBus

extension Air {
  mutating func dropAdvertisements(of client: String, on index: Int) {
    guard radios[index].advertisements.contains(where: { $0.owner == client }) else { return }
    radios[index].advertisements.removeAll { $0.owner == client }
    countAdvertisements(index)
  }

  mutating func countAdvertisements(_ index: Int) {
    let count = UInt8(clamping: radios[index].advertisements.count)
    let path = radios[index].path
    set(.activeInstances, of: BlueZName.advertisingManager, at: path, .byte(count))
    let free = Radio.supportedAdvertisements - count
    set(.supportedInstances, of: BlueZName.advertisingManager, at: path, .byte(free))
  }
}
