/// Something that is fed with broken bytes; it must neither trap nor hang, and keep its rules.
public protocol FuzzTarget: Sendable {
  /// The name, in one word.
  var name: String { get }

  /// The right bytes that the wrong ones are made from, at least one entry.
  var corpus: [[UInt8]] { get }

  /// Runs one case, and returns what went wrong, or nil.
  func run(_ mutator: inout PacketMutator) -> String?

  /// Runs the case that `bytes` stand for, and returns what went wrong, or nil.
  func run(on bytes: [UInt8]) -> String?
}

extension FuzzTarget {
  /// Runs the cases that `text` writes in hexadecimal, a line each, as a fuzzer has left them.
  ///
  /// - Returns: How many there are, and what went wrong with which.
  public func run(kept text: String) -> (count: Int, failures: [String]) {
    let cases = text.split(separator: "\n").map { [UInt8](hex: String($0)) }
    let failures = cases.compactMap { bytes in run(on: bytes).map { "\($0): \(bytes)" } }
    return (cases.count, failures)
  }
}
