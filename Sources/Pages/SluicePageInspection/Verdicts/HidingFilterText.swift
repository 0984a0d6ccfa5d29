import SluiceSyntax

/// Reads the text of hiding filters.
enum HidingFilterText {
  /// Returns the selector of a hiding filter or of an exception to hiding filters, or `nil` for other
  /// filters.
  static func selector(of filter: String) -> [UInt8]? {
    let list = FilterList(parsing: filter)
    for line in list.lines {
      if case .cosmetic(let filter) = line.content {
        return [UInt8](list.bytes.span.extracting(filter.body.indices))
      }
    }
    return nil
  }
}
