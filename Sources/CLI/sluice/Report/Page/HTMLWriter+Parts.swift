import SluiceConversion

/// Parts that several sections of a report use.
extension HTMLWriter {
  /// Writes outcomes as parts of a bar.
  mutating func bar(_ outcomes: ReportContent.Outcomes) {
    let total = outcomes.total
    let parts = Outcome.allCases.filter { outcomes[$0] > 0 }
    let words = parts.map { part in "\(Percentage(of: outcomes[part], in: total).text) \(part.words(1))" }
      .joined(separator: ", ")
    element(.div, [.class: "bar", .role: "img", .label: words]) { html in
      for part in parts {
        let width = Percentage(of: outcomes[part], in: total).css
        html.element(.span, [.class: part.rawValue, .style: "width: \(width)"], "")
      }
    }
  }

  /// Writes the used part of a limit as a bar.
  mutating func bar(_ number: Int, of limit: Int) {
    let share = Percentage(of: number, inLimit: limit)
    // Red if little space is left.
    let color: Outcome = share.tenths >= 900 ? .unsupported : share.tenths >= 700 ? .approximated : .converted
    element(.div, [.class: "bar", .role: "img", .label: "\(share.text) of the limit"]) { html in
      html.element(.span, [.class: color.rawValue, .style: "width: \(share.css)"], "")
    }
  }
}
