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
              append(chain.steps, to: &json)
            }
          }
        }
        switch action {
        case .hide, .remove, .removeHTML: break
        case .removeAttribute(let operand), .removeClass(let operand): append(operand, to: &json)
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

  static func exemption(_ parts: PageExemption.Parts, conditions: [PageCondition]) -> [UInt8] {
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
      for condition in conditions { append(condition, to: &json) }
    }
  }

  private static func append(_ condition: PageCondition, to json: inout JSONWriter) {
    json.array { json in
      switch condition {
      case .path(let operand):
        json.append("path")
        append(operand, to: &json)
      case .media(let query):
        json.append("media")
        json.append(query)
      case .url(let operand):
        json.append("url")
        append(operand, to: &json)
      }
    }
  }

  /// Appends a literal as a string, or a regex as an array of source and flags.
  private static func append(_ operand: TextOperand, to json: inout JSONWriter) {
    switch operand {
    case .any: json.append("")
    case .literal(let text): json.append(text)
    case .regex(let source, let flags): json.array([source, flags])
    }
  }

  private static func append(_ chains: [SelectorChain], to json: inout JSONWriter) {
    json.array { json in
      for chain in chains { append(chain.steps, to: &json) }
    }
  }

  private static func append(_ steps: [SelectorStep], to json: inout JSONWriter) {
    json.array { json in
      for step in steps { json.array { append(step, to: &$0) } }
    }
  }

  private static func append(_ step: SelectorStep, to json: inout JSONWriter) {
    json.append(step.name)
    switch step {
    case .css(let css), .rest(let css), .closest(let css), .shadow(let css), .content(let css),
      .xpath(let css):
      json.append(css)
    case .text(let operand), .styleRules(let operand): append(operand, to: &json)
    case .has(let chains), .hasNot(let chains), .matches(let chains), .matchesNot(let chains):
      append(chains, to: &json)
    case .ancestor(let count), .minimumTextLength(let count): json.append(count)
    case .style(let pseudo, let property, let operand, let form):
      json.append(pseudo ?? "")
      json.append(property)
      append(operand, to: &json)
      json.append(form.rawValue)
    case .attribute(let name, let value):
      append(name, to: &json)
      append(value, to: &json)
    case .property(let path, let value):
      json.array { json in
        for part in path { append(part, to: &json) }
      }
      append(value, to: &json)
    case .watch(let names): json.array(names)
    case .others: break
    case .condition(let condition): append(condition, to: &json)
    case .empty(let emptiness), .closestEmpty(let emptiness):
      json.append(emptiness.label)
      json.append(emptiness.content)
    }
  }
}

extension SelectorStep {
  /// The name of the step in the script.
  fileprivate var name: String {
    switch self {
    case .css: "css"
    case .rest: "rest"
    case .text: "text"
    case .has: "has"
    case .hasNot: "has-not"
    case .matches: "is"
    case .matchesNot: "is-not"
    case .ancestor: "up"
    case .closest: "closest"
    case .style: "style"
    case .attribute: "attr"
    case .property: "property"
    case .minimumTextLength: "length"
    case .styleRules: "rules"
    case .watch: "watch"
    case .xpath: "xpath"
    case .others: "others"
    case .shadow: "shadow"
    case .content: "content"
    case .condition: "if"
    case .empty: "empty"
    case .closestEmpty: "closest-empty"
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
