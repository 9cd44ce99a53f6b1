/// The chat between spectators, the host and the guest.
extension Gallery {
  /// The maximum number of remarks that wait for one spectator; a spectator that takes no more
  /// misses later ones.
  private static let mostRemarks = 32

  /// Hands on what a watcher says: to all others who watch, and to the owner.
  ///
  /// More than a few at once is heard by nobody, so that one can fill no screen.
  mutating func hear(_ envelopes: [Envelope], of index: Int, now: Duration) -> Step {
    let (peer, name) = (visitors[index].peer, visitors[index].name)
    var step = Step()
    for case .remark(let remark) in envelopes {
      guard let words = remark.words, visitors[index].allowance.takeRemark(now: now) else {
        continue
      }
      step.events.append(.remark(words, by: name, from: peer))
      step += tell(Remark(words.text, by: name), except: peer, now: now)
    }
    return step
  }

  /// Says `remark` to all who watch but one.
  mutating func tell(_ remark: Remark, except peer: PeerID? = nil, now: Duration) -> Step {
    guard mayTalk else { return Step() }
    var step = Step()
    for index in visitors.indices where visitors[index].isWatching && visitors[index].peer != peer {
      guard var link = visitors[index].link, link.waitingCount(on: .words) < Self.mostRemarks
      else { continue }
      link.submit(Envelope.remark(remark).encoded, on: .words)
      visitors[index].link = link
      step += visitors[index].send(now: now)
    }
    return step
  }
}
