internal import BoardUI
internal import GameRules

/// The work beside the loop.
extension Runtime {
  private func analyse(_ position: Position) {
    judge?.stop()
    let judge = GameJudge()
    self.judge = judge
    judge.judge(position) { [inbox] judgement in
      inbox.yield(.program(.work(.judged(judgement))))
    } onEnd: { [inbox] worst in
      inbox.yield(.program(.work(.analysed(worst: worst))))
    }
  }

  /// Has `work` done, most of which comes back as an event.
  func begin(_ work: Work) {
    let inbox = inbox
    switch work {
    case .think(let inquiry):
      thinker.think(inquiry) { inbox.yield(.program(.work(.machine($0)))) }
    case .stopThinking: thinker.stop()
    case .findLog(let player):
      ask(without: .program(.work(.log([])))) { .program(.work(.log($0.log(player)))) }
    case .findRating: ask { $0.ratingChange.map { .program(.work(.rating($0))) } }
    case .analyse(let position): analyse(position)
    case .stopAnalysis: judge?.stop()
    case .prepareFile(let path): files.prepare(path)
    case .discardFile(let offer): files.discard(offer)
    case .switchSound:
      inbox.yield(.program(.work(.setting(SettingsStrings.sound(sounds.toggle())))))
    }
  }
}
