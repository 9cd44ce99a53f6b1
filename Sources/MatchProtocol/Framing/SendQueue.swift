/// Messages that wait to be sent: the link's own first, then those of each channel in the order of
/// their priority.
struct SendQueue: Sendable {
  private var own: [[UInt8]] = []
  private var channels: [Channel: [[UInt8]]] = [:]
  /// What is said when nothing else waits, and its channel.
  private var last: (message: [UInt8], channel: Channel)?

  /// Queues `message` behind those of its channel, or behind the link's own.
  mutating func append(_ message: [UInt8], on channel: Channel?) {
    if let channel {
      channels[channel, default: []].append(message)
    } else {
      own.append(message)
    }
  }

  /// Queues `message` of `channel` behind those of all channels.
  mutating func appendLast(_ message: [UInt8], on channel: Channel) {
    last = (message, channel)
  }

  /// How many messages of `channel` wait.
  func count(on channel: Channel) -> Int {
    (channels[channel]?.count ?? 0) + (last?.channel == channel ? 1 : 0)
  }

  /// The message whose turn it is, and its channel.
  mutating func popFirst() -> (message: [UInt8], channel: Channel?)? {
    if !own.isEmpty {
      return (own.removeFirst(), nil)
    }
    for channel in Channel.allCases {
      if let message = channels[channel]?.first {
        channels[channel]?.removeFirst()
        return (message, channel)
      }
    }
    defer { last = nil }
    return last.map { ($0.message, $0.channel) }
  }
}
