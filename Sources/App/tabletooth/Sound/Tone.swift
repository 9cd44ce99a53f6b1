internal import BoardUI

/// A short tone as the bytes of a WAV file: one channel, 16 bits.
struct Tone: Sendable {
  /// How many samples a second has.
  private static let rate = 22_050

  /// Frequencies in hertz, each with its length in milliseconds.
  private let notes: [(hertz: Double, milliseconds: Int)]

  /// What is heard at `cue`; each cue has a tune of its own.
  init(_ cue: Cue) {
    notes =
      switch cue {
      case .turn: [(660, 90)]
      case .capture: [(440, 60), (330, 110)]
      case .check: [(880, 70), (880, 70), (1_175, 120)]
      case .guest: [(523, 90), (659, 90), (784, 140)]
      case .end: [(784, 120), (659, 120), (523, 220)]
      }
  }

  /// The file, at a volume from 0 to 100.
  func wave(volume: Int) -> [UInt8] {
    let loudness = Double(min(max(volume, 0), 100)) / 100 * 12_000
    let samples = notes.flatMap { Self.samples($0.hertz, $0.milliseconds, loudness) }
    let count = UInt32(samples.count * 2)
    var bytes = Array("RIFF".utf8) + Self.bytes(36 + count) + Array("WAVEfmt ".utf8)
    bytes += Self.bytes(UInt32(16)) + Self.bytes(UInt16(1)) + Self.bytes(UInt16(1))
    bytes += Self.bytes(UInt32(Self.rate)) + Self.bytes(UInt32(Self.rate * 2))
    bytes += Self.bytes(UInt16(2)) + Self.bytes(UInt16(16))
    bytes += Array("data".utf8) + Self.bytes(count)
    for sample in samples { bytes += Self.bytes(UInt16(bitPattern: sample)) }
    return bytes
  }

  /// A note that fades out, so that it does not click.
  ///
  /// A triangle needs no table of sines.
  private static func samples(_ hertz: Double, _ milliseconds: Int, _ loudness: Double) -> [Int16] {
    let count = rate * milliseconds / 1_000
    return (0..<count).map { index in
      let turns = Double(index) * hertz / Double(rate)
      let phase = turns - turns.rounded(.down)
      let triangle = phase < 0.5 ? 4 * phase - 1 : 3 - 4 * phase
      let fade = min(Double(index) / 100, 1) * (1 - Double(index) / Double(count))
      return Int16(triangle * loudness * fade)
    }
  }

  private static func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
