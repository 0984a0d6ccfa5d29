import SluiceConversion
import SluiceSyntax

/// A reason for a note or warning about an entire list. The raw value is the stable identifier.
enum ListFindingReason: String, CaseIterable {
  /// The list is in the smaller form, because the other form would be too large.
  case smallerForm = "smaller-form"
  /// There are reports that lists of this size do not load.
  case largeList = "large-list"
  /// The licenses of two inputs do not allow combining them.
  case licenseConflict = "license-conflict"

  /// Whether it is a warning rather than a note.
  var isWarning: Bool {
    switch self {
    case .smallerForm: false
    case .largeList, .licenseConflict: true
    }
  }

  /// Returns the definition of the reason. For reasons whose message depends on the list, `text` is the
  /// message.
  func definition(about text: String = "") -> ReasonDefinition {
    switch self {
    case .smallerForm:
      .init(
        "written in the smaller form, which WebKit compiles more slowly: the other is too large",
        meaning:
          "The same rules have two forms: one that WebKit compiles faster, and one with fewer bytes. The list is in"
          + " the second form, because the first would exceed the recommended size for the target.",
        example: "sluice convert --target safari-26 large.txt -o list.json",
        instead: "`--prefer compile` keeps the first form, `--split` makes two smaller lists")
    case .largeList:
      .init(
        text,
        meaning:
          "Lists of this size have failed to load on iPhones and iPads, where the memory of content blockers"
          + " is limited.",
        example: "sluice convert --target safari-26 --prefer compile large.txt -o list.json",
        instead: "make it smaller: with `--prefer size`, `--split` or `--max-bytes`")
    case .licenseConflict:
      .init(
        text,
        meaning:
          "The licenses of two inputs, such as the GPL and CC BY-NC-SA, do not allow distributing a list made of"
          + " both. Each input gets its own list, unless `--mix-licenses` is given.",
        example: "sluice merge easylist.txt tds.json -o all.json",
        instead: "distribute the lists as separate works, or combine them only for your own use")
    }
  }

  /// Returns a line like `label: text [id]`.
  func line(_ text: String, style: TextStyle) -> String {
    let label = isWarning ? style.yellow("warning:") : style.cyan("note:")
    return "\(label) \(text) \(style.dim("[\(rawValue)]"))\n"
  }
}

extension ConversionNote {
  /// Returns a line like `note: ... this affects 842 filters [object-loads]`.
  func line(about filters: String, style: TextStyle) -> String {
    "\(style.cyan("note:")) \(definition(about: filters).message) \(style.dim("[\(id)]"))\n"
  }
}
