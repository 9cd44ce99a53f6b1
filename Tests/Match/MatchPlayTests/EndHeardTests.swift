import GameRules
import MatchPlay
import MatchProtocol
import MatchSimulation
import Testing

/// Whether a program that is started again has to wait for the other side of a game that is over.
@Suite struct EndHeardTests {
  private let start = JournalEntry(isMine: true, .start(.init(.gomoku(), first: .host)))
  private let resignation = JournalEntry(isMine: true, .resign)
  private let notice = JournalEntry(
    isMine: false,
    .answer(.init(.rematch, ply: 0, agrees: false))
  )
  private let again = MatchMessage.ask(.init(.rematch, ply: 0))

  private func isHeard(_ entries: JournalEntry...) -> Bool {
    SavedSession(
      session: SessionID(rawValue: 1),
      opponent: RawPeer(.guest, as: PeerID(rawValue: "gus"), secrets: SeededSecrets(seed: 1)).key,
      journal: [start] + entries
    )
    .isEndHeard(as: .host)
  }

  @Test func `a resignation that the other side has answered needs nobody to wait`() {
    #expect(isHeard(resignation, notice))
  }

  @Test func `one that it has not heard is told when both programs are there`() {
    #expect(!isHeard(resignation))
  }

  @Test func `the end that the other side has brought is answered first`() {
    #expect(!isHeard(JournalEntry(isMine: false, .resign)))
  }

  @Test func `who wants another game is waited for`() {
    #expect(!isHeard(resignation, notice, JournalEntry(isMine: false, again)))
    #expect(!isHeard(resignation, notice, JournalEntry(isMine: true, again)))
  }

  @Test func `a game that goes on is not over`() {
    #expect(!isHeard())
  }
}
