import MatchProtocol
import Testing

@testable import MatchPlay

/// The files at a table.
struct TableFilesTests {
  private func offer(_ file: UInt32, of content: UInt8) -> FileOffer {
    let hash = [UInt8](repeating: content, count: 32)
    return FileOffer(file: file, name: "a.txt", size: 9, hash: hash)
  }

  @Test func `a file with the same content is offered once`() {
    var files = TableFiles()
    let first = files.perform(.offer(offer(1, of: 7)), unless: nil, now: .zero)
    #expect(first.notices == [.offering(offer(1, of: 7))])
    let second = files.perform(.offer(offer(2, of: 7)), unless: nil, now: .zero)
    #expect(second.notices == [.refused(.underWay)])
    #expect(second.changes == [.close(2, isMine: true)])
    #expect(second.actions.isEmpty)
    let other = files.perform(.offer(offer(3, of: 8)), unless: nil, now: .zero)
    #expect(other.notices == [.offering(offer(3, of: 8))])
    #expect(files.transfers.map(\.offer.file) == [1, 3])
  }

  @Test func `who begins anew has been offered nothing`() {
    var table = Table(IdleSession(), as: .guest)
    _ = table.files.perform(.offer(offer(1, of: 7)), unless: nil, now: .zero)
    table.vacate()
    #expect(table.files.transfers.isEmpty)
    #expect(table.orders.keeps.contains(.file(.close(1, isMine: true))))
  }
}
