internal import BoardUI
internal import MatchPlay

extension TransportChoice {
  /// Shows the tables that are heard on `display`, kept up to date, until one is chosen, or the
  /// player leaves.
  ///
  /// - Throws: `ExitReason` where no tables can be heard, or a signal ends the program.
  @MainActor
  func showTables(
    on display: any Display,
    to purpose: TablePage.Purpose
  ) async throws -> TablePage.Choice? {
    var page = TablePage(
      look: LocalSeat(environment.settings).look(display),
      size: display.size,
      purpose: purpose,
      places: places
    )
    let loop = PageLoop<TablePage>(display)
    let scan = await listen(for: purpose, loop.inbox)
    let choice: TablePage.Choice?
    do {
      choice = try await loop.run(&page)
    } catch {
      scan.cancel()
      _ = await scan.value
      throw error
    }
    scan.cancel()
    if let reason = await scan.value { throw reason }
    return choice
  }

  /// Has the page show what is heard until the task is cancelled; it ends with the reason where
  /// nothing can be heard.
  @MainActor
  private func listen(
    for purpose: TablePage.Purpose,
    _ inbox: AsyncStream<PageLoop<TablePage>.Event>.Continuation
  ) async -> Task<ExitReason?, Never> {
    let lobby = await lobby(.list()) { news, lobby in
      let trouble = lobby.trouble
      inbox.yield(.change { $0.take(news, trouble) })
      guard case .only(let table) = news, purpose == .join else { return }
      inbox.yield(.choose { $0.seat(at: table.id) })
    }
    return Task {
      do throws(ExitReason) {
        try await lobby.run()
        return nil
      } catch {
        inbox.yield(.choose { _ in .leave })
        return error
      }
    }
  }
}

extension TablePage {
  /// Takes news of tables, and the current trouble.
  mutating func take(_ news: Lobby.News, _ trouble: String?) {
    switch news {
    case .appeared(let table), .changed(let table): hear(table)
    case .vanished(let table): forget(table.id)
    case .forgotten(let id): expire(id)
    case .listening, .trouble: tell(trouble)
    default: break
    }
  }
}
