internal import Glibc

/// A descriptor that is closed when nobody uses it any more.
final class OpenDescriptor: Sendable {
  let number: CInt

  init(adopting number: CInt) {
    self.number = number
  }

  deinit {
    Glibc.close(number)
  }
}

/// The system's text for the error `number`.
func systemWords(_ number: CInt) -> String {
  unsafe String(cString: strerror(number))
}
