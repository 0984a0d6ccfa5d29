import SluiceConversion
import SluiceText

/// A row of the data as JSON: an action, an exception or an exemption. The script parses the rows that apply
/// to a page.
enum PageRow {
  /// Encodes an action.
  ///
  /// - Parameters:
  ///   - isUserStyle: Whether host apps can apply the rule with a user style sheet; see ``PageStyles``.
  ///   - number: Returns the number of a scriptlet in the table of names.
  static func text(
    of action: PageAction, _ conditions: [PageCondition], isUserStyle: Bool, number: (Scriptlet) -> Int
  ) -> [UInt8] {
    row { json in
      switch action {
      case .elements(let selector, let action):
        json.append(action.name)
        append(conditions, to: &json)
        json.array { json in
          for chain in selector.chains {
            json.array { json in
              append(chain.conditions, to: &json)
              chain.append(to: &json)
            }
          }
        }
        switch action {
        case .hide, .remove, .removeHTML: break
        case .removeAttribute(let operand), .removeClass(let operand): operand.append(to: &json)
        case .style(let declarations): json.append(declarations)
        }
      case .rule(let rule, _):
        json.append("css")
        append(conditions, to: &json)
        json.append(rule)
        if isUserStyle { json.append(1) }
      case .scriptlet(let scriptlet, let arguments, let syntax):
        json.append("run")
        append(conditions, to: &json)
        json.append(number(scriptlet))
        json.array(arguments)
        switch syntax {
        case .uBlockOrigin: break
        case .adGuard: json.append(syntax.rawValue)
        }
      }
    }
  }

  static func exception(to rows: [Int], _ conditions: [PageCondition]) -> [UInt8] {
    row { json in
      json.append("except")
      append(conditions, to: &json)
      json.array(rows)
    }
  }

  static func exemption(_ parts: ExemptPages.Parts, conditions: [PageCondition]) -> [UInt8] {
    row { json in
      json.append("off")
      append(conditions, to: &json)
      json.append(parts.rawValue)
    }
  }

  private static func row(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter(.outsideASCII)
    json.array(body)
    return json.bytes
  }

  private static func append(_ conditions: [PageCondition], to json: inout JSONWriter) {
    json.array { json in
      for condition in conditions { condition.append(to: &json) }
    }
  }
}

extension ElementAction {
  /// The name of the action in the script.
  fileprivate var name: String {
    switch self {
    case .hide: "hide"
    case .remove: "remove"
    case .removeHTML: "remove-html"
    case .removeAttribute: "remove-attr"
    case .removeClass: "remove-class"
    case .style: "style"
    }
  }
}

/// Rows, divided into texts that hold equally many rows.
struct PageRowTexts {
  /// The number of rows in each text except the last: a multiple of ``step``.
  let each: Int
  let placeWidth: Int
  /// Texts that begin with the position of every sixteenth row. The rows follow, each with its end byte.
  let texts: [CommentText]

  /// The number of rows per stored position.
  private static let step = 16

  init(_ rows: [[UInt8]]) {
    // At most 64 texts, because WebKit creates a function for each.
    let each = Self.step * max(4, (rows.count + 64 * Self.step - 1) / (64 * Self.step))
    let parts = stride(from: 0, to: rows.count, by: each).map { rows[$0..<min($0 + each, rows.count)] }
    let longest = parts.map { $0.reduce(0) { $0 + $1.count + 1 } }.max() ?? 0
    // Positions of at most ten digits precede the rows.
    let width = DigitText.width(for: longest + 10 * each / Self.step)
    texts = parts.map { part in
      var places = DigitText()
      var body: [UInt8] = []
      let head = width * ((part.count + Self.step - 1) / Self.step)
      for (number, row) in part.enumerated() {
        if number % Self.step == 0 { places.append(head + body.count, digits: width) }
        body += row
        body.append(CommentText.end)
      }
      return CommentText(places.bytes + body)
    }
    (self.each, placeWidth) = (each, width)
  }
}
