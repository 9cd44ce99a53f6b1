internal import BlueZ
internal import DBus

extension Air {
  mutating func dropAdvertisements(of client: String, on index: Int) {
    guard radios[index].advertisements.contains(where: { $0.owner == client }) else { return }
    radios[index].advertisements.removeAll { $0.owner == client }
    countAdvertisements(index)
  }

  /// Takes over what a client has changed of its advertisement, unless it makes no sense.
  mutating func changeAdvertisement(
    at path: ObjectPath,
    of client: String,
    by changes: [String: Value]
  ) {
    for (index, radio) in radios.enumerated() {
      let known = radio.advertisements.firstIndex { $0.owner == client && $0.path == path }
      guard let known else { continue }
      let changed = try? radio.advertisements[known].changed(
        by: changes,
        alias: radio.alias,
        in: behaviour.release
      )
      guard let changed else { continue }
      radios[index].advertisements[known] = changed
      announce(index)
    }
  }

  /// Ends the advertisement whose time is over, unless it has ended.
  mutating func expireAdvertisement(_ number: Int, on index: Int) {
    let known = radios[index].advertisements.firstIndex { $0.number == number }
    guard let known else { return }
    let ended = radios[index].advertisements.remove(at: known)
    countAdvertisements(index)
    act(.send(.release(ended)))
  }

  mutating func countAdvertisements(_ index: Int) {
    let count = UInt8(clamping: radios[index].advertisements.count)
    let path = radios[index].path
    set(.activeInstances, of: BlueZName.advertisingManager, at: path, .byte(count))
    let free = Radio.supportedAdvertisements - count
    set(.supportedInstances, of: BlueZName.advertisingManager, at: path, .byte(free))
  }
}
