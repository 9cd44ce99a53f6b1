import Foundation
import MatchProtocol
import Testing

@testable import tabletooth

@Suite struct ArrivalTests {
  private func offer(of size: UInt64) -> FileOffer {
    FileOffer(file: 1, name: "a", size: size, hash: [UInt8](repeating: 7, count: 32))
  }

  @Test func `a file for which the disk has no room is refused, and leaves nothing`() throws {
    let folder = try TemporaryFolder()
    #expect(throws: FileTrouble.self) {
      _ = try Arrival(offer(of: 1 << 60), in: folder.path)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    try Arrival(offer(of: 1), in: folder.path).close()
  }

  @Test func `an unfinished file is removed after two weeks`() throws {
    let folder = try TemporaryFolder()
    try Arrival(offer(of: 1), in: folder.path).close()
    let other = "\(folder.path)/.tabletooth-mine"
    #expect(FileManager.default.createFile(atPath: other, contents: nil))
    let day = 86_400
    Arrival.removeOld(in: folder.path, now: time(nil) + 13 * day)
    #expect(Arrival.isHere(offer(of: 1), in: folder.path))
    Arrival.removeOld(in: folder.path, now: time(nil) + 15 * day)
    #expect(!Arrival.isHere(offer(of: 1), in: folder.path))
    #expect(FileManager.default.fileExists(atPath: other))
  }
}
