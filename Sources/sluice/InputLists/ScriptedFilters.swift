import SluiceAnalysis
import SluiceConversion
import SluicePageInspection
import SluicePageScript
import SluiceText

/// The effects of the page scripts that `sluice convert --page-script` generates for filter lists.
struct ScriptedFilters: Sendable {
  /// A filter that acts on a page, with its action.
  struct Effect {
    let filter: PlacedFilter
    /// The kind of action.
    let kind: PageEffect.Kind
  }

  /// The places of the filters that page scripts implement.
  var places: Set<FilterPlace> { lookUp.places }

  private let sources: [ParsedSource]
  private let lookUp: PageLookUp

  /// Creates the effects for the lists of a conversion.
  init(_ conversion: ConversionResult) {
    sources = conversion.sources
    // Lists from the command line are not explicitly trusted.
    let lists = sources.map { PageScript.List($0, options: conversion.options) }
    lookUp = PageLookUp(conversion.advancedFilters(), of: lists)
  }

  /// Returns the actions in the document that the request loads; empty if it is blocked or loads no document.
  func effects(after verdict: Verdict) -> [Effect] {
    guard !verdict.isBlocked, let page = Self.page(verdict.description) else { return [] }
    return lookUp.effects(on: page).compactMap { effect in
      PlacedFilter(effect.place, in: sources).map { Effect(filter: $0, kind: effect.kind) }
    }
  }

  private static func page(_ description: RequestDescription) -> ScriptedPage? {
    switch description.kind {
    case .document, .popup: ScriptedPage(url: description.url)
    case .subdocument:
      ScriptedPage(
        url: description.url, ancestors: (description.frame.map { [$0] } ?? []) + [description.page])
    case .script, .stylesheet, .image, .font, .media, .xmlhttprequest, .websocket, .ping, .beacon, .object,
      .other:
      nil
    }
  }
}

extension VerdictJSON {
  /// Appends the actions of page scripts, if any.
  func append(_ effects: [ScriptedFilters.Effect], to json: inout JSONWriter) {
    guard !effects.isEmpty else { return }
    append("inPage", countName: "inPageCount", elements: effects, to: &json) { $0.add($1) }
  }
}

extension JSONWriter {
  fileprivate mutating func add(_ effect: ScriptedFilters.Effect) {
    add(effect.filter)
    switch effect.kind {
    case .scriptlet(let name, let arguments, let world):
      add("does", text: "scriptlet")
      add("scriptlet", text: name)
      add("arguments", texts: arguments)
      add("world", text: world.rawValue)
    case .elements(let action, let operators):
      add("does", text: action.rawValue)
      add("operators", texts: operators)
    }
  }
}
