import SluiceConversion
import SluiceListFiles
import SluiceLists
import SluicePageScript

struct FilterText {
  let style: TextStyle
  let width: Int

  func render(_ explanation: FilterExplanation) -> String {
    let meaning = explanation.meaning
    var text = ""
    let column = meaning.parts.map(\.name.count).max() ?? 0
    for part in meaning.parts {
      let name = part.name + String(repeating: " ", count: column - part.name.count)
      text += "\(style.bold(name))  \(DisplayText.escaping(part.text))\n"
    }
    guard meaning.isFilter else { return text + "\nIt is not a filter, so it has no rules.\n" }
    text += "\n" + style.bold(Self.headline(explanation)) + "\n"
    let renderer = TextRenderer(style: style, width: width)
    for diagnostic in meaning.diagnostics {
      text += renderer.render(diagnostic.located(in: [meaning.source]))
      text += "  = 'sluice explain \(diagnostic.reason.id)' explains it\n"
    }
    for note in meaning.notes {
      text += note.line(about: "this filter", style: style)
      text += "  = 'sluice explain \(note.id)' explains it\n"
    }
    for rule in meaning.rules { text += rule + "\n" }
    for outcome in explanation.outcomes {
      text += style.bold("in pages, by page scripts (convert --page-script):") + " "
      text += DisplayText.escaping(Self.words(outcome)) + "\n"
    }
    if let changes = explanation.changes { text += render(changes, in: meaning.source, renderer: renderer) }
    return text
  }

  private func render(
    _ changes: FilterExplanation.Changes, in source: Source, renderer: TextRenderer
  ) -> String {
    var text = style.bold("by a web extension (convert --request-changes):")
    if changes.rules.isEmpty {
      text += changes.diagnostic == nil ? " acts on other filters\n" : " not done\n"
    } else {
      // Several rules can have the same effect on different requests.
      var effects: [String] = []
      for rule in changes.rules where !effects.contains(rule.effect) { effects.append(rule.effect) }
      text += " \(DisplayText.escaping(effects.joined(separator: "; ")))\n"
    }
    if let diagnostic = changes.diagnostic {
      text += renderer.render(diagnostic.located(in: [source]))
      text += "  = 'sluice explain \(diagnostic.reason.id)' explains it\n"
    }
    return text + changes.rules.map { $0.json + "\n" }.joined()
  }

  static func words(_ outcome: PageFilterOutcome) -> String {
    switch outcome {
    case .applied(let effect): PageEffectText.line(effect.kind)
    case .exception(nil, _): "disables filters with the same body"
    case .exception(let name?, nil): "disables every '\(name)'"
    case .exception(let name?, let arguments?): "disables \(PageEffectText.call(name, arguments: arguments))"
    case .exceptionToScriptlets: "disables all scriptlets"
    case .exemption(let parts): "disables \(words(parts)) on whole pages"
    case .notApplied(let problem):
      "unsupported: \(problem.reason.message)\(problem.text.isEmpty ? "" : ": '\(problem.text)'") [\(problem.reason.id)]"
    }
  }

  private static func words(_ parts: ExemptPages.Parts) -> String {
    let names: [(ExemptPages.Parts, String)] = [
      (.specificHiding, "hiding and styles for their hosts"),
      (.genericHiding, "hiding and styles for all pages"),
      (.scriptlets, "scriptlets"),
    ]
    return names.filter { parts.contains($0.0) }.map(\.1).joined(separator: ", ")
  }

  static func headline(_ explanation: FilterExplanation) -> String {
    let rules = explanation.meaning.rules.count
    switch explanation.meaning.outcome ?? .converted {
    case .converted where rules == 0:
      return "converted: by itself it needs no rule; it acts on other filters"
    case .converted:
      return "converted: \(Format.counted(rules, noun: "rule")) for WebKit"
    case .approximated: return "approximated: \(Format.counted(rules, noun: "rule")) for WebKit"
    case .needsScript, .inPage:
      let isInExtension = explanation.changes != nil && explanation.outcomes.isEmpty
      let place = isInExtension ? "a web extension" : "a script or a style sheet in the page"
      return "needs \(place)\(rules > 0 ? ", in part" : "")"
    case .unsupported: return "unsupported: it is not in the output"
    }
  }
}

/// A filter, parsed and converted on its own, and its outcomes in page scripts and in a web extension.
struct FilterExplanation {
  let meaning: FilterMeaning
  /// The outcomes in the page scripts; empty if the scripts do not handle the filter.
  let outcomes: [PageFilterOutcome]
  /// The outcome in a web extension; nil if the filter changes no requests.
  let changes: Changes?

  /// The rules of `sluice convert --request-changes` for the filter.
  struct Changes {
    /// The rules in JSON, each with its effect; empty for an exception, which acts on other filters.
    var rules: [(effect: String, json: String)]
    /// The reason why the rules are not exact or do not exist.
    var diagnostic: Diagnostic?
  }

  init(_ text: String, conversion: ConversionOptions) throws(CommandError) {
    let meaning = try CommandError.of { () throws(ConversionError) in
      try FilterMeaning(text, options: conversion)
    }
    self.meaning = meaning
    // Asking about a filter does not make it trusted.
    let conversion = meaning.conversion
    let lists = conversion.sources.map { PageScript.List($0, options: conversion.options) }
    outcomes = PageScript.outcomes(of: conversion.advancedFilters(), in: lists)
    changes = Self.changes(conversion)
  }

  private static func changes(_ conversion: ConversionResult) -> Changes? {
    var options = conversion.options
    options.redirectRuleset = WebExtensionRuleText.ruleset
    let made = Converter(options: options).requestChanges(of: conversion.sources)
    let place = FilterPlace(source: 0, lineIndex: 0)
    guard let reason = made.reason(at: place) else { return nil }
    var settled = conversion
    settled.settle(in: made)
    return Changes(
      rules: made.rules.map { (WebExtensionRuleText.words(of: $0.action), [$0].encodedText) },
      diagnostic: reason.flatMap { reason in
        settled.report.diagnostics.first { $0.reason == reason }
      })
  }
}

extension [WebExtensionRule] {
  /// The rules in JSON, without the brackets of the array.
  fileprivate var encodedText: String {
    String(decoding: encodedJSON().dropFirst().dropLast(2), as: UTF8.self)
  }
}

enum PageEffectText {
  /// Returns text like `hides elements by has-text, upward` or `runs set-constant(a.b, true) in the page's
  /// world`.
  static func line(_ kind: PageEffect.Kind) -> String {
    switch kind {
    case .scriptlet(let name, let arguments, let world):
      "runs \(call(name, arguments: arguments)) in \(words(world))"
    case .elements(let action, let operators):
      words(action) + (operators.isEmpty ? "" : " by \(operators.joined(separator: ", "))")
    }
  }

  /// Returns a scriptlet call with the canonical name and the arguments that are passed.
  static func call(_ name: String, arguments: [String]) -> String {
    "\(name)(\(arguments.joined(separator: ", ")))"
  }

  private static func words(_ world: PageScript.World) -> String {
    switch world {
    case .page: "the page's world"
    case .isolated: "the isolated world"
    }
  }

  private static func words(_ action: PageEffect.Action) -> String {
    switch action {
    case .hide: "hides elements"
    case .remove: "removes elements"
    case .removeAttribute: "removes attributes of elements"
    case .removeClass: "removes classes of elements"
    case .style: "gives elements a style"
    }
  }
}
