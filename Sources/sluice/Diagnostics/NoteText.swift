import Conversion

/// What is said once for many filters, as a line of its own.
enum NoteText {
  /// `note: ... this concerns 842 filters [object-loads]`
  static func line(_ note: ConversionNote, about filters: String, style: TextStyle) -> String {
    "\(style.cyan("note:")) \(note.definition(about: filters).message) \(style.dim("[\(note.id)]"))\n"
  }
}
