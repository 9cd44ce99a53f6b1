extension [UInt8] {
  /// The bytes that `text` writes in hexadecimal; white space between them is skipped.
  public init(hex text: String) {
    let digits = text.filter { !$0.isWhitespace }.map { $0.hexDigitValue ?? 0 }
    precondition(digits.count.isMultiple(of: 2), "half a byte is left over")
    self = stride(from: 0, to: digits.count, by: 2).map {
      UInt8(digits[$0] << 4 | digits[$0 + 1])
    }
  }
}
