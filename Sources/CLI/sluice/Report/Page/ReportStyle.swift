import SluiceConversion

/// The style of a report page, for light and dark mode.
enum ReportStyle {
  static func color(of outcome: Outcome) -> PageStyle.Color {
    switch outcome {
    case .converted: PageStyle.Color(name: "converted", light: "#1a7f37", dark: "#57c274")
    case .approximated: PageStyle.Color(name: "approximated", light: "#8a5a00", dark: "#e0a83a")
    case .inPage: PageStyle.Color(name: "inPage", light: "#0b57d0", dark: "#8ab4f8")
    case .needsScript: PageStyle.Color(name: "needs-script", light: "#6e4bb8", dark: "#b79cf2")
    case .unsupported: PageStyle.Color(name: "unsupported", light: "#b3261e", dark: "#f28b82")
    }
  }

  static let css = PageStyle.css(
    Outcome.allCases.map(color(of:)),
    """
    .bar { display: flex; height: .75rem; min-width: 6rem; border-radius: .375rem; overflow: hidden; background: var(--line) }
    .bar span { display: block; min-width: 1px }
    .key { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: 0; list-style: none }
    .mark { display: inline-block; width: .75rem; height: .75rem; margin-right: .35rem; border-radius: .2rem }
    \(Outcome.allCases.map { ".\($0.rawValue) { background: var(--\($0.rawValue)) }" }.joined(separator: "\n"))
    @media print { .bar, .mark { print-color-adjust: exact } }
    """)
}
