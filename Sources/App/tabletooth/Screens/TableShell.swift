internal import BoardUI
internal import MatchPlay

/// The list of the tables nearby on a screen, kept up to date.
@MainActor
struct TableShell {
  /// The table that was chosen.
  struct Choice {
    let table: Listing
    /// True if the player wants to watch there.
    let watches: Bool
  }

  let display: any Display
  let ways: TransportChoice

  /// Shows the tables until one is chosen, or the player leaves.
  ///
  /// - Returns: what was chosen; nil where the player left.
  /// - Throws: `ExitReason` where no tables can be heard, or a signal ends the program.
  func run(_ purpose: TablePage.Purpose) async throws -> Choice? {
    let look = LocalSeat(ways.environment.settings).look(display)
    var page = TablePage(
      look: look,
      size: display.size,
      purpose: purpose,
      places: ways.places
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
    switch choice {
    case .table(let table)?: return Choice(table: table, watches: false)
    case .watching(let table)?: return Choice(table: table, watches: true)
    case .leave?, nil: return nil
    }
  }

  /// Has the page show what is heard until the task is cancelled; it ends with the reason where
  /// nothing can be heard.
  private func listen(
    for purpose: TablePage.Purpose,
    _ inbox: AsyncStream<PageLoop<TablePage>.Event>.Continuation
  ) async -> Task<ExitReason?, Never> {
    let lobby = await ways.lobby(.list()) { news, lobby in
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
