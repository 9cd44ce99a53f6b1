import MatchSimulation
import Sodium

extension SecretBytes {
  /// The secret that `text` writes in hexadecimal.
  init(hex text: String) {
    self.init(copying: [UInt8](hex: text))
  }

  /// A copy of the bytes.
  var bytes: [UInt8] {
    withBytes { span in
      (0..<span.byteCount).map { unsafe span.unsafeLoad(fromByteOffset: $0, as: UInt8.self) }
    }
  }
}
