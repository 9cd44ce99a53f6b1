import Testing

@testable import MatchPlay
@testable import MatchProtocol

/// The files at a table.
struct TableFilesTests {
  private func offer(_ file: UInt32, of content: UInt8) -> FileOffer {
    let hash = [UInt8](repeating: content, count: 32)
    return FileOffer(file: file, name: "a.txt", size: 9, hash: hash)
  }

  /// A table with somebody on the other side.
  private var table: Table<IdleSession> {
    var table = Table(IdleSession(), as: .guest)
    table.phase = .seated
    return table
  }

  @Test func `a file with the same content is offered once`() {
    var table = table
    for (file, content) in [(1, 7), (2, 7), (3, 8)] as [(UInt32, UInt8)] {
      table.wish(.offer(offer(file, of: content)), now: .zero)
    }
    #expect(
      table.orders.notices == [
        .file(.offering(offer(1, of: 7))), .file(.refused(.underWay)),
        .file(.offering(offer(3, of: 8))),
      ]
    )
    #expect(table.orders.keeps == [.file(.close(2, isMine: true))])
    #expect(table.transfers.map(\.offer.file) == [1, 3])
  }

  @Test func `a fifth file waits for one of the four`() {
    var table = table
    for file in 1...5 as ClosedRange<UInt32> {
      table.wish(.offer(offer(file, of: UInt8(file))), now: .zero)
    }
    #expect(table.orders.notices.last == .file(.refused(.tooMany)))
    #expect(table.transfers.count == 4)
  }

  @Test func `without anybody on the other side nothing is offered`() {
    var table = Table(IdleSession(), as: .guest)
    table.wish(.offer(offer(1, of: 7)), now: .zero)
    #expect(table.orders.notices == [.file(.refused(.nobody))])
    #expect(table.transfers.isEmpty)
  }

  @Test func `who begins anew closes the files that were offered, once`() {
    var table = table
    table.wish(.offer(offer(1, of: 7)), now: .zero)
    table.vacate()
    table.vacate()
    #expect(table.orders.keeps.filter { $0 == .file(.closeAll) }.count == 1)
  }

  @Test func `a file is finished after its last part, however many were heard at once`() {
    var transfer = Transfer(offer(1, of: 7), isMine: false)
    transfer.begin(at: 0, now: .zero)
    _ = transfer.advance(to: 9)
    var table = Table(IdleSession(transfers: [transfer]), as: .guest)
    let parts = ([0, 4] as [UInt64]).map { start in
      FilePart(file: 1, offset: start, content: ArraySlice(repeating: 1, count: start == 0 ? 4 : 5))
    }
    for part in parts { table.handle(.file(.part(part), from: PeerID(rawValue: "a")), now: .zero) }
    let ordered = parts.map { JournalChange.file(.append($0)) } + [.file(.finish(1))]
    #expect(table.orders.keeps == ordered)
  }

  @Test func `a file that is stored when the other side has gone is told of all the same`() {
    var table = Table(IdleSession(), as: .guest)
    table.wish(.stored(offer(1, of: 7), path: "a.txt"), now: .zero)
    #expect(table.orders.notices == [.file(.stored(offer(1, of: 7), path: "a.txt"))])
  }
}
