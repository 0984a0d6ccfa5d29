import SluiceConversion

/// A report as a single HTML page that loads and runs nothing.
struct ReportPage {
  private let content: ReportContent
  private let previous: ReportContent?

  init(_ content: ReportContent, previous: ReportContent? = nil) {
    self.content = content
    self.previous = previous
  }

  var html: [UInt8] {
    let title = "Filter lists in WebKit: \(content.lists.map(\.name).joined(separator: ", "))"
    var html = HTMLWriter()
    let policy = "default-src 'none'; style-src 'unsafe-inline'"
    html.page(title, policy: policy, css: ReportStyle.css) { html in
      html.element(.header) { $0.element(.h1, text: title) }
      if content.lists.count > 1 { addOverview(to: &html) }
      html.element(.main) { html in
        addWarnings(to: &html)
        for (index, list) in content.lists.enumerated() {
          let before = previous.map { $0.list(before: list, of: content) }
          ReportSection(list: list, number: index + 1, before: before).add(to: &html)
        }
      }
      html.element(.footer) { html in
        html.element(.p, text: "Written by sluice \(content.version).")
      }
      html.data(ReportContent.dataStart, json: content.embeddedJSON)
    }
    return html.bytes
  }

  private func addOverview(to html: inout HTMLWriter) {
    html.element(.nav, attributes: [.label: "Lists"]) { html in
      html.element(.ul) { html in
        for (index, list) in content.lists.enumerated() {
          html.element(.li) { $0.element(.a, attributes: [.href: "#list-\(index + 1)"], text: list.name) }
        }
      }
    }
  }

  private func addWarnings(to html: inout HTMLWriter) {
    guard !content.warnings.isEmpty else { return }
    html.element(.section) { html in
      html.element(.h2, text: "Warnings of the build")
      html.element(.ul) { html in
        for warning in content.warnings { html.element(.li, text: "\(warning.source): \(warning.message)") }
      }
    }
  }
}

extension HTMLWriter {
  mutating func bar(_ outcomes: some OutcomeCounts) {
    let total = outcomes.total
    let parts = Outcome.allCases.filter { outcomes[$0] > 0 }
    let words = parts.map { part in "\(Percentage(of: outcomes[part], in: total).text) \(part.words(1))" }
      .joined(separator: ", ")
    element(.div, attributes: [.class: "bar", .role: "img", .label: words]) { html in
      for part in parts {
        let width = Percentage(of: outcomes[part], in: total).css
        html.element(.span, attributes: [.class: part.rawValue, .style: "width: \(width)"], text: "")
      }
    }
  }

  mutating func bar(_ number: Int, of limit: Int) {
    let share = Percentage(of: number, inLimit: limit)
    // Red if little space is left.
    let color: Outcome = share.tenths >= 900 ? .unsupported : share.tenths >= 700 ? .approximated : .converted
    element(.div, attributes: [.class: "bar", .role: "img", .label: "\(share.text) of the limit"]) { html in
      html.element(.span, attributes: [.class: color.rawValue, .style: "width: \(share.css)"], text: "")
    }
  }
}

enum ReportStyle {
  static func color(of outcome: Outcome) -> PageStyle.Color {
    switch outcome {
    case .converted: PageStyle.Color(name: "converted", light: "#1a7f37", dark: "#57c274")
    case .approximated: PageStyle.Color(name: "approximated", light: "#8a5a00", dark: "#e0a83a")
    case .inPage: PageStyle.Color(name: "inPage", light: "#0b57d0", dark: "#8ab4f8")
    case .needsScript: PageStyle.Color(name: "needsScript", light: "#6e4bb8", dark: "#b79cf2")
    case .unsupported: PageStyle.Color(name: "unsupported", light: "#b3261e", dark: "#f28b82")
    }
  }

  static let css = PageStyle.css(
    Outcome.allCases.map(color(of:)),
    rules: """
      .bar { display: flex; height: .75rem; min-width: 6rem; border-radius: .375rem; overflow: hidden; background: var(--line) }
      .bar span { display: block; min-width: 1px }
      .key { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: 0; list-style: none }
      .mark { display: inline-block; width: .75rem; height: .75rem; margin-right: .35rem; border-radius: .2rem }
      \(Outcome.allCases.map { ".\($0.rawValue) { background: var(--\($0.rawValue)) }" }.joined(separator: "\n"))
      @media print { .bar, .mark { print-color-adjust: exact } }
      """)
}
