import SluiceSyntax

/// The support for a filter option: a row of the table in the documentation. A test compares the table with
/// the converter.
public struct OptionSupport: Sendable {
  /// The outcome of a blocking filter with the option, or of an exception if only exceptions may have it.
  public var outcome: Outcome
  /// How WebKit rules express the option, or why they cannot.
  public var note: String

  /// Returns the support for this option.
  public init(_ kind: OptionKind) {
    let meaning = kind.meaning
    (outcome, note) = (meaning.outcome, meaning.note.description)
  }

  /// The list of all options, as Markdown.
  public static var documentation: String {
    OptionTable.definitions.map { definition in
      let support = OptionSupport(definition.kind)
      let value =
        switch definition.value {
        case .never: ""
        case .optional: ", with or without a value"
        case .required: ", with a value"
        case .requiredToAct: ", with a value except in exceptions"
        }
      let names = definition.aliases.map { "`\($0)`" }.joined(separator: ", ")
      return "- `\(definition.name)`"
        + (definition.isNegatable ? ", `~\(definition.name)`" : "")
        + (names.isEmpty ? "" : " (\(names))") + "\(value): \(definition.meaning). "
        + "**\(support.outcome.words(1))**: \(support.note)\n"
    }.joined()
  }
}
