internal import FoundationEssentials

/// The files of the page, in memory: nothing else can be asked for.
public struct WebPage: Sendable {
  /// One file as it is sent.
  struct File: Hashable, Sendable {
    let type: String
    let bytes: [UInt8]
  }

  /// The file that stands for the folder.
  private static let index = "index.html"

  /// The maximum number of bytes of all files together.
  private static let largest = 16_777_216

  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8", "wasm": "application/wasm", "svg": "image/svg+xml",
    "png": "image/png", "webmanifest": "application/manifest+json",
  ]

  private var files: [String: File] = [:]

  /// The files in `folder`; nil if it has no page.
  public init?(folder: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    var size = 0
    for name in names {
      guard let type = Self.types[String(name.drop { $0 != "." }.split(separator: ".").last ?? "")],
        let bytes = FileManager.default.contents(atPath: "\(folder)/\(name)")
      else { continue }
      size += bytes.count
      guard size <= Self.largest else { return nil }
      files[name] = File(type: type, bytes: Array(bytes))
    }
    guard files[Self.index] != nil else { return nil }
  }

  /// A page of these texts, for tests.
  package init(_ texts: [String: String]) {
    files = texts.mapValues { File(type: Self.types["html"] ?? "", bytes: Array($0.utf8)) }
  }

  /// The same page, which plays with the host that serves it.
  func connectingToHost() -> WebPage {
    var page = self
    guard let index = files[Self.index] else { return page }
    let text = String(decoding: index.bytes, as: UTF8.self)
    guard let range = text.firstRange(of: "<html") else { return page }
    let marked = text[..<range.upperBound] + " data-link=\"socket\"" + text[range.upperBound...]
    page.files[Self.index] = File(type: index.type, bytes: Array(marked.utf8))
    return page
  }

  /// The file called `name`; no name is the page itself.
  subscript(_ name: some StringProtocol) -> File? {
    files[name.isEmpty ? Self.index : String(name)]
  }
}
