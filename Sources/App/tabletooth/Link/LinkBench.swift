internal import ArgumentParser
internal import BLETransport
internal import BlueZ
internal import BoardUI
internal import DBus
internal import MatchPlay
internal import MatchProtocol

/// `tabletooth bench link`: round trips of one packet through the transport, without a session on
/// top.
struct LinkBench: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "link",
    abstract: "Send packets back and forth between two adapters."
  )

  @Flag(help: "Act as host and send every packet back until stopped.")
  var echo = false

  @Option(help: "Number of round trips to measure.")
  var count = 200

  @Option(help: "The size of a packet in bytes.")
  var size = 20

  func run(in environment: Environment) async throws {
    let bluetooth = BluetoothAccess(in: environment)
    guard !echo else {
      return try await LinkEcho.serve(as: "bench", over: bluetooth) { print("serving") }
    }
    let (service, adapter) = try await bluetooth.open()
    // What is measured is the transport, and not the route to another thread.
    try await withTaskExecutorPreference(service.connection.taskExecutor) {
      var inputs = LinkInputs()
      let bench = Destination(name: "bench", players: [])
      let link = try await HeldLink.open(to: bench, on: adapter, service, deliver: inputs.deliver)
      let transport = link.transport
      var times: [Duration] = []
      while times.count < count {
        let packet = LinkMeasurement.packet(times.count, size)
        let sent = ContinuousClock.now
        try await transport.send(packet)
        guard let back = try await inputs.packet(packet, within: .seconds(25)) else {
          throw ExitReason.linkLost(name: "bench", cause: .silent(for: .seconds(25)))
        }
        times.append(back - sent)
      }
      await link.close()
      print(Self.summary(times))
    }
  }

  private static func summary(_ times: [Duration]) -> String {
    let sorted = times.sorted()
    func milliseconds(_ fraction: Double) -> String {
      guard !sorted.isEmpty else { return "-" }
      let time = LinkMeasurement.quantile(fraction, of: sorted)
      return LinkMeasurement.decimal(time / .microseconds(10))
    }
    return "round_trips=\(sorted.count) median_ms=\(milliseconds(0.5)) p95_ms=\(milliseconds(0.95))"
  }
}
