import SluiceConversion
import SluiceLists

/// A note or warning about the size of a list that was written.
struct SizeFinding: Equatable {
  let reason: ListFindingReason
  /// The file, or `standard output`.
  let file: String
  let message: String
  /// The options that make the list smaller; empty for a note.
  let remedies: [String]

  private init(_ reason: ListFindingReason, of file: String, about text: String = "", remedies: [String] = [])
  {
    (self.reason, self.file, self.remedies) = (reason, file, remedies)
    message = reason.definition(about: text).message
  }

  /// Returns the notes and warnings about a list. `isWhole` tells whether the list could be split into
  /// network and cosmetic filters.
  static func findings(
    on file: String, bytes: Int, form: ListForm, isWhole: Bool, _ options: ConversionOptions
  ) -> [SizeFinding] {
    var findings: [SizeFinding] = []
    if form == .size, options.preferredForm == .auto {
      findings.append(SizeFinding(.smallerForm, of: file))
    }
    if let warning = options.target.advisedSize?.warning(about: bytes) {
      var remedies = ["--max-bytes"]
      if isWhole { remedies.insert("--split", at: 0) }
      if form == .compile { remedies.insert("--prefer size", at: 0) }
      findings.append(SizeFinding(.largeList, of: file, about: warning, remedies: remedies))
    }
    return findings
  }

  /// Returns a line like `list.json: warning: ... [large-list]`, followed by a line with remedies.
  func text(style: TextStyle) -> String {
    let line = style.bold("\(DisplayText.escaping(file)):") + " " + reason.line(message, style: style)
    return remedies.isEmpty
      ? line : line + "  = help: \(remedies.joined(separator: " or ")) makes it smaller\n"
  }
}
