import FilterSyntax

/// What a line does to the others of its list.
enum LineRole: Hashable, Sendable {
  /// Nothing: a filter, or what should be one.
  case filter
  /// Nothing: blank, or a comment.
  case quiet
  /// It goes on with the filter of the line above.
  case continuation
  /// It decides whether other lines count or what is looked for in them: only of the next filter, or of any.
  case control(ofNextOnly: Bool)

  /// That of a line of a list.
  init(_ line: Line, in list: FilterList) {
    let bytes = list.bytes.span
    switch line.content {
    case .blank: self = .quiet
    case .comment, .metadata:
      self = DisableComments.isForNextLine(bytes, line.range).map { .control(ofNextOnly: $0) } ?? .quiet
    case .directive: self = .control(ofNextOnly: false)
    case .hint: self = .control(ofNextOnly: true)
    case .continuation: self = .continuation
    case .network(let filter):
      let turnsOff = filter.options.contains { $0.kind == .badfilter }
      self = turnsOff ? .control(ofNextOnly: false) : .filter
    case .header, .cosmetic, .hosts, .rejected: self = .filter
    }
  }
}
