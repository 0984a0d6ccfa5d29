import SluiceConversion
import SluiceLint
import SluicePageScript
import SluiceSyntax

extension OpenDocument {
  /// Returns the information about a position: the name, the findings, and the filter.
  func hover(at position: Position, _ conversion: ConversionOptions) -> Hover? {
    let place = place(of: position)
    let parts =
      [name(at: place)].compactMap { $0 } + findings(at: place).map(Self.text)
      + [filter(place.line, conversion)].compactMap { $0 }
    guard !parts.isEmpty else { return nil }
    return Hover(
      contents: MarkupContent(value: parts.joined(separator: "\n\n---\n\n")), range: range(ofLine: place.line)
    )
  }

  /// Returns the documentation of the option, operator or lint rule at a position.
  private func name(at place: (line: Int, byte: Int)) -> String? {
    let content = content(ofLine: place.line)
    guard let cursor = FilterCursor(content, at: place.byte), !cursor.name.isEmpty else { return nil }
    let name = String(decoding: content[cursor.name], as: UTF8.self).lowercased()
    switch cursor.subject {
    case .option:
      return OptionTable.definitions.first { $0.name == name || $0.aliases.contains(name) }.map(
        OptionText.documentation)
    case .selectorOperator: return ProceduralOperators.meanings[name].map { "**:\(name)()**: \($0)" }
    case .rule: return LintRule(id: name).map { Self.text($0) }
    case .directive, .constant, .comment: return nil
    }
  }

  private static func text(_ finding: LineFinding) -> String {
    "**\(finding.severity.rawValue)**: \(Markdown.plain(finding.message))\n\n\(text(finding.rule))"
  }

  /// Returns the documentation of a rule. It is Sluice's own Markdown and needs no escaping.
  private static func text(_ rule: LintRule) -> String {
    let definition = rule.definition()
    return "**\(rule.id)**: \(definition.meaning)" + (definition.instead.map { "\n\nInstead: \($0)" } ?? "")
  }

  /// Returns the explanation that `sluice explain` gives for the filter on a line.
  private func filter(_ line: Int, _ conversion: ConversionOptions) -> String? {
    var (start, end) = (line, line + 1)
    while text.isJoined(start) { start -= 1 }
    while text.isJoined(end) { end += 1 }
    let bytes = text.lines[start..<end].flatMap(\.bytes)
    guard bytes.count <= Self.maximumExplained else { return nil }
    let content = String(decoding: bytes, as: UTF8.self).trimmingLineEnds
    guard let explanation = try? FilterExplanation(content, conversion) else { return nil }
    let meaning = explanation.meaning
    guard meaning.isFilter else { return nil }
    var lines = meaning.parts.map { "- \(Markdown.plain($0.name)): \(Markdown.code($0.text))" }
    lines += ["", Markdown.plain(FilterText.headline(meaning)), ""]
    lines += meaning.rules.prefix(Self.maximumRules).map { "- \(Markdown.code($0))" }
    if meaning.rules.count > Self.maximumRules {
      lines.append("- and \(Format.grouped(meaning.rules.count - Self.maximumRules)) more")
    }
    for outcome in explanation.outcomes {
      lines += ["", "In pages, by scripts: \(Markdown.code(FilterText.words(outcome)))"]
    }
    return lines.joined(separator: "\n")
  }

  /// The maximum length of a filter to explain. Editors ask for this with each movement of the mouse.
  private static let maximumExplained = 1 << 14
  private static let maximumRules = 5
}

extension String {
  fileprivate var trimmingLineEnds: String {
    var text = self[...]
    while let last = text.last, last.isNewline { text.removeLast() }
    return String(text)
  }
}
