internal import Avahi
internal import BoardUI
internal import DoctorText
internal import Glibc
internal import MatchPlay
internal import StreamTransport

/// What `doctor` finds out about the local network.
extension LocalNetwork {
  /// A service that is published for a moment, and that nobody takes for a table.
  private static let trial = (name: "tabletooth doctor", type: "_tabletooth-try._tcp", port: 9)
  /// The time to look for tables.
  private static let lookTime = Duration.seconds(2)
  /// The most tables that are connected to.
  private static let mostTables = 8

  /// What there is, as far as can be tried within some seconds.
  func facts() async -> NetworkFacts {
    do throws(AvahiError) {
      let service = try await AvahiService.open(bus)
      let facts = await facts(of: service)
      await service.close()
      return facts
    } catch {
      return NetworkFacts(Self.isInstalled ? .stopped : .missing)
    }
  }

  private func facts(of service: AvahiService) async -> NetworkFacts {
    let status = await service.status
    switch status.state {
    case .absent, .failed: return NetworkFacts(Self.isInstalled ? .stopped : .missing)
    case .starting, .running, .hostNameTaken: break
    }
    var facts = NetworkFacts(.running(status.version))
    do throws(AvahiError) {
      let trial = try await service.publish(
        name: Self.trial.name,
        type: Self.trial.type,
        port: UInt16(Self.trial.port)
      )
      facts.answersMulticast = await MulticastQuestion.isAnswered("\(Self.trial.type).local")
      await trial.withdraw()
    } catch .publishingDisabled {
      facts.mayPublish = false
    } catch .notPermitted {
      return NetworkFacts(.forbidden)
    } catch {
      // avahi-daemon is busy; what else can be found out counts.
    }
    for (found, isReached) in await triedTables() {
      if isReached {
        facts.reached += 1
      } else {
        let place = found.places.first?.endpoint ?? ""
        facts.unreached.append(.init(title: found.listing.title, place: place))
      }
    }
    return facts
  }

  /// Tables on the network, and whether any of their addresses answers.
  private func triedTables() async -> [(found: Found, isReached: Bool)] {
    let (news, heard) = AsyncStream.makeStream(of: News.self)
    try? await hearTables(for: Self.lookTime) { heard.yield($0) }
    heard.finish()
    var tables: [String: Found] = [:]
    for await item in news {
      switch item {
      case .heard(let found): tables[found.listing.id] = found
      case .gone(let id): tables[id] = nil
      case .interrupted, .up: break
      }
    }
    let chosen = tables.values.sorted { $0.listing.id < $1.listing.id }.prefix(Self.mostTables)
    return await withTaskGroup(of: (Found, Bool).self) { group in
      for found in chosen { group.addTask { (found, await Self.reaches(found)) } }
      var tried: [(found: Found, isReached: Bool)] = []
      for await (found, isReached) in group { tried.append((found, isReached)) }
      return tried.sorted { $0.found.listing.id < $1.found.listing.id }
    }
  }

  /// True if one of the addresses of a table takes a connection.
  private static func reaches(_ found: Found) async -> Bool {
    await StreamProbe.firstAnswer(of: found.places) != nil
  }

  private static var isInstalled: Bool {
    ["/usr/sbin", "/usr/bin", "/sbin"].contains {
      unsafe access("\($0)/avahi-daemon", X_OK) == 0
    }
  }
}
