import SluiceConversion
import SluicePageScript
import SluiceRequestChanges

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

  init(_ text: String, _ conversion: ConversionOptions) throws(CommandError) {
    let meaning = try CommandError.of { () throws(ConversionError) in try FilterMeaning(text, conversion) }
    self.meaning = meaning
    // Asking about a filter does not make it trusted.
    let conversion = meaning.conversion
    let lists = conversion.sources.map { PageScript.List($0, options: conversion.options) }
    outcomes = PageScript.outcomes(of: conversion.advancedFilters, in: lists)
    changes = Self.changes(conversion)
  }

  private static func changes(_ conversion: ConversionResult) -> Changes? {
    var options = conversion.options
    options.redirectRuleset = RequestChangeText.ruleset
    let made = Converter(options: options).requestChanges(of: conversion.sources)
    let place = FilterPlace(source: 0, lineIndex: 0)
    guard let reason = made.reason(at: place) else { return nil }
    var settled = conversion
    settled.settle(in: made)
    return Changes(
      rules: made.rules.map { (RequestChangeText.words(of: $0.action), [$0].encodedText) },
      diagnostic: reason.flatMap { reason in
        settled.report.diagnostics.first { $0.reason == reason }
      })
  }
}

extension [RequestChange] {
  /// The rules in JSON, without the brackets of the array.
  fileprivate var encodedText: String {
    String(decoding: encodedJSON().dropFirst().dropLast(2), as: UTF8.self)
  }
}
