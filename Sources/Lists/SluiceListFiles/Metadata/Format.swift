import SluiceText

/// Number formatting for output.
package enum Format {
  /// Returns a number with thousands separators: `1,734`.
  package static func grouped(_ number: Int) -> String { number.grouped }
}
