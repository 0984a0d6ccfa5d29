import SluiceConversion
import SluicePageScript

/// A filter, parsed and converted on its own, and its outcomes in page scripts.
struct FilterExplanation {
  let meaning: FilterMeaning
  /// The outcomes in the page scripts; empty if the scripts do not handle the filter.
  let outcomes: [PageFilterOutcome]

  init(_ text: String, _ conversion: ConversionOptions) throws(CommandError) {
    let meaning = try CommandError.of { () throws(ConversionError) in try FilterMeaning(text, conversion) }
    self.meaning = meaning
    // Asking about a filter does not make it trusted.
    let conversion = meaning.conversion
    let lists = conversion.sources.map { PageScript.List($0, options: conversion.options) }
    outcomes = PageScript.outcomes(of: conversion.deferred, in: lists)
  }
}
