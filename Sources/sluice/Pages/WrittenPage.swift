import SluiceSystem
import SluiceText

/// HTML pages written by this program, which it may replace.
enum WrittenPage {
  /// The content of the `generator` meta element in the head of a page.
  static var generator: String { "sluice \(Program.version)" }

  private static let marks = [
    #"<meta name="generator" content="sluice "#,
    // The footer of all pages. Pages of older versions have only this.
    "<p>Written by sluice ",
  ]

  /// Throws if a file exists that is neither empty nor an HTML page of this program.
  ///
  /// - Parameter flag: The option that names the output.
  static func refuseForeign(_ destination: Destination, flag: String) throws(CommandError) {
    try destination.refuseForeign(flag: flag, isOwn: isOwn)
  }

  /// Returns whether any version of this program wrote a page.
  private static func isOwn(_ page: [UInt8]) -> Bool {
    guard page.starts(with: "<!doctype html>".utf8) else { return false }
    return page.indices.contains { index in
      page[index] == ASCII.less && marks.contains { page[index...].starts(with: $0.utf8) }
    }
  }
}

extension FileName {
  /// The page of `sluice conformance`, to which the page of `sluice serve` links.
  static let conformancePage: FileName = "sluice-conformance.html"
}

/// The style of pages, for light and dark mode.
enum PageStyle {
  /// A color as a CSS property, for light and dark mode.
  struct Color {
    let name: String
    let light: String
    let dark: String
  }

  static let background = Color(name: "background", light: "#ffffff", dark: "#16171a")
  static let panel = Color(name: "panel", light: "#f4f4f6", dark: "#222328")
  static let text = Color(name: "text", light: "#1c1c1e", dark: "#ececf0")
  static let muted = Color(name: "muted", light: "#55555c", dark: "#a9a9b2")
  static let link = Color(name: "link", light: "#0b57d0", dark: "#8ab4f8")
  static let line = Color(name: "line", light: "#c9c9d0", dark: "#44454c")

  /// Returns the style sheet of all pages, followed by the rules of one page.
  static func css(_ more: [Color], rules: String) -> String {
    let colors = [background, panel, text, muted, link, line] + more
    func properties(_ value: (Color) -> String) -> String {
      colors.map { "--\($0.name): \(value($0));" }.joined(separator: " ")
    }
    return """
      :root { color-scheme: light dark; \(properties(\.light)) }
      @media (prefers-color-scheme: dark) { :root { \(properties(\.dark)) } }
      * { box-sizing: border-box }
      body { margin: 0 auto; padding: 1rem; max-width: 64rem; font: 1rem/1.5 system-ui, sans-serif;
        background: var(--background); color: var(--text) }
      p, li, dt, dd, caption, summary, footer { overflow-wrap: anywhere }
      h1 { font-size: 1.6rem; line-height: 1.2; overflow-wrap: anywhere }
      h2 { margin-top: 2.5rem; padding-top: 1rem; border-top: 1px solid var(--line); overflow-wrap: anywhere }
      h3 { margin: 2rem 0 .5rem }
      a { color: var(--link) }
      code { font: .9em/1.4 ui-monospace, monospace; overflow-wrap: anywhere }
      .muted { color: var(--muted) }
      nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: 0; list-style: none }
      .numbers { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .75rem; margin: 1rem 0 }
      .numbers div { min-width: 0; padding: .75rem 1rem; border-radius: .5rem; background: var(--panel) }
      dt { color: var(--muted) }
      dd { margin: 0; font-size: 1.3rem; font-weight: 600; font-variant-numeric: tabular-nums }
      dd span { display: block; font-size: .85rem; font-weight: 400; color: var(--muted) }
      .wide { overflow-x: auto }
      table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums }
      caption { padding: .25rem 0; text-align: left; color: var(--muted) }
      th, td { padding: .3rem .6rem; border-bottom: 1px solid var(--line); text-align: right; vertical-align: top }
      thead th { vertical-align: bottom }
      td { white-space: nowrap }
      th:first-child, .words td, .words th { text-align: left }
      .words td { white-space: normal }
      tbody th { font-weight: 400; overflow-wrap: break-word; min-width: 8rem }
      details { margin: .25rem 0; border: 1px solid var(--line); border-radius: .5rem }
      summary { padding: .4rem .75rem; cursor: pointer; overflow-wrap: anywhere }
      details > :not(summary) { margin: .5rem .75rem }
      details li { overflow-wrap: anywhere }
      footer { margin-top: 3rem; color: var(--muted) }
      @media print {
        body { max-width: none } nav { display: none } section { break-inside: auto } tr, details { break-inside: avoid }
        details::details-content { content-visibility: visible; block-size: auto }
      }
      \(rules)

      """
  }
}
