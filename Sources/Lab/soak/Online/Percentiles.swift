/// Times in their order, for what is said of many of them.
struct Percentiles {
  private let sorted: [Duration]

  init(_ times: [Duration]) {
    sorted = times.sorted()
  }

  /// The time that this part of all, from 0 to 1, did not take longer than; zero of none.
  func callAsFunction(_ part: Double) -> Duration {
    guard !sorted.isEmpty else { return .zero }
    return sorted[min(sorted.count - 1, Int(part * Double(sorted.count)))]
  }

  /// The usual ones as text.
  var text: String {
    "p50 \(self(0.5).milliseconds), p95 \(self(0.95).milliseconds), p99 \(self(0.99).milliseconds), "
      + "worst \(self(1).milliseconds), of \(sorted.count)"
  }
}

extension Duration {
  /// Milliseconds with two digits after the point.
  var milliseconds: String {
    let hundredths = Int((self / .microseconds(10)).rounded())
    let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    return "\(whole).\(rest < 10 ? "0" : "")\(rest) ms"
  }
}
