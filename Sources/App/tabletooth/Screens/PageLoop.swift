internal import BoardUI
internal import ProcessIO
internal import Terminal

/// Shows a page of the screen and hands it what is done at the terminal, until something is chosen.
@MainActor
struct PageLoop<Page: ScreenPage> {
  /// An event for which the loop waits.
  enum Event: Sendable {
    case terminal(TerminalEvent)
    /// The page gets to know something.
    case change(@Sendable (inout Page) -> Void)
    /// Something is chosen without a hand, if the page is as it has to be for that.
    case choose(@Sendable (Page) -> Page.Choice?)
    case stop(StopSignal)
    /// All that comes before has been seen.
    case mark
  }

  private let display: any Display
  private let events: AsyncStream<Event>
  /// The inbox for events from anywhere.
  let inbox: AsyncStream<Event>.Continuation

  init(_ display: any Display) {
    self.display = display
    (events, inbox) = AsyncStream<Event>.makeStream()
  }

  /// Shows `page` until something is chosen.
  ///
  /// It may be run again with the same page.
  ///
  /// - Throws: `ExitReason` where a signal ends the program.
  func run(_ page: inout Page) async throws -> Page.Choice? {
    let signals = StopSignals { [inbox] number in
      if let signal = StopSignal(rawValue: Int(number)) { inbox.yield(.stop(signal)) }
    }
    defer { signals.cancel() }
    display.onEvent { [inbox] in inbox.yield(.terminal($0)) }
    if let choice = page.update(.resized(display.size)) { return choice }
    display.show(page.view)
    for await event in events {
      var choice: Page.Choice?
      switch event {
      case .terminal(let event): choice = take(event, &page)
      case .change(let change): change(&page)
      case .choose(let choose): choice = choose(page)
      case .stop(let signal): throw ExitReason.interrupted(signal)
      case .mark: break
      }
      if let choice {
        await putBackRest(&page)
        return choice
      }
      display.show(page.view)
    }
    return nil
  }

  private func take(_ event: TerminalEvent, _ page: inout Page) -> Page.Choice? {
    switch event {
    case .key(.control("z")): display.suspend()
    case .key(.control("l")), .continued: display.redraw()
    case .key, .click, .paste, .resized, .focus: return page.update(event)
    }
    return nil
  }

  /// Leaves what was typed ahead to whoever has the screen next.
  private func putBackRest(_ page: inout Page) async {
    display.holdEvents()
    inbox.yield(.mark)
    var rest: [TerminalEvent] = []
    for await event in events {
      switch event {
      case .terminal(let event): rest.append(event)
      case .change(let change): change(&page)
      case .choose: inbox.yield(event)  // The page may be run again.
      case .stop(let signal): inbox.yield(.stop(signal))
      case .mark: return display.putBack(rest)
      }
    }
  }
}
