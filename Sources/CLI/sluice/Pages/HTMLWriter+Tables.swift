/// Tables and numbers that several pages use.
extension HTMLWriter {
  /// Writes a table whose first column names the rows. On a narrow screen, the table scrolls instead of the
  /// page.
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

  /// Writes a row of a table.
  mutating func row(_ name: String, _ cells: [String]) {
    row({ $0.text(name) }, cells.map { cell in { $0.text(cell) } })
  }

  /// Writes a row of a table whose cells can contain other elements.
  mutating func row(
    _ name: (inout HTMLWriter) -> Void, _ cells: [(inout HTMLWriter) -> Void], style: String = ""
  ) {
    element(.tr, style.isEmpty ? [:] : [.class: style]) { html in
      html.element(.th, [.scope: "row"]) { name(&$0) }
      for cell in cells { html.element(.td) { cell(&$0) } }
    }
  }

  /// Writes a large number with a label and a note, in a list of numbers.
  mutating func number(_ label: String, _ value: String, _ note: String) {
    element(.div) { html in
      html.element(.dt, label)
      html.element(.dd) { html in
        html.text(value)
        html.element(.span, note)
      }
    }
  }
}
