import SluiceConversion

/// A note that concerns many filters, as one line.
enum NoteText {
  /// Returns a line like `note: ... this concerns 842 filters [object-loads]`.
  static func line(_ note: ConversionNote, about filters: String, style: TextStyle) -> String {
    "\(style.cyan("note:")) \(note.definition(about: filters).message) \(style.dim("[\(note.id)]"))\n"
  }
}
