import Conversion

/// What several sections of a report are made of.
extension HTMLWriter {
  /// A table whose first column names its rows. On a narrow screen it is scrolled and not the page.
  mutating func table(
    _ caption: String, columns: [String], style: String = "", _ rows: (inout HTMLWriter) -> Void
  ) {
    element(.div, [.class: "wide", .role: "region", .label: caption, .tabindex: "0"]) { html in
      html.element(.table, style.isEmpty ? [:] : [.class: style]) { html in
        html.element(.caption, caption)
        html.element(.thead) { html in
          html.element(.tr) { html in for column in columns { html.element(.th, [.scope: "col"], column) } }
        }
        html.element(.tbody) { rows(&$0) }
      }
    }
  }

  /// A row of a table.
  mutating func row(_ name: String, _ cells: [String]) {
    row({ $0.text(name) }, cells.map { cell in { $0.text(cell) } })
  }

  /// A row of a table, with more than text in it.
  mutating func row(_ name: (inout HTMLWriter) -> Void, _ cells: [(inout HTMLWriter) -> Void]) {
    element(.tr) { html in
      html.element(.th, [.scope: "row"]) { name(&$0) }
      for cell in cells { html.element(.td) { cell(&$0) } }
    }
  }

  /// Outcomes as parts of a bar.
  mutating func bar(_ outcomes: ReportContent.Outcomes) {
    let total = outcomes.total
    let parts = Outcome.allCases.filter { outcomes[$0] > 0 }
    let words = parts.map { "\(Share(of: outcomes[$0], in: total).text) \($0.label)" }.joined(separator: ", ")
    element(.div, [.class: "bar", .role: "img", .label: words]) { html in
      for part in parts {
        let width = Share(of: outcomes[part], in: total).css
        html.element(.span, [.class: part.rawValue, .style: "width: \(width)"], "")
      }
    }
  }

  /// How much of a limit is used, as a bar.
  mutating func bar(_ number: Int, of limit: Int) {
    let share = Share(of: number, in: limit)
    // Red from where there is little left.
    let color: Outcome = share.tenths >= 900 ? .dropped : share.tenths >= 700 ? .approximated : .exact
    element(.div, [.class: "bar", .role: "img", .label: "\(share.text) of the limit"]) { html in
      html.element(.span, [.class: color.rawValue, .style: "width: \(share.css)"], "")
    }
  }
}
