internal import MatchProtocol
internal import Phrases

extension LinkMeasurement {
  /// The figures that there are, a line each, with the end of the last line.
  var text: String { lines.map { "\($0)\n" }.joined() }

  /// The figures that there are, in the order in which they are taken.
  var lines: [String] {
    [
      advertisingInterval.map(Self.advertisingText),
      found.map { say("Found after \(Self.text($0)).") },
      connected.map { say("Connected after another \(Self.text($0)).") },
      packetSize.map(Self.packetText),
      roundTripText,
      burstText,
      advertisesWhileConnected.map(Self.whileConnectedText),
      reconnected.map { say("Reconnected \(Self.text($0)) after a cut.") },
    ].compactMap(\.self)
  }

  private static func advertisingText(_ interval: Duration) -> String {
    let heard = say("Advertised every \(text(interval)).")
    guard interval > .milliseconds(200) else { return heard }
    return heard + " "
      + say(
        """
        To be found sooner, set on the other computer: MinAdvertisementInterval = 160 and \
        MaxAdvertisementInterval = 240 under [LE] in /etc/bluetooth/main.conf.
        """
      )
  }

  private static func whileConnectedText(_ isHeard: Bool) -> String {
    isHeard
      ? say("The other computer advertises while connected, so others can find its table then.")
      : say(
        """
        The other computer does not advertise while connected, so nobody finds its table then. No \
        setting changes that; another adapter may (--adapter).
        """
      )
  }

  /// A packet is five bytes shorter than the MTU, and never longer than a host may be sent.
  private static func packetText(_ size: Int) -> String {
    size < PacketSize.largestOnAir
      ? say("Packets of up to \(size) bytes, with an MTU of \(size + 5).")
      : say("Packets of up to \(size) bytes, with an MTU of \(size + 5) or more.")
  }

  private var roundTripText: String? {
    guard !roundTrips.isEmpty else { return nil }
    let sorted = roundTrips.sorted()
    let (median, slow) = (Self.quantile(0.5, of: sorted), Self.quantile(0.95, of: sorted))
    let count = "\(sorted.count)/\(Self.pingCount)"
    return say(
      """
      Round trip, \(Self.pingSize) bytes: median \(Self.text(median)), 95th percentile \
      \(Self.text(slow)); \(count) came back.
      """
    )
  }

  private var burstText: String? {
    guard let burst, burst.time > .zero else { return nil }
    let bytes = Double(burst.back * (packetSize ?? 0)) / (burst.time / .seconds(1))
    let lost = burst.sent - burst.back
    return say(
      """
      Throughput: \(Int(bytes)) bytes per second in each direction; \(lost) of \(burst.sent) \
      packets lost.
      """
    )
  }

  /// The time below which `fraction` of the times are that stand in `sorted`, of which there is at
  /// least one.
  static func quantile(_ fraction: Double, of sorted: [Duration]) -> Duration {
    sorted[min(sorted.count - 1, Int(fraction * Double(sorted.count)))]
  }

  /// A time in milliseconds, or in seconds from one on.
  static func text(_ time: Duration) -> String {
    let isLong = time >= .seconds(1)
    return decimal(time / (isLong ? .milliseconds(10) : .microseconds(10)))
      + (isLong ? " s" : " ms")
  }

  /// A number of hundredths with two digits behind the point.
  static func decimal(_ hundredths: Double) -> String {
    let (whole, rest) = Int(hundredths).quotientAndRemainder(dividingBy: 100)
    return "\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}
