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

  private func findRating() {
    // It ends by itself.
    Task { [journal, inbox] in
      if let change = await journal?.ratingChange {
        inbox.yield(.program(.work(.rating(change))))
      }
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
      // It ends by itself.
      Task { [journal] in
        inbox.yield(.program(.work(.log(await journal?.log(player) ?? []))))
      }
    case .findRating: findRating()
    case .analyse(let position): analyse(position)
    case .stopAnalysis: judge?.stop()
    case .prepareFile(let path): files.prepare(path)
    case .discardFile(let offer): files.discard(offer)
    case .switchSound:
      inbox.yield(.program(.work(.setting(SettingsStrings.sound(sounds.toggle())))))
    }
  }
}
