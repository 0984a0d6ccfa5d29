import SluiceSyntax

/// The effect of a line on other lines of its list.
enum LineRole: Hashable, Sendable {
  /// A filter, or a line that should be one. It has no effect on other lines.
  case filter
  /// A blank line or a comment without an effect.
  case quiet
  /// A continuation of the filter in the line above.
  case continuation
  /// A line that decides whether other lines count, or which rules apply to them. It affects only the next
  /// line or filter, or any line.
  case control(ofNextOnly: Bool)

  init(_ line: Line, in list: FilterList) {
    switch line.content {
    case .blank: self = .quiet
    case .comment, .metadata:
      let comment = DisableComment(line, in: list.bytes.span)
      self = comment.map { .control(ofNextOnly: $0.scope == .nextLine) } ?? .quiet
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
