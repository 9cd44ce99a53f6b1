import Foundation
import GameRules
import GameSearch

/// Fits the weights of the evaluation to results of games, by logistic regression.
///
/// The method is that of P. Österlund (Texel, 2014): the sigmoid of the evaluation is to be the
/// result. A target is two thirds the result and one third what the search thought, so that one
/// blunder weighs less.
struct Fit<Evaluation: TunedEvaluation> {
  private struct Sample {
    let start: Int
    let end: Int
    let early: Float
    let target: Float
  }

  /// The evaluation that means a win in three of four games, in hundredths of a pawn.
  private static var scale: Float { 220 }
  private static var descent: Descent {
    Descent(batch: 8_192, rate: 1.5, restraint: Evaluation.restraint)
  }

  private var samples: [Sample] = []
  private var numbers: [UInt16] = []
  private var counts: [Int8] = []

  init(samplesIn files: [String]) {
    for file in files {
      guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
        note("\(file) cannot be read")
        continue
      }
      for line in text.split(separator: "\n") { read(line) }
    }
  }

  private mutating func read(_ line: Substring) {
    let parts = line.split(separator: ";")
    guard parts.count == 3, let score = Float(parts[1]), let result = Float(parts[2]),
      let position = try? Position(game: Evaluation.game, text: String(parts[0])),
      let sample = Evaluation.sample(of: position)
    else { return }
    let start = numbers.count
    for feature in sample.features {
      numbers.append(feature.number)
      counts.append(feature.count)
    }
    let target = (2 * result + Self.sigmoid(score)) / 3
    let early = Float(sample.phase) / Float(Evaluation.mostPhase)
    samples.append(Sample(start: start, end: numbers.count, early: early, target: target))
  }

  private static func sigmoid(_ score: Float) -> Float {
    1 / (1 + exp(-score * 1.0986 / scale))
  }

  /// Goes through all samples so many times, and prints the weights as source.
  func run(rounds: Int) {
    let first = Evaluation.weights
    let start = (first.early + first.late).map(Float.init)
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
    let count = Evaluation.count
    var early: Float = 0
    var late: Float = 0
    for index in sample.start..<sample.end {
      let number = Int(numbers[index])
      let times = Float(counts[index])
      early += times * weights[number]
      late += times * weights[count + number]
    }
    return early * sample.early + late * (1 - sample.early)
  }

  private func slope(_ batch: ArraySlice<Int>, _ weights: [Float]) -> [Float] {
    let count = Evaluation.count
    var slope = Array(repeating: Float(0), count: weights.count)
    for index in batch {
      let sample = samples[index]
      // Of the cross-entropy, so that the slope is the plain difference.
      let value = Self.sigmoid(evaluation(sample, weights)) - sample.target
      for entry in sample.start..<sample.end {
        let number = Int(numbers[entry])
        let times = Float(counts[entry]) * value
        slope[number] += times * sample.early
        slope[count + number] += times * (1 - sample.early)
      }
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
    let count = Evaluation.count
    print("/// The weights by number, fitted by `tune` to \(samples.count) positions of self-play.")
    print("extension \(Evaluation.type) {")
    print("  /// With all attackers on the board.")
    writeText("earlyText", Array(weights[..<count]))
    print("\n  /// With none left.")
    writeText("lateText", Array(weights[count...]))
    print("}")
  }

  private func writeText(_ name: String, _ numbers: [Int]) {
    print("  static let \(name) = \"\"\"")
    for start in stride(from: 0, to: numbers.count, by: 15) {
      let row = numbers[start..<min(start + 15, numbers.count)]
      print("    " + row.map(String.init).joined(separator: " "))
    }
    print("    \"\"\"")
  }
}
