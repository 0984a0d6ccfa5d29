import Conversion

extension Converter {
  /// Converts, with what goes wrong as the command's error.
  func result(of sources: [ParsedSource]) throws(CommandError) -> ConversionResult {
    try CommandError.of { () throws(ConversionError) in try convert(sources) }
  }
}

extension ConversionReport {
  /// That some filters of a list are not in what it became; nil where all are.
  func note(of name: String) -> String? {
    let left = count(.dropped) + count(.deferred)
    guard left > 0 else { return nil }
    return "\(name): \(Format.counted(left, "filter")) cannot be expressed and take no part;"
      + " 'sluice convert' says which"
  }
}
