import SluiceLint
import SluicePageScript
import SluiceSyntax

extension OpenDocument {
  func completion(at position: Position) -> [CompletionItem] {
    let place = place(of: position)
    let content = content(ofLine: place.line)
    guard let cursor = FilterCursor(content, at: place.byte) else { return [] }
    let range = range(place.line, cursor.name)
    func item(
      _ label: String, _ kind: CompletionItem.Kind, _ detail: String, _ documentation: String? = nil,
      text: String? = nil
    ) -> CompletionItem {
      CompletionItem(
        label: label, kind: kind, detail: detail,
        documentation: documentation.map { MarkupContent(value: $0) },
        textEdit: ReplacedText(range: range, newText: text ?? label))
    }
    switch cursor.subject {
    case .option:
      let end = cursor.name.upperBound
      let hasValue = end < content.endIndex && content[end] == ASCII.equals
      return OptionTable.definitions.flatMap { definition in
        ([definition.name] + definition.aliases).map { name in
          item(
            name, .property, definition.meaning, OptionText.documentation(definition),
            text: definition.takesValue && !hasValue ? "\(name)=" : name)
        }
      }
    case .selectorOperator:
      return ProceduralOperators.meanings.sorted { $0.key < $1.key }.map { item($0.key, .function, $0.value) }
    case .directive:
      return Directive.Kind.allCases.map {
        item($0.rawValue, .keyword, "an instruction to programs that read the list")
      }
    case .constant:
      return KnownConstants.names.sorted().map { item($0, .constant, "a name that programs define") }
    case .rule:
      return LintRule.allCases.map { item($0.id, .constant, $0.definition().message) }
    case .comment: return DisableComment.Scope.allCases.map { item($0.rawValue, .keyword, $0.meaning) }
    }
  }
}

/// The documentation of an option, in Markdown.
enum OptionText {
  static func documentation(_ definition: OptionDefinition) -> String {
    var lines = ["**\(definition.name)**: \(definition.meaning)"]
    if !definition.aliases.isEmpty {
      lines.append("Also written " + definition.aliases.map(Markdown.code).joined(separator: ", ") + ".")
    }
    switch definition.value {
    case .never: break
    case .optional: lines.append("It may have a value.")
    case .required: lines.append("It needs a value.")
    case .requiredToAct:
      lines.append("It needs a value, except in exceptions to all filters with this option.")
    }
    if definition.isNegatable { lines.append("`~` negates it.") }
    return lines.joined(separator: "\n\n")
  }
}

extension OptionDefinition {
  fileprivate var takesValue: Bool {
    switch value {
    case .required, .requiredToAct: true
    case .never, .optional: false
    }
  }
}
