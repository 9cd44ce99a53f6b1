/// Messages that wait to be sent: the link's own first, then those of each channel in the order of
/// their priority.
struct SendQueue: Sendable {
  private var own: [[UInt8]] = []
  /// Those of each channel, by its number.
  private var channels = [[[UInt8]]](repeating: [], count: Channel.allCases.count)
  /// The message to send when nothing else waits, and its channel.
  private var last: (message: [UInt8], channel: Channel)?

  /// Queues `message` behind those of its channel, or behind the link's own.
  mutating func append(_ message: [UInt8], on channel: Channel?) {
    if let channel {
      channels[channel.rawValue].append(message)
    } else {
      own.append(message)
    }
  }

  /// Queues `message` of `channel` behind those of all channels.
  mutating func appendLast(_ message: [UInt8], on channel: Channel) {
    last = (message, channel)
  }

  /// The number of waiting messages of `channel`.
  func count(on channel: Channel) -> Int {
    channels[channel.rawValue].count + (last?.channel == channel ? 1 : 0)
  }

  /// The message whose turn it is, and its channel; parts of files only if they may be sent.
  mutating func popFirst(withBulk: Bool) -> (message: [UInt8], channel: Channel?)? {
    if !own.isEmpty {
      return (own.removeFirst(), nil)
    }
    for channel in Channel.allCases where channel != .bulk {
      if let message = popFirst(of: channel) { return (message, channel) }
    }
    if let (message, channel) = last {
      last = nil
      return (message, channel)
    }
    guard withBulk, let message = popFirst(of: .bulk) else { return nil }
    return (message, .bulk)
  }

  private mutating func popFirst(of channel: Channel) -> [UInt8]? {
    guard !channels[channel.rawValue].isEmpty else { return nil }
    return channels[channel.rawValue].removeFirst()
  }
}
