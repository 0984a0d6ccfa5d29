import SluiceConversion
import SluiceLint
import SluicePageScript
import SluiceSyntax
import SluiceText

extension OpenDocument {
  /// Returns the information about a position: the name, the findings, and the filter.
  func hover(at position: Position, _ conversion: ConversionOptions) -> Hover? {
    let place = place(of: position)
    let parts =
      [name(at: place)].compactMap { $0 } + findings(at: place).map(Self.text)
      + [filter(place.line, conversion: conversion)].compactMap { $0 }
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
  private func filter(_ line: Int, conversion: ConversionOptions) -> String? {
    var (start, end) = (line, line + 1)
    while text.isJoined(start) { start -= 1 }
    while text.isJoined(end) { end += 1 }
    let bytes = text.lines[start..<end].flatMap(\.bytes)
    guard bytes.count <= Self.maximumExplained else { return nil }
    let content = String(decoding: bytes, as: UTF8.self).trimmingLineEnds
    guard let explanation = try? FilterExplanation(content, conversion: conversion) else { return nil }
    let meaning = explanation.meaning
    guard meaning.isFilter else { return nil }
    var lines = meaning.parts.map { "- \(Markdown.plain($0.name)): \(Markdown.code($0.text))" }
    lines += ["", Markdown.plain(FilterText.headline(explanation)), ""]
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

extension OpenDocument {
  func completion(at position: Position) -> [CompletionItem] {
    let place = place(of: position)
    let content = content(ofLine: place.line)
    guard let cursor = FilterCursor(content, at: place.byte) else { return [] }
    let range = range(place.line, bytes: cursor.name)
    func item(
      _ label: String, kind: CompletionItem.Kind, detail: String, documentation: String? = nil,
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
            name, kind: .property, detail: definition.meaning,
            documentation: OptionText.documentation(definition),
            text: definition.takesValue && !hasValue ? "\(name)=" : name)
        }
      }
    case .selectorOperator:
      return ProceduralOperators.meanings.sorted { $0.key < $1.key }.map {
        item($0.key, kind: .function, detail: $0.value)
      }
    case .directive:
      return Directive.Kind.allCases.map {
        item($0.rawValue, kind: .keyword, detail: "an instruction to programs that read the list")
      }
    case .constant:
      return KnownConstants.names.sorted().map {
        item($0, kind: .constant, detail: "a name that programs define")
      }
    case .rule:
      return LintRule.allCases.map { item($0.id, kind: .constant, detail: $0.definition().message) }
    case .comment:
      return DisableComment.Scope.allCases.map { item($0.rawValue, kind: .keyword, detail: $0.meaning) }
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

/// The name at a position in a line, and its kind according to the parser.
struct FilterCursor {
  enum Subject: Equatable {
    case option
    /// A name after a `:` in a selector.
    case selectorOperator
    case directive
    /// A name in the condition of `!#if`.
    case constant
    /// A rule identifier in a comment that controls lint.
    case rule
    /// The first word of a comment.
    case comment
  }

  let name: Range<Int>
  let subject: Subject

  /// Finds the name at a position; fails if the position is not in a name. `line` must not include the line
  /// break.
  init?(_ line: ArraySlice<UInt8>, at byte: Int) {
    let bytes = Array(line)
    var start = min(byte, bytes.count)
    while start > 0, Self.isOfName(bytes[start - 1]) { start -= 1 }
    var end = min(byte, bytes.count)
    while end < bytes.count, Self.isOfName(bytes[end]) { end += 1 }
    guard start <= Self.maximumColumn, let subject = Self.subject(bytes, from: start) else { return nil }
    (name, self.subject) = (start..<end, subject)
  }

  /// The maximum column at which a name may begin, because people do not type longer lines.
  private static let maximumColumn = 1 << 16

  private static func isOfName(_ byte: UInt8) -> Bool {
    byte &- 0x61 < 26 || byte &- 0x41 < 26 || byte &- 0x30 < 10 || byte == 0x2D || byte == 0x5F
  }

  /// Returns the kind of name that can begin at a position. To find out, it inserts a known name and parses
  /// the line.
  private static func subject(_ bytes: [UInt8], from start: Int) -> Subject? {
    let before = bytes[..<start]
    if let subject = instruction(before) { return subject }
    if before.last == ASCII.colon, before.dropLast().last != ASCII.colon {
      let line = FilterList(parsing: before + Array("not(a)".utf8)).lines[0]
      guard case .cosmetic(let filter) = line.content, filter.body.lowerBound < start else { return nil }
      switch filter.kind {
      case .hiding, .extendedHiding, .style, .extendedStyle, .html: return .selectorOperator
      case .snippet, .scriptlet, .script, .responseHeader: return nil
      }
    }
    let list = FilterList(parsing: before + Array("image".utf8))
    guard case .network(let filter) = list.lines[0].content else { return nil }
    return filter.options.contains { $0.kind == .image && $0.name.lowerBound == start } ? .option : nil
  }

  /// Returns the kind of name in a line that begins with `!`.
  private static func instruction(_ before: ArraySlice<UInt8>) -> Subject? {
    guard before.first == ASCII.bang else { return nil }
    let text = String(decoding: before, as: UTF8.self)
    if text == "!#" { return .directive }
    if text.hasPrefix("!#if ") { return .constant }
    let words = text.dropFirst().split(whereSeparator: { $0 == " " || $0 == "," })
    guard let first = words.first else { return text == "!" ? nil : .comment }
    return DisableComment.Scope(rawValue: String(first)) == nil ? nil : .rule
  }
}
