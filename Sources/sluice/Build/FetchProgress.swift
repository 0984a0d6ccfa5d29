import ListBuilding

/// A line for each source that is being fetched, on a terminal only.
final class FetchProgress {
  private let console: Console
  private let isShown: Bool
  private var lines: [(url: String, text: String)] = []
  private var shown = 0

  init(console: Console) {
    self.console = console
    let terminal = console.errorTerminal
    isShown = terminal.isInteractive && terminal.type != "dumb" && !console.reporting.isQuiet
  }

  /// Shows what has happened.
  func show(_ event: FetchEvent) {
    guard isShown else { return }
    let text: String
    switch event.kind {
    case .progress:
      text = Format.size(event.bytes) + (event.total.map { " of \(Format.size($0))" } ?? "")
    case .retry: text = "\(event.message ?? "failed"); trying again"
    case .fetched: text = "\(Format.size(event.bytes)), done"
    case .unchanged: text = "unchanged"
    case .failed: text = event.message ?? "failed"
    }
    if let index = lines.firstIndex(where: { $0.url == event.url }) {
      lines[index].text = text
    } else {
      lines.append((event.url, text))
    }
    draw()
  }

  /// Removes the lines: the report says what is worth keeping.
  func clear() {
    guard shown > 0 else { return }
    console.printError("\u{1B}[\(shown)A\u{1B}[J")
    (lines, shown) = ([], 0)
  }

  private func draw() {
    let width = console.errorTerminal.width(otherwise: 80, atMost: 200) - 1
    // More lines than a screen has could not be drawn over.
    let visible = lines.suffix(16)
    var output = shown > 0 ? "\u{1B}[\(shown)A\u{1B}[J" : ""
    for line in visible {
      output +=
        String(DisplayText.escaping(URLSecrets.removed(from: "\(line.url)  \(line.text)")).suffix(width))
        + "\n"
    }
    shown = visible.count
    console.printError(output)
  }
}
