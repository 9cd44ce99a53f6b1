internal import MQTT

/// The check that the broker carries messages.
extension BrokerLine {
  /// The time in which a message through the broker must come back: the first one, and another one
  /// that is sent if it does not.
  ///
  /// A broker that is busy for a moment is no broker that forbids.
  private static let echoLimits = (first: Duration.seconds(2), second: Duration.seconds(8))
  /// The size of a message without meaning, in bytes; the same as of a sealed knock.
  private static let probeSize = 29

  /// A broker's treatment of messages at a topic.
  enum Carriage { case carried, forbidden, unknown }

  /// Something without a meaning that is to come back.
  struct Probe {
    let message: MQTTOptions.Message
    var carriage: Carriage?
    var answer: CheckedContinuation<Carriage, Never>?
  }

  /// The first of `topics` at which this program may not publish, or hears nothing; nil if it is
  /// none, or is not found out.
  ///
  /// A broker need not say that it forbids a topic, and takes what is said there without a word. So
  /// something without a meaning is said at each, and is to come back.
  func forbidden(of topics: [String]) async -> BrokerError? {
    for topic in topics where await isForbidden(topic) {
      return .broker(brokers[turn % brokers.count], .forbidden(topic: topic))
    }
    return nil
  }

  /// True if nothing comes back; asked twice, because one message may get lost anywhere.
  private func isForbidden(_ topic: String) async -> Bool {
    guard await carriage(of: topic, upTo: Self.echoLimits.first) == .forbidden else { return false }
    return await carriage(of: topic, upTo: Self.echoLimits.second) == .forbidden
  }

  private func carriage(of topic: String, upTo limit: Duration) async -> Carriage {
    guard let client, probe == nil else { return .unknown }
    let covering = filters.first { Self.covers($0, topic) }
    let message = MQTTOptions.Message(topic: topic, payload: randomBytes(Self.probeSize))
    probe = Probe(message: message)
    defer { probe = nil }
    do throws(MQTTError) {
      if covering == nil { try await client.subscribe(topic) }
      await publishToAll(message)
      // The answer to this says that the broker has done with what was said before.
      try await client.subscribe(covering ?? topic)
    } catch {
      guard case .forbidden = error else { return .unknown }
      return .forbidden
    }
    let carriage = await echo(upTo: limit)
    if covering == nil { try? await client.unsubscribe(topic) }
    return self.client == nil ? .unknown : carriage
  }

  /// Waits for the message to come back.
  private func echo(upTo limit: Duration) async -> Carriage {
    if let known = probe?.carriage { return known }
    let timer = Task { [clock] in
      guard (try? await clock.sleep(for: limit)) != nil else { return }
      self.settle(.forbidden)
    }
    defer { timer.cancel() }
    return await withCheckedContinuation { probe?.answer = $0 }
  }

  func settle(_ carriage: Carriage) {
    guard probe?.carriage == nil else { return }
    probe?.carriage = carriage
    probe?.answer?.resume(returning: carriage)
  }

  /// True if a message at `topic` comes to a subscriber of `filter`, in which a plus at the end
  /// stands for one level.
  private static func covers(_ filter: String, _ topic: String) -> Bool {
    guard filter.hasSuffix("/+") else { return filter == topic }
    return topic.hasPrefix(filter.dropLast())
  }
}
