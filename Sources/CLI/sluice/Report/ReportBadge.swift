/// A badge for a number of a report: a small SVG image with a label and a value.
enum ReportBadge: String, CaseIterable {
  case coverage
  case rules

  /// The first line of every badge, which identifies a badge.
  static let start = "<!-- a badge of sluice report -->\n"

  var fileName: String { "\(rawValue).svg" }

  /// Returns the value: the share of exact filters, or the number of rules.
  func value(of content: ReportContent) -> String {
    switch self {
    case .coverage: Percentage(of: exact(content), in: filters(content)).text
    case .rules: Format.grouped(content.lists.reduce(0) { $0 + $1.rules })
    }
  }

  /// Returns the image, with text for screen readers.
  func svg(of content: ReportContent) -> String {
    let shown = value(of: content)
    let value = XMLText.escaping(shown)
    // Letters in Verdana at 11 pixels are at most 7 pixels wide, with a few exceptions that do not occur
    // here.
    let (left, right) = (rawValue.count * 7 + 12, shown.count * 7 + 12)
    func text(_ words: String, at middle: Int) -> String {
      #"<text x="\#(middle)" y="14" text-anchor="middle">\#(words)</text>"#
    }
    return Self.start + """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(left + right)" height="20" role="img" \
      aria-label="\(rawValue): \(value)">
      <title>\(rawValue): \(value)</title>
      <rect width="\(left)" height="20" fill="\(Self.labelColor)"/>
      <rect x="\(left)" width="\(right)" height="20" fill="\(color(of: content))"/>
      <g fill="#ffffff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
      \(text(rawValue, at: left / 2))
      \(text(value, at: left + right / 2))
      </g>
      </svg>

      """
  }

  static let labelColor = "#444a52"
  /// The background colors of values. White text is readable on them.
  static let colors = (good: "#1a7f37", middling: "#8a5a00", poor: "#b3261e", neutral: "#0b57d0")

  private func color(of content: ReportContent) -> String {
    switch self {
    case .rules: return Self.colors.neutral
    case .coverage:
      let (exact, filters) = (exact(content), filters(content))
      if exact * 100 >= filters * 95 { return Self.colors.good }
      return exact * 100 >= filters * 80 ? Self.colors.middling : Self.colors.poor
    }
  }

  private func exact(_ content: ReportContent) -> Int {
    content.lists.reduce(0) { $0 + $1.outcomes.converted }
  }
  private func filters(_ content: ReportContent) -> Int { content.lists.reduce(0) { $0 + $1.filters } }
}
