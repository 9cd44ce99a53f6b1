import Foundation

/// Fits weights to samples step by step (Adam, of Kingma and Ba, 2014), with each weight drawn back
/// to where it was.
struct Descent {
  /// The number of samples that make a step.
  let batch: Int
  /// The length of a step at the beginning; it shrinks to a twentieth.
  let rate: Float
  /// The strength with which a weight is drawn back to its start.
  let restraint: Float

  /// Goes through `count` samples so many times.
  ///
  /// - Parameters:
  ///   - rounds: How many times.
  ///   - count: How many samples there are.
  ///   - start: The weights as they are.
  ///   - slope: The sum of the slopes at samples of these numbers, for each weight.
  ///   - error: How far off the predictions are, to be told now and then.
  /// - Returns: The fitted weights.
  func fit(
    rounds: Int,
    samples count: Int,
    from start: [Float],
    slope: (ArraySlice<Int>, [Float]) -> [Float],
    error: ([Float]) -> Float
  ) -> [Float] {
    var weights = start
    var momentum = Array(repeating: Float(0), count: weights.count)
    var square = momentum
    note("samples \(count), error \(error(weights))")
    var order = Array(0..<count)
    var random = Random(state: 1)
    var step = 0
    for round in 1...max(1, rounds) {
      for index in order.indices.reversed() where index > 0 {
        order.swapAt(index, Int(random.next() % UInt64(index + 1)))
      }
      let rate = rate * (1 - 0.95 * Float(round) / Float(rounds))
      for from in stride(from: 0, to: order.count, by: batch) {
        let batch = order[from..<min(from + batch, order.count)]
        let slope = slope(batch, weights)
        step += 1
        let fading = (1 - pow(0.9, Float(step)), 1 - pow(0.999, Float(step)))
        for index in weights.indices {
          let pull = restraint * (weights[index] - start[index])
          let value = slope[index] / Float(batch.count) + pull
          momentum[index] = 0.9 * momentum[index] + 0.1 * value
          square[index] = 0.999 * square[index] + 0.001 * value * value
          weights[index] -=
            rate * (momentum[index] / fading.0) / ((square[index] / fading.1).squareRoot() + 1e-7)
        }
      }
      if round % 5 == 0 || round == rounds { note("round \(round), error \(error(weights))") }
    }
    return weights
  }
}

/// Tells how the fitting goes, beside the weights on standard output.
func note(_ text: String) {
  FileHandle.standardError.write(Data((text + "\n").utf8))
}
