internal import ArgumentParser
internal import BLETransport
internal import BlueZ
internal import BoardUI
internal import DBus
internal import MatchProtocol

/// `tabletooth bench link`: round trips of one packet through the transport, without a session on
/// top.
struct LinkBench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "link",
    abstract: "Send packets to and fro between two controllers."
  )

  @Flag(help: "Be the host, and send every packet back, until stopped.")
  var echo = false

  @Option(help: "How many round trips to measure.")
  var count = 200

  @Option(help: "The size of a packet in bytes.")
  var size = 20

  @OptionGroup var bluetooth: BluetoothOptions

  func run() async throws {
    do {
      try await measure()
    } catch let error as any TransportFailure {
      throw ExitReason(error)
    }
  }

  private func measure() async throws {
    let (service, adapter) = try await bluetooth.open()
    // What is measured is the transport, and not the route to another thread.
    try await withTaskExecutorPreference(service.connection.taskExecutor) {
      let (events, inbox) = AsyncStream.makeStream(of: LinkEvent.self)
      let deliver: @Sendable (TransportEvent) -> Void = { event in
        switch event {
        case .link(let event): inbox.yield(event)
        case .progress: break
        case .ended: inbox.finish()
        }
      }
      if echo {
        let transport = try await PeripheralTransport.open(
          hosting: "bench",
          on: adapter,
          service,
          deliver: deliver
        )
        try await serve(transport, events)
      } else {
        let transport = CentralTransport(service, on: adapter, deliver: deliver)
        try await transport.connect(to: .name("bench"))
        let times = try await measure(transport, events)
        await transport.close()
        print(Self.summary(times))
      }
    }
  }

  private func serve(
    _ transport: PeripheralTransport,
    _ events: AsyncStream<LinkEvent>
  ) async throws {
    print("serving")
    for await case .packet(let packet, _, _) in events {
      try await transport.send(packet)
    }
  }

  private func measure(
    _ transport: CentralTransport,
    _ events: AsyncStream<LinkEvent>
  ) async throws -> [Duration] {
    let clock = ContinuousClock()
    var times: [Duration] = []
    var packet = [UInt8](repeating: 0, count: max(size, 2))
    var sent = clock.now
    for await event in events {
      switch event {
      case .up:
        break
      case .packet(packet, _, _):
        times.append(clock.now - sent)
        if times.count == count { return times }
      case .packet:
        continue
      case .down:
        throw ExitReason.linkLost(name: "bench", cause: .disconnected)
      }
      // No two packets in a row are equal, so that one that comes twice does not count.
      packet[0] = UInt8(truncatingIfNeeded: times.count)
      packet[1] = UInt8(truncatingIfNeeded: times.count >> 8)
      sent = clock.now
      try await transport.send(packet)
    }
    return times
  }

  private static func summary(_ times: [Duration]) -> String {
    let sorted = times.sorted()
    func milliseconds(_ fraction: Double) -> String {
      guard !sorted.isEmpty else { return "-" }
      let time = sorted[min(sorted.count - 1, Int(fraction * Double(sorted.count)))]
      let hundredths = Int(time / .microseconds(10))
      return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
    }
    return "round_trips=\(sorted.count) median_ms=\(milliseconds(0.5)) p95_ms=\(milliseconds(0.95))"
  }
}
