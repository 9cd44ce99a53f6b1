import Foundation
import GameRules
import GameSearch

/// Fits the weights of the Gomoku evaluation to results of games, as ``Fit`` does for Xiangqi.
struct GomokuFit {
  private struct Sample {
    let features: [(number: Int, count: Float)]
    let target: Float
  }

  /// A worth of this is a win in 73 of 100 games (``GomokuWeights``).
  private static let scale: Float = 150
  private static let descent = Descent(batch: 4_096, rate: 0.6, restraint: 2e-6)

  private var samples: [Sample] = []

  init(samplesIn files: [String]) {
    for file in files {
      guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { continue }
      for line in text.split(separator: "\n") { read(line) }
    }
  }

  private mutating func read(_ line: Substring) {
    let words = line.split(separator: " ")
    guard words.count > 2, let rule = GomokuRule(rawValue: String(words[0])),
      let result = Float(words[1])
    else { return }
    var position = GomokuPosition(GomokuTerms(rule: rule))
    for word in words.dropFirst(2) {
      let parts = word.split(separator: ":")
      guard parts.count == 2, let point = Point(String(parts[0])) else { return }
      if let score = Float(parts[1]), let features = GomokuTraining.features(of: position) {
        let own = position.colourToMove == .first ? result : 1 - result
        let target = (2 * own + Self.sigmoid(score)) / 3
        let used = features.indices.filter { features[$0] != 0 }
        samples.append(
          Sample(features: used.map { ($0, Float(features[$0])) }, target: target)
        )
      }
      guard (try? position.play(.place(point))) != nil else { return }
    }
  }

  private static func sigmoid(_ score: Float) -> Float { 1 / (1 + exp(-score / scale)) }

  /// Goes through all samples so many times, and prints the weights as source.
  func run(rounds: Int) {
    let start = GomokuTraining.weights.map(Float.init)
    let weights = Self.descent.fit(
      rounds: rounds,
      samples: samples.count,
      from: start,
      slope: slope,
      error: error
    )
    write(weights.map { Int($0.rounded()) })
  }

  private func evaluation(_ sample: Sample, _ weights: [Float]) -> Float {
    sample.features.reduce(0) { $0 + $1.count * weights[$1.number] }
  }

  private func slope(_ batch: ArraySlice<Int>, _ weights: [Float]) -> [Float] {
    var slope = Array(repeating: Float(0), count: weights.count)
    for index in batch {
      let sample = samples[index]
      // Of the cross-entropy, so that the slope is the plain difference.
      let value = Self.sigmoid(evaluation(sample, weights)) - sample.target
      for feature in sample.features { slope[feature.number] += feature.count * value }
    }
    return slope
  }

  /// The mean square of what the predictions are off by.
  private func error(_ weights: [Float]) -> Float {
    var sum = 0.0
    for sample in samples {
      let value = Self.sigmoid(evaluation(sample, weights)) - sample.target
      sum += Double(value * value)
    }
    return Float(sum / Double(max(1, samples.count)))
  }

  private func write(_ weights: [Int]) {
    print("/// The weights, fitted by `tune` to \(samples.count) positions of self-play.")
    print("extension GomokuWeights {")
    print("  /// By ``LinePattern``, to the side to move.")
    write("movingLine", weights[0..<16])
    print("\n  /// By ``LinePattern``, to the waiting side.")
    write("waitingLine", weights[16..<32])
    print("\n  /// What it is worth to be the one to move.")
    print("  static let tempo = \(weights[weights.count - 1])")
    print(
      "\n  /// By the best ``LinePattern`` of a cell and the second best, on top of both, to the"
    )
    print("  /// side to move.")
    writePairs("movingPair", weights[32..<168])
    print(
      "\n  /// By the best ``LinePattern`` of a cell and the second best, on top of both, to the"
    )
    print("  /// waiting side.")
    writePairs("waitingPair", weights[168..<304])
    print("}")
  }

  private func write(_ name: String, _ row: ArraySlice<Int>) {
    print("  static let \(name) = [\(row.map(String.init).joined(separator: ", "))]")
  }

  private func writePairs(_ name: String, _ numbers: ArraySlice<Int>) {
    print("  static let \(name) = [")
    var rest = numbers
    for length in 1...16 {
      print("    [\(rest.prefix(length).map(String.init).joined(separator: ", "))],")
      rest = rest.dropFirst(length)
    }
    print("  ]")
  }
}
