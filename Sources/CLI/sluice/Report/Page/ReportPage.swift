/// A report as a single HTML page that loads and runs nothing.
struct ReportPage {
  private let content: ReportContent
  private let previous: ReportContent?

  /// Creates a page.
  ///
  /// - Parameter previous: The report to compare with.
  init(_ content: ReportContent, previous: ReportContent? = nil) {
    self.content = content
    self.previous = previous
  }

  var html: [UInt8] {
    let title = "Filter lists in WebKit: \(content.lists.map(\.name).joined(separator: ", "))"
    var html = HTMLWriter()
    let policy = "default-src 'none'; style-src 'unsafe-inline'"
    html.page(title, policy: policy, css: ReportStyle.css) { html in
      html.element(.header) { $0.element(.h1, title) }
      if content.lists.count > 1 { addOverview(to: &html) }
      html.element(.main) { html in
        addWarnings(to: &html)
        for (index, list) in content.lists.enumerated() {
          let before = previous.map { $0.list(before: list, of: content) }
          ReportSection(list: list, number: index + 1, before: before).add(to: &html)
        }
      }
      html.element(.footer) { html in
        html.element(.p, "Written by sluice \(content.version).")
      }
      html.data(ReportContent.dataStart, content.embeddedJSON)
    }
    return html.bytes
  }

  private func addOverview(to html: inout HTMLWriter) {
    html.element(.nav, [.label: "Lists"]) { html in
      html.element(.ul) { html in
        for (index, list) in content.lists.enumerated() {
          html.element(.li) { $0.element(.a, [.href: "#list-\(index + 1)"], list.name) }
        }
      }
    }
  }

  private func addWarnings(to html: inout HTMLWriter) {
    guard !content.warnings.isEmpty else { return }
    html.element(.section) { html in
      html.element(.h2, "Warnings of the build")
      html.element(.ul) { html in
        for warning in content.warnings { html.element(.li, "\(warning.source): \(warning.message)") }
      }
    }
  }
}
