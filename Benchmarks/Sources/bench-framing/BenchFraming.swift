import MatchProtocol

/// Measures how fast messages become packets and packets messages, beside SwiftNIO and `memcpy`.
@main
enum BenchFraming {
  static func main() throws {
    let load = Load()
    let tabletooth = try Tabletooth(load)
    let nio = try SwiftNIO(load)
    let race = Race()
    let ours = [
      tabletooth.both, tabletooth.fragmenting, tabletooth.reassembling,
      tabletooth.reassemblingSwapped,
    ]
    let others = [try nio.handler(), try nio.processor(), copying(load)]
    let standings = try race.run(ours + others, size: load.size)
    print(
      """
      \(Load.messageCount) messages of \(Load.messageSize) bytes in \(tabletooth.packetCount) packets \
      of at most \(PacketSize.largest), \(race.rounds) rounds in turn, processor time of one thread:
      """
    )
    for standing in standings {
      report(standing, packets: tabletooth.packetCount)
    }
    compare(standings.prefix(ours.count), with: standings.suffix(others.count))
    for standing in standings.prefix(ours.count) {
      // One for the message and one for the list that it is returned in, and the fragmenter's packet.
      precondition(
        standing.allocations <= 2 * Load.messageCount + 1,
        "\(standing.name) asks for memory for single packets"
      )
    }
  }

  private static func compare(_ ours: ArraySlice<Standing>, with others: ArraySlice<Standing>) {
    let (both, reassembly) = (ours[ours.startIndex], ours[ours.startIndex + 2])
    let (decoder, processor) = (others[others.startIndex], others[others.startIndex + 1])
    let copy = others[others.startIndex + 2]
    print(
      """
      Fragment and reassemble, medians:
        \(rounded(both.median)) GB/s (wanted: 1 or more)
        \(ratio(both, decoder)) times LengthFieldBasedFrameDecoder, which only decodes (wanted: 2 or more)
        \(ratio(both, processor)) times the single-step processor; to reassemble alone \
      \(ratio(reassembly, processor)) times
        \(ratio(both, copy)) times memcpy
      """
    )
  }

  private static func report(_ standing: Standing, packets: Int) {
    let name = standing.name.padded(to: 36)
    let speeds = "median \(rounded(standing.median)), best \(rounded(standing.best)) GB/s"
    let rate = rounded(Double(standing.allocations) / Double(packets), digits: 4)
    print("  \(name)\(speeds), \(standing.allocations) allocations (\(rate) a packet)")
  }

  private static func ratio(_ one: Standing, _ other: Standing) -> String {
    rounded(one.median / other.median)
  }

  private static func rounded(_ number: Double, digits: Int = 2) -> String {
    let scale = (0..<digits).reduce(1) { power, _ in power * 10 }
    let whole = Int((number * Double(scale)).rounded())
    return "\(whole / scale)." + String(String(scale + whole % scale).dropFirst())
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
