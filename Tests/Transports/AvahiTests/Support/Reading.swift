import Avahi

/// What a search has found until now, from its events.
struct Findings {
  private var events: AsyncStream<ServiceEvent>.Iterator
  private(set) var services: [FoundService.ID: FoundService] = [:]
  private(set) var history: [ServiceEvent] = []

  init(_ events: AsyncStream<ServiceEvent>) {
    self.events = events.makeAsyncIterator()
  }

  /// The services on the network rather than on the loopback interface, by name.
  var names: [String] { onNetwork.map(\.id.name).sorted() }

  /// The services on interfaces other than the loopback interface.
  var onNetwork: [FoundService] { services.values.filter { $0.id.interface != 1 } }

  /// The service of this name on the network.
  func service(_ name: String) -> FoundService? { onNetwork.first { $0.id.name == name } }

  /// Reads events until `isEnough`, or until they end.
  mutating func read(until isEnough: (Findings) -> Bool) async {
    while !isEnough(self), let event = await events.next(isolation: #isolation) {
      history.append(event)
      switch event {
      case .daemonFound, .failed: break
      case .daemonLost: services = [:]
      case .appeared(let service), .changed(let service): services[service.id] = service
      case .vanished(let id): services[id] = nil
      }
    }
  }
}
