internal import DBus

extension Bluetoothd {
  /// Answers a client's call of the object that takes agents.
  mutating func performAgents(_ call: Message) throws(Refusal) {
    let hadAgents = !air.agents.isEmpty
    try changeAgents(call)
    air.act(.reply(call, []))
    // Where somebody can be asked, others may pair.
    guard air.agents.isEmpty == hadAgents else { return }
    for index in air.radios.indices.reversed() { air.makePairable(index, !hadAgents) }
  }

  private mutating func changeAgents(_ call: Message) throws(Refusal) {
    guard let path = call.body.first?.objectPath else { throw .invalidArguments }
    let known = air.agents[call.client]
    switch call.member {
    case "RegisterAgent":
      guard known == nil else { throw .alreadyExists }
      guard
        let text = call.body.last?.string, let ability = Agent.Ability(argument: text)
      else { throw .invalidArguments }
      air.agents.add(Agent(client: call.client, path: path, ability: ability))
    case "UnregisterAgent":
      guard known?.path == path else { throw .doesNotExist }
      air.agents.remove(call.client)
    case "RequestDefaultAgent":
      guard known?.path == path else { throw .doesNotExist }
      air.agents.prefer(call.client)
    default:
      throw .unknownMethod
    }
  }
}
