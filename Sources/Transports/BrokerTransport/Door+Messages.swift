internal import MQTT

extension Door {
  /// A guest's message here, as it is published.
  func message(_ frame: BrokerFrame, ofGuest id: String) -> MQTTOptions.Message {
    message(frame, by: .guest, at: guestTopic(id))
  }

  /// The host's message here, as it is published.
  func messageOfHost(_ frame: BrokerFrame) -> MQTTOptions.Message {
    message(frame, by: .host, at: hostTopic)
  }

  private func message(_ frame: BrokerFrame, by side: Side, at topic: String) -> MQTTOptions.Message
  {
    let payload = sealed(frame, by: side, at: topic, nonce: randomBytes(12))
    return MQTTOptions.Message(topic: topic, payload: payload)
  }
}
