/// Makes nearly right bytes from right ones.
public struct PacketMutator: Sendable {
  private var random: ChosenNumbers
  private let corpus: [[UInt8]]

  /// Mutations of `corpus`, which has at least one entry, the same for the same seed.
  public init(_ corpus: [[UInt8]], seed: UInt64) {
    self.corpus = corpus
    random = ChosenNumbers([], seed: seed)
  }

  /// Mutations of `corpus`, which has at least one entry, that `choices` decide.
  ///
  /// A fuzzer that changes one of the choices changes one thing of a case.
  public init(_ corpus: [[UInt8]], choices: [UInt8]) {
    self.corpus = corpus
    random = ChosenNumbers(choices, seed: 1)
  }

  /// One entry with up to four things changed.
  public mutating func next() -> [UInt8] {
    changed(corpus.randomElement(using: &random) ?? [])
  }

  /// `bytes` with up to four things changed.
  public mutating func changed(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      change(&bytes)
    }
    return bytes
  }

  /// A number from `range`, for what else the case needs.
  public mutating func number(in range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  private mutating func someBytes() -> [UInt8] {
    (0..<Int.random(in: 1...8, using: &random)).map { _ in .random(in: 0...255, using: &random) }
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    let extremes: [UInt8] = [0, 1, 0x7f, 0x80, 0xff]
    let place = bytes.isEmpty ? 0 : Int.random(in: 0..<bytes.count, using: &random)
    switch Int.random(in: 0..<7, using: &random) {
    case 0 where !bytes.isEmpty:
      bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
    case 1 where !bytes.isEmpty:
      bytes[place] = extremes.randomElement(using: &random) ?? 0
    case 2 where !bytes.isEmpty:
      bytes[place] &+= Bool.random(using: &random) ? 1 : 0xff
    case 3:
      bytes.removeLast(bytes.count - place)
    case 4:
      bytes.insert(contentsOf: someBytes(), at: place)
    case 5:
      bytes = bytes.prefix(place) + (corpus.randomElement(using: &random) ?? []).suffix(8)
    default:
      bytes += bytes.prefix(min(bytes.count, 600 - min(bytes.count, 600)))
    }
  }
}
