internal import DBus

extension Bluetoothd {
  mutating func performAdvertising(_ call: Message, _ index: Int) throws(Refusal) {
    guard let path = call.body.first?.objectPath else { throw .invalidArguments }
    let known = air.radios[index].advertisements.firstIndex {
      $0.owner == call.client && $0.path == path
    }
    switch call.member {
    case "RegisterAdvertisement":
      guard air.radios[index].isPowered else { throw .notRegistered }
      guard known == nil else { throw .alreadyExists }
      try checkRoom(index)
      registrations.insert(call)
      air.act(.ask(.advertisement(call, adapter: index)))
    case "UnregisterAdvertisement":
      if let known {
        air.radios[index].advertisements.remove(at: known)
        air.countAdvertisements(index)
      } else if !dropRegistration("RegisterAdvertisement", takenBackBy: call) {
        throw .doesNotExist
      }
      air.act(.reply(call, []))
    default:
      throw .unknownMethod
    }
  }

  /// Refuses an advertisement that the controller cannot send.
  private func checkRoom(_ index: Int) throws(Refusal) {
    guard air.radios[index].advertisements.count < Int(Radio.supportedAdvertisements) else {
      throw .notPermitted("Maximum advertisements reached")
    }
    if air.behaviour.refusesAdvertisements { throw .failed("Failed to register advertisement") }
  }

  /// Registers what the client has shown of its advertisement.
  mutating func registerAdvertisement(
    _ call: Message,
    _ index: Int,
    _ answer: Result<[Value], Refusal>
  ) throws(Refusal) {
    guard registrations.remove(call) != nil else { return }
    guard air.radios[index].isPowered, let path = call.body.first?.objectPath else {
      throw .notRegistered
    }
    // Of two registrations at a time the second finds the first.
    let known = air.radios[index].advertisements.contains {
      $0.owner == call.client && $0.path == path
    }
    guard !known else { throw .alreadyExists }
    let properties = try? answer.get().first?.properties
    var advertisement = try LocalAdvertisement(
      owner: call.client,
      path: path,
      properties,
      alias: air.radios[index].alias,
      in: air.behaviour.release
    )
    advertisement.number = air.takeAdvertisementNumber()
    advertisement.hasClassic = advertisement.isConnectable && air.radios[index].isDiscoverable
    air.radios[index].advertisements.append(advertisement)
    air.countAdvertisements(index)
    air.act(.reply(call, []))
    air.act(.follow(call.client))
    if let timeout = advertisement.timeout {
      air.act(.expire(adapter: index, advertisement.number, after: timeout))
    }
    air.announce(index)
  }
}
