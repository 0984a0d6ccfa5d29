import SluiceSyntax

/// The active network filters of parsed lists that no `$badfilter` disables.
struct ChangedLists {
  let sources: [ParsedSource]
  let badfilters: Badfilters
  private let active: [ActiveLines.Reading]
  private let dialects: [ListDialect]

  init(_ sources: [ParsedSource], _ options: ConversionOptions) {
    self.sources = sources
    badfilters = Badfilters(of: sources, options)
    dialects = sources.map { ListDialect(of: $0, options) }
    let activeLines = ActiveLines(constants: options.constants)
    active = sources.map { activeLines.read($0.list) }
  }

  /// Calls a function for each line.
  func forEachLine(_ body: (Line.Content, ListDialect, FilterPlace, Span<UInt8>) -> Void) {
    for (number, source) in sources.enumerated() {
      let lines = source.list.lines.span
      for index in lines.indices where active[number].isActive(index) {
        body(
          lines[index].content, dialects[number], FilterPlace(source: number, lineIndex: index),
          source.list.bytes.span)
      }
    }
  }

  /// Calls a function for each network filter that is suitable and that no `$badfilter` disables.
  func forEachFilter(
    where isSuitable: (NetworkFilter) -> Bool,
    _ body: (NetworkFilter, ListDialect, FilterPlace, Span<UInt8>) -> Void
  ) {
    forEachLine { content, dialect, place, bytes in
      guard case .network(let filter) = content, isSuitable(filter),
        !filter.options.contains(where: { $0.kind == .badfilter }),
        !badfilters.disables(filter, dialect, in: bytes)
      else { return }
      body(filter, dialect, place, bytes)
    }
  }
}
