import SluiceListFiles
import SluiceLists

/// A writer of HTML pages. Only this type writes tags. It escapes all text and attribute values, and writes
/// invisible characters as code points.
struct HTMLWriter {
  private(set) var bytes: [UInt8] = []

  enum Element: String {
    case html, head, title, body, header, main, nav, section, footer
    case h1, h2, h3, p, ul, li, dl, dt, dd, div, span, a, code, strong
    case table, caption, thead, tbody, tr, th, td
    case details, summary
    case fieldset, legend, label, input
    case figure, figcaption

    /// Whether a line break follows the element.
    fileprivate var isBlock: Bool {
      switch self {
      case .span, .a, .code, .strong, .label, .input: false
      case .html, .head, .title, .body, .header, .main, .nav, .section, .footer, .h1, .h2, .h3, .p, .ul, .li,
        .dl, .dt, .dd, .div, .table, .caption, .thead, .tbody, .tr, .th, .td, .details, .summary, .fieldset,
        .legend, .figure, .figcaption:
        true
      }
    }
  }

  enum Attribute: String {
    case `class`, id, href, lang, scope, role, style, tabindex, type, checked, hidden
    case label = "aria-label"
    case labelledBy = "aria-labelledby"
  }

  typealias Attributes = KeyValuePairs<Attribute, String>

  /// Writes a page with a head and the output of `body`.
  ///
  /// - Parameters:
  ///   - policy: The content security policy; nil if the server sends it.
  ///   - css: The style sheet.
  mutating func page(
    _ title: String, policy: String?, css: String, body: (inout HTMLWriter) -> Void
  ) {
    bytes += "<!doctype html>\n".utf8
    element(.html, attributes: [.lang: "en"]) { html in
      html.element(.head) { html in
        html.meta("charset", value: "utf-8")
        html.meta("name", value: "viewport", content: "width=device-width")
        html.meta("name", value: "generator", content: WrittenPage.generator)
        if let policy { html.meta("http-equiv", value: "Content-Security-Policy", content: policy) }
        html.element(.title, text: title)
        html.style(css)
      }
      html.element(.body, attributes: [:], body: body)
    }
  }

  mutating func element(
    _ element: Element, attributes: Attributes = [:], body: (inout HTMLWriter) -> Void
  ) {
    bytes += "<\(element.rawValue)".utf8
    add(attributes)
    bytes += ">".utf8
    body(&self)
    bytes += "</\(element.rawValue)>\(element.isBlock ? "\n" : "")".utf8
  }

  mutating func input(_ attributes: Attributes) {
    bytes += "<\(Element.input.rawValue)".utf8
    add(attributes)
    bytes += ">".utf8
  }

  /// Writes an embedded image with a `data:` URL and an alternative text.
  mutating func image(_ url: String, words: String) {
    bytes += #"<img src="\#(Self.escaping(url))" alt="\#(Self.escaping(words))">"#.utf8
  }

  private mutating func add(_ attributes: Attributes) {
    for (name, value) in attributes { bytes += #" \#(name.rawValue)="\#(Self.escaping(value))""#.utf8 }
  }

  mutating func element(_ element: Element, text: String) {
    self.element(element, attributes: [:], text: text)
  }

  mutating func element(_ element: Element, attributes: Attributes, text: String) {
    self.element(element, attributes: attributes) { $0.text(text) }
  }

  mutating func text(_ text: String) { bytes += Self.escaping(text).utf8 }

  /// Writes text in which words between backticks are code.
  mutating func markdown(_ text: String) {
    for (index, part) in text.split(separator: "`", omittingEmptySubsequences: false).enumerated() {
      if index.isMultiple(of: 2) { self.text(String(part)) } else { element(.code, text: String(part)) }
    }
  }

  mutating func meta(_ name: StaticString, value: StaticString, content: String? = nil) {
    bytes += #"<meta \#(name)="\#(value)""#.utf8
    if let content { bytes += #" content="\#(Self.escaping(content))""#.utf8 }
    bytes += ">\n".utf8
  }

  /// Writes a style sheet, and leaves out any `<`.
  mutating func style(_ css: String) {
    bytes += "<style>\n\(css.replacing("<", with: ""))</style>\n".utf8
  }

  /// Writes a start tag, data that browsers neither show nor run, and the end tag. The data must not contain
  /// `<`.
  mutating func data(_ start: String, json: String) { bytes += "\(start)\(json)</script>\n".utf8 }

  mutating func script(_ script: StaticString) {
    bytes += "<script>".utf8
    bytes.append(script)
    bytes += "</script>\n".utf8
  }

  private static func escaping(_ text: String) -> String { XMLText.escaping(DisplayText.escaping(text)) }
}

extension HTMLWriter {
  /// Writes a table whose first column names the rows. On a narrow screen, the table scrolls instead of the
  /// page.
  mutating func table(
    _ caption: String, columns: [String], style: String = "", rows: (inout HTMLWriter) -> Void
  ) {
    element(.div, attributes: [.class: "wide", .role: "region", .label: caption, .tabindex: "0"]) { html in
      html.element(.table, attributes: style.isEmpty ? [:] : [.class: style]) { html in
        html.element(.caption, text: caption)
        html.element(.thead) { html in
          html.element(.tr) { html in
            for column in columns { html.element(.th, attributes: [.scope: "col"], text: column) }
          }
        }
        html.element(.tbody) { rows(&$0) }
      }
    }
  }

  mutating func row(_ name: String, cells: [String]) {
    row({ $0.text(name) }, cells: cells.map { cell in { $0.text(cell) } })
  }

  /// Writes a row of a table whose cells can contain other elements.
  mutating func row(
    _ name: (inout HTMLWriter) -> Void, cells: [(inout HTMLWriter) -> Void], style: String = ""
  ) {
    element(.tr, attributes: style.isEmpty ? [:] : [.class: style]) { html in
      html.element(.th, attributes: [.scope: "row"]) { name(&$0) }
      for cell in cells { html.element(.td) { cell(&$0) } }
    }
  }

  /// Writes a large number with a label and a note, in a list of numbers.
  mutating func number(_ label: String, value: String, note: String) {
    element(.div) { html in
      html.element(.dt, text: label)
      html.element(.dd) { html in
        html.text(value)
        html.element(.span, text: note)
      }
    }
  }
}

/// A part of a total, or the used part of a limit.
struct Percentage: Equatable {
  /// The share in tenths of a percent, from 0 to 1000, or more if a limit is exceeded.
  ///
  /// A part of a total is never rounded to zero or to the total.
  let tenths: Int
  /// `<` or `>` if rounding would have made the share zero or the total.
  private let bound: String

  init(of part: Int, in whole: Int) {
    guard whole > 0, part > 0 else {
      (tenths, bound) = (whole > 0 ? 0 : 1000, "")
      return
    }
    let rounded = Int((Double(part) * 1000 / Double(whole)).rounded())
    switch rounded {
    case ..<1: (tenths, bound) = (1, "< ")
    case 1000... where part < whole: (tenths, bound) = (999, "> ")
    default: (tenths, bound) = (min(1000, rounded), "")
    }
  }

  /// Creates the share of a limit that is used. It can exceed the limit.
  init(of number: Int, inLimit limit: Int) {
    let share = Percentage(of: number, in: limit)
    guard limit > 0, number > limit else {
      self = share
      return
    }
    (tenths, bound) = (max(1001, Int((Double(number) * 1000 / Double(limit)).rounded())), "")
  }

  /// The share as text: `97.3 %`, or `< 0.1 %`.
  var text: String { tenths == 1000 ? "100 %" : "\(bound)\(tenths / 10).\(tenths % 10) %" }
  /// The share for CSS: `97.3%`. It is at most 100%, the width of a full bar.
  var css: String {
    let tenths = min(tenths, 1000)
    return "\(tenths / 10).\(tenths % 10)%"
  }
}
