/// The tables of the standard library.
extension Unicode.Scalar {
  /// The group of the scalar's general category.
  package var category: Category {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse, .surrogate: .hidden
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: .letter
    case .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation: .partOfWord
    default: .other
    }
  }

  /// The scalars of the lowercase form.
  package var lowercaseForm: [Unicode.Scalar] { Array(properties.lowercaseMapping.unicodeScalars) }
}
