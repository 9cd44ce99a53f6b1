internal import DBus

extension Air {
  mutating func performAdvertising(_ call: Message, _ index: Int) throws(Refusal) {
    guard let path = call.body.first?.objectPath else { throw .invalidArguments }
    let known = radios[index].advertisements.firstIndex {
      $0.owner == call.client && $0.path == path
    }
    switch call.member {
    case "RegisterAdvertisement":
      guard radios[index].isPowered else { throw .notReady }
      guard known == nil else { throw .alreadyExists }
      guard radios[index].advertisements.count < Int(Radio.supportedAdvertisements) else {
        throw .notPermitted("Maximum advertisements reached")
      }
      registrations.insert(call)
      act(.ask(.advertisement(call, adapter: index)))
    case "UnregisterAdvertisement":
      guard let known else { throw .doesNotExist }
      radios[index].advertisements.remove(at: known)
      countAdvertisements(index)
      act(.reply(call, []))
    default:
      throw .unknownMethod
    }
  }

  /// Registers what the client has shown of its advertisement.
  mutating func registerAdvertisement(
    _ call: Message,
    _ index: Int,
    _ answer: Result<[Value], Refusal>
  ) throws(Refusal) {
    guard registrations.remove(call) != nil else { return }
    guard radios[index].isPowered, let path = call.body.first?.objectPath else { throw .notReady }
    // Of two registrations at a time the second finds the first.
    let known = radios[index].advertisements.contains {
      $0.owner == call.client && $0.path == path
    }
    guard !known else { throw .alreadyExists }
    let properties = try? answer.get().first?.properties
    let advertisement = try LocalAdvertisement(owner: call.client, path: path, properties)
    radios[index].advertisements.append(advertisement)
    countAdvertisements(index)
    act(.reply(call, []))
    announce(index)
  }

  mutating func dropAdvertisements(of client: String, on index: Int) {
    guard radios[index].advertisements.contains(where: { $0.owner == client }) else { return }
    radios[index].advertisements.removeAll { $0.owner == client }
    countAdvertisements(index)
  }

  mutating func countAdvertisements(_ index: Int) {
    let count = UInt8(clamping: radios[index].advertisements.count)
    let path = radios[index].path
    set("ActiveInstances", of: BlueZName.advertisingManager, at: path, .byte(count))
    let free = Radio.supportedAdvertisements - count
    set("SupportedInstances", of: BlueZName.advertisingManager, at: path, .byte(free))
  }
}
