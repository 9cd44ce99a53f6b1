import BrokerTransport
import Foundation
import MatchSimulation
import Testing

@testable import TransportFuzz

/// A few of the cases that `make soak WHAT=fuzz` runs by the million.
@Suite struct TransportFuzzTests {
  @Test(arguments: TransportFuzz.allCases, 1...4 as ClosedRange<UInt64>)
  func `nearly right bytes do no harm`(target: TransportFuzz, seed: UInt64) {
    var mutator = PacketMutator(target.corpus, seed: seed)
    for index in 0..<250 {
      let failure = target.run(&mutator)
      #expect(failure == nil, "\(target), seed \(seed), case \(index)")
    }
  }

  @Test(arguments: TransportFuzz.allCases)
  func `what a fuzzer has found does no harm`(target: TransportFuzz) throws {
    let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
    let text = try String(contentsOfFile: "/\(folder)/Corpus/\(target)", encoding: .utf8)
    let (count, failures) = target.run(kept: text)
    #expect(count > 10)
    #expect(failures == [])
  }

  @Test func `what is right is read`() {
    #expect(TransportCorpus.brokers.count == 9 && TransportCorpus.codes.count == 54)
    for target in TransportFuzz.allCases {
      for bytes in target.corpus { #expect(target.run(on: bytes) == nil, "\(target), \(bytes)") }
    }
    for said in TransportCorpus.said {
      #expect(said.door.opened(said.payload, by: said.side, at: said.topic) == said.frame)
    }
  }
}
