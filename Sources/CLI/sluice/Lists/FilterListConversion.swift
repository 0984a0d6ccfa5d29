import SluiceConversion

extension Converter {
  /// Converts lists. Throws failures as ``CommandError``.
  func result(of sources: [ParsedSource]) throws(CommandError) -> ConversionResult {
    try CommandError.of { () throws(ConversionError) in try convert(sources) }
  }
}

extension Steps {
  /// Parses and converts lists, and reports each as a step.
  func convert(
    _ sources: [Source], _ converter: Converter, _ subject: String? = nil
  ) throws(CommandError) -> (parsed: [ParsedSource], result: ConversionResult) {
    begin(Step("parsing", subject))
    let parsed = converter.parse(sources)
    end([.lists: parsed.count, .lines: parsed.reduce(0) { $0 + $1.list.lines.count }])
    record(parsed, converter.options)
    begin(Step("converting", subject))
    let result = try converter.result(of: parsed)
    end([.filters: result.report.filters, .rules: result.rules])
    return (parsed, result)
  }
}

extension ConversionResult {
  var rules: Int { lists.reduce(0) { $0 + $1.rules.rules.count } }
}

extension ConversionReport {
  /// Returns a note if some filters of a list are not converted; otherwise, nil.
  func note(of name: String) -> String? {
    let left = count(.unsupported) + count(.needsScript)
    guard left > 0 else { return nil }
    return
      "\(name): \(Format.counted(left, "filter")) cannot be expressed and \(left == 1 ? "is" : "are") ignored;"
      + " 'sluice convert' lists them"
  }
}
