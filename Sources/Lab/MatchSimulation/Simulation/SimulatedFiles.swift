import MatchPlay
import MatchProtocol
import Sodium
import TestSupport

/// Files between two simulated boards: what is in one follows from its number, so that every byte
/// can be compared.
extension FileOffer {
  /// A file of up to 20,000 bytes.
  static func simulated(seed: UInt32) -> FileOffer {
    let content = simulatedContent(seed: seed)
    return FileOffer(
      file: seed,
      name: "file-\(seed)",
      size: UInt64(content.count),
      hash: SHA256.hash(content)
    )
  }

  /// The content of the file of this number.
  static func simulatedContent(seed: UInt32) -> [UInt8] {
    var random = SeededGenerator(seed: UInt64(seed))
    let count = Int.random(in: 0...20_000, using: &random)
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
  }
}

extension SimulatedBoard {
  /// Does on disk what the table orders; ``wishes`` has what comes of it.
  mutating func keep(_ change: FileChange) {
    switch change {
    case .offered(let offer), .open(let offer):
      // Everything is taken.
      offers[offer.file] = offer
      let arrived = disk.arrivals[offer.hash] ?? []
      wishes.append(.opened(offer.file, UInt64(arrived.count)))
    case .append(let part):
      guard let offer = offers[part.file] else { return }
      if disk.arrivals[offer.hash, default: []].count != Int(part.offset) {
        blame("a part of a file comes out of place")
      }
      disk.arrivals[offer.hash, default: []] += part.content
      wishes.append(.written(part.file, part.offset + UInt64(part.content.count)))
    case .finish(let file):
      guard let offer = offers[file] else { return }
      let content = disk.arrivals[offer.hash] ?? []
      if SHA256.hash(content) != offer.hash { blame("a file is not what was offered") }
      disk.stored.insert(offer.hash)
      wishes.append(.stored(offer, path: offer.name))
    case .close, .closeAll, .decline: break
    case .read(let file, let offset, let count):
      let content = FileOffer.simulatedContent(seed: file)
      let bytes = Array(content.dropFirst(Int(offset)).prefix(count))
      wishes.append(.read(file, offset: offset, bytes))
    }
  }
}
