import BoardUI
import Foundation
import MatchPlay
import MatchProtocol
import Sodium
import Testing

@testable import tabletooth

/// Files on disk, one of which is large.
@Suite(.timeLimit(.minutes(1))) struct FileStoreTests {
  private static let large: UInt64 = 8 << 20

  private let folder: TemporaryFolder
  private let store: FileStore
  private let told: AsyncStream<WorkResult>

  init() throws {
    folder = try TemporaryFolder()
    let (told, sink) = AsyncStream<WorkResult>.makeStream()
    (self.told, store) = (told, FileStore(into: folder.path) { sink.yield($0) })
  }

  private func offer(_ file: UInt32, of size: UInt64) -> FileOffer {
    FileOffer(file: file, name: "a", size: size, hash: [UInt8](repeating: UInt8(file), count: 32))
  }

  /// Puts `count` bytes there that have come of `offer`.
  private func begin(_ offer: FileOffer, with count: UInt64) throws {
    try Arrival(offer, in: folder.path).close()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let name = try #require(names.first { $0.hasSuffix("-\(offer.size).part") })
    try #require(unsafe truncate("\(folder.path)/\(name)", off_t(count)) == 0)
  }

  /// Asks for all of `changes` before anything is done, however busy the computer is.
  private func perform(_ changes: FileChange...) async {
    let ask = { (store: isolated FileStore) in for change in changes { store.perform(change) } }
    await ask(store)
  }

  private func next(_ count: Int) async -> [FileWish] {
    var events: [FileWish] = []
    for await case .file(let event) in told {
      events.append(event)
      if events.count == count { break }
    }
    return events
  }

  @Test func `files that have room one by one, and not together, are not all accepted`()
    async throws
  {
    var disk = statvfs()
    try #require(unsafe statvfs(folder.path, &disk) == 0)
    let free = UInt64(disk.f_bavail) * UInt64(disk.f_frsize)
    let (first, second) = (offer(1, of: free / 10 * 6), offer(2, of: free / 10 * 6))
    await perform(.open(first), .open(second), .close(1, isMine: false), .open(second))
    let events = await next(3)
    #expect(events.first == .opened(1, 0) && events.last == .opened(2, 0))
    guard case .failed(2, isMine: false, _) = events[1] else {
      Issue.record("\(events)")
      return
    }
  }

  @Test func `a large file that is here already holds up no other one`() async throws {
    let (large, small) = (offer(1, of: Self.large + 1), offer(2, of: 3))
    try begin(large, with: Self.large)
    let part = FilePart(file: 2, offset: 0, content: [1, 2, 3])
    await perform(.open(large), .open(small), .append(part), .finish(2))
    let wrong = FileWish.failed(2, isMine: false, FileTrouble.wrongHash.line)
    #expect(await next(3) == [.opened(2, 0), wrong, .opened(1, Self.large)])
  }

  @Test func `a file that is opened again is read once`() async throws {
    let large = offer(1, of: Self.large + 1)
    try begin(large, with: Self.large)
    await perform(.open(large), .open(large), .open(offer(2, of: 3)))
    #expect(await next(2) == [.opened(2, 0), .opened(1, Self.large)])
    store.perform(.open(offer(3, of: 3)))
    #expect(await next(1) == [.opened(3, 0)])
  }

  @Test func `nothing is written to a file before it is read`() async throws {
    let large = offer(1, of: Self.large + 1)
    try begin(large, with: Self.large)
    await perform(.open(large), .append(FilePart(file: 1, offset: Self.large, content: [1])))
    #expect(await next(1) == [.opened(1, Self.large)])
    store.perform(.close(1, isMine: false))
    store.perform(.open(large))
    #expect(await next(1) == [.opened(1, Self.large)])
  }

  @Test func `a file that comes faster than it can be written is given up, and nobody waits`()
    async throws
  {
    let large = offer(1, of: 64 << 20)
    let content = ArraySlice<UInt8>(repeating: 1, count: 1 << 20)
    let parts = (0..<40).map { FilePart(file: 1, offset: UInt64($0) << 20, content: content) }
    let ask = { (store: isolated FileStore) in
      store.perform(.open(large))
      for part in parts { store.perform(.append(part)) }
    }
    await ask(store)
    let written = (1...32).map { FileWish.written(1, UInt64($0) << 20) }
    let line = "it cannot be written: the disk is too slow. The received part stays."
    let all = [.opened(1, 0)] + written + [FileWish.failed(1, isMine: false, line)]
    #expect(await next(all.count) == all)
    store.perform(.open(large))
    #expect(await next(1) == [.opened(1, 32 << 20)])
  }

  @Test func `a file is opened again while a process that starts has a copy of it`() async throws {
    let offer = offer(1, of: 3)
    await perform(.open(offer))
    #expect(await next(1) == [.opened(1, 0)])
    let twin = try #require(copy(ofDescriptorIn: folder.path))
    defer { close(twin) }
    await perform(.close(1, isMine: false), .open(offer))
    #expect(await next(1) == [.opened(1, 0)])
  }

  /// Copies the descriptor of the one file that is open in `folder`, as fork(2) does.
  private func copy(ofDescriptorIn folder: String) -> CInt? {
    for number in (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? [] {
      let path = try? FileManager.default.destinationOfSymbolicLink(
        atPath: "/proc/self/fd/\(number)"
      )
      if path?.hasPrefix(folder + "/") == true { return CInt(number).map { dup($0) } }
    }
    return nil
  }

  @Test func `a large file of one's own is offered with its hash behind a small one`() async throws
  {
    let paths = ["large", "small"].map { "\(folder.path)/\($0)" }
    for (path, count) in zip(paths, [Self.large, 0]) {
      #expect(FileManager.default.createFile(atPath: path, contents: Data()))
      try #require(unsafe truncate(path, off_t(count)) == 0)
    }
    let ask = { (store: isolated FileStore) in for path in paths { store.prepare(path) } }
    await ask(store)
    let offers = await next(2).compactMap { event in
      if case .offer(let offer) = event { offer } else { nil }
    }
    #expect(offers.map(\.name) == ["small", "large"])
    #expect(offers.map(\.size) == [0, Self.large])
    let zeros = [UInt8](repeating: 0, count: Int(Self.large))
    #expect(offers.map(\.hash) == [SHA256.hash(), SHA256.hash(zeros)])
  }
}
