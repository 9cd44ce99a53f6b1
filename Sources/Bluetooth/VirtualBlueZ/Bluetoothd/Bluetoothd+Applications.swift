internal import DBus

extension Bluetoothd {
  mutating func performApplications(_ call: Message, _ index: Int) throws(Refusal) {
    guard let path = call.body.first?.objectPath else { throw .invalidArguments }
    switch call.member {
    case "RegisterApplication":
      guard application(call.client, path, on: index) == nil else { throw .alreadyExists }
      registrations.insert(call)
      air.act(.follow(call.client))
      air.act(.ask(.application(call, adapter: index)))
    case "UnregisterApplication":
      if let known = application(call.client, path, on: index) {
        air.radios[index].applications.remove(at: known)
        air.tellServices(of: index)
        air.act(.reply(call, []))
        return air.showServices(of: index)
      } else if !dropRegistration("RegisterApplication", takenBackBy: call) {
        throw .doesNotExist
      }
      air.act(.reply(call, []))
    default:
      throw .unknownMethod
    }
  }

  private func application(_ client: String, _ path: ObjectPath, on index: Int) -> Int? {
    air.radios[index].applications.firstIndex { $0.owner == client && $0.path == path }
  }

  /// Registers the objects that the client has shown; what it adds later does not count.
  mutating func registerApplication(
    _ call: Message,
    _ index: Int,
    _ answer: Result<[Value], Refusal>
  ) throws(Refusal) {
    guard registrations.remove(call) != nil, let path = call.body.first?.objectPath else { return }
    guard application(call.client, path, on: index) == nil else { throw .alreadyExists }
    if !air.behaviour.movesHandles, air.radios[index].applications.isEmpty {
      air.radios[index].nextHandle = air.radios[index].firstHandle
    }
    let application = try LocalApplication(
      owner: call.client,
      path: path,
      objects: try? answer.get().first,
      nextHandle: &air.radios[index].nextHandle
    )
    air.radios[index].applications.append(application)
    air.tellServices(of: index)
    air.act(.reply(call, []))
    air.showServices(of: index)
  }
}
