import Glibc
import Testing

/// A file that everybody may read, and that is removed with the value.
final class TemporaryFile {
  let path: String

  init(_ text: String) throws {
    var template = Array("/tmp/tabletooth-mqtt-XXXXXX".utf8CString)
    let descriptor = unsafe mkstemp(&template)
    try #require(descriptor >= 0)
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    let bytes = Array(text.utf8)
    try #require(unsafe write(descriptor, bytes, bytes.count) == bytes.count)
    fchmod(descriptor, 0o644)
    close(descriptor)
  }

  deinit {
    unsafe unlink(path)
  }
}
