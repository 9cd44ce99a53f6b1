import Foundation
import MatchProtocol
import Testing

@testable import MatchSimulation

/// A few of the cases that `make soak WHAT=fuzz` runs by the million.
@Suite struct FuzzTests {
  @Test(arguments: ProtocolFuzz.allCases, 1...4 as ClosedRange<UInt64>)
  func `nearly right bytes do no harm`(target: ProtocolFuzz, seed: UInt64) {
    var mutator = PacketMutator(target.corpus, seed: seed)
    for index in 0..<250 {
      let failure = target.run(&mutator)
      #expect(failure == nil, "\(target), seed \(seed), case \(index)")
    }
  }

  @Test(arguments: ProtocolFuzz.allCases)
  func `what a fuzzer has found does no harm`(target: ProtocolFuzz) throws {
    let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
    let text = try String(contentsOfFile: "/\(folder)/Corpus/\(target)", encoding: .utf8)
    let (count, failures) = target.run(kept: text)
    #expect(count > 10)
    #expect(failures == [])
  }

  @Test func `the stages are what they are called`() throws {
    for stage in [FuzzStage.meetingHosts.last, FuzzStage.meetingGuests.last] {
      #expect(
        hears(stage, .match(.resign)).events.contains(.message(.resign, from: FuzzCorpus.peer))
      )
    }
    for stages in [FuzzStage.playingHosts, FuzzStage.playingGuests] {
      #expect(
        hears(stages.first, .match(.resign)).events.contains(
          .message(.resign, from: FuzzCorpus.peer)
        )
      )
      let confirm = Envelope.confirm(received: 1, FuzzCorpus.session)
      #expect(hears(stages.last, confirm).events == [.resumed(FuzzCorpus.peer)])
    }
    for stages in [FuzzStage.meetingHosts, FuzzStage.meetingGuests] {
      let asking = stages[stages.count - 3]
      #expect(hears(asking, .goodbye(.notAccepted)).hangUps == [FuzzCorpus.peer])
    }
    let remark = hears(FuzzStage.playingHosts[1], .remark(Remark("hi"))).events
    let words = try Words("hi")
    #expect(remark == [.remark(words, by: FuzzCorpus.name, from: FuzzCorpus.peer)])
    let told = hears(FuzzStage.playingGuests[1], .remark(Remark("hi"))).events
    #expect(told == [.watched(.remark(words, by: nil))])
    let piece = Envelope.pipe(.piece(PipePiece(offset: 0, content: [1], isLast: false)))
    for stages in [FuzzStage.playingHosts, FuzzStage.playingGuests] {
      #expect(hears(stages[2], piece).events == [.pipe(.bytes([1]), from: FuzzCorpus.peer)])
    }
    // A host's exchange may wait for the first message or the third, a guest's for the second or
    // the fourth.
    #expect(FuzzStage.meetingHosts.count(where: \.peer.hasWords) == 2)
    #expect(FuzzStage.meetingGuests.count(where: \.peer.hasWords) == 2)
  }

  /// What the session of `stage` does when its other side says `envelope`.
  private func hears(_ stage: FuzzStage?, _ envelope: Envelope) -> Step {
    var step = Step()
    guard var stage else { return step }
    for packet in stage.peer.say(envelope) {
      let event = LinkEvent.packet(packet, from: FuzzCorpus.peer, maximumPacketSize: 180)
      step += stage.session.receive(event, now: .zero)
    }
    return step
  }
}
