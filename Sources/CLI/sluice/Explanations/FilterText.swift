import SluiceConversion
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
    text += "\n" + style.bold(Self.headline(meaning)) + "\n"
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
    if let changes = explanation.changes { text += render(changes, in: meaning.source, renderer) }
    return text
  }

  private func render(
    _ changes: FilterExplanation.Changes, in source: Source, _ renderer: TextRenderer
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
    case .exception(let name?, let arguments?): "disables \(PageEffectText.call(name, arguments))"
    case .exceptionToScriptlets: "disables all scriptlets"
    case .exemption(let parts): "disables \(words(parts)) on whole pages"
    case .notApplied(let problem):
      "unsupported: \(problem.reason.message)\(problem.text.isEmpty ? "" : ": '\(problem.text)'") [\(problem.reason.id)]"
    }
  }

  private static func words(_ parts: PageExemption.Parts) -> String {
    let names: [(PageExemption.Parts, String)] = [
      (.specificHiding, "hiding and styles for their hosts"),
      (.genericHiding, "hiding and styles for all pages"),
      (.scriptlets, "scriptlets"),
    ]
    return names.filter { parts.contains($0.0) }.map(\.1).joined(separator: ", ")
  }

  /// Returns the outcome of a filter as one line.
  static func headline(_ meaning: FilterMeaning) -> String {
    let rules = meaning.rules.count
    switch meaning.outcome ?? .converted {
    case .converted where rules == 0:
      return "converted: by itself it needs no rule; it acts on other filters"
    case .converted:
      return "converted: \(Format.counted(rules, "rule")) for WebKit"
    case .approximated: return "approximated: \(Format.counted(rules, "rule")) for WebKit"
    case .needsScript where rules > 0: return "needs a script or a style sheet in the page, in part"
    case .needsScript, .inPage: return "needs a script or a style sheet in the page"
    case .unsupported: return "unsupported: it is not in the output"
    }
  }
}
