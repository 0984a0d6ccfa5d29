import SluiceSyntax

extension Transformation {
  /// The validation that decides which filters stay; nil if the transformation is not a validation.
  var validation: DomainValidation? {
    switch self {
    case .validate: DomainValidation()
    case .validateAllowIP: DomainValidation(allowsAddresses: true)
    case .validateAllowPublicSuffix: DomainValidation(allowsPublicSuffixes: true)
    case .validateAllowIPAndPublicSuffix:
      DomainValidation(allowsAddresses: true, allowsPublicSuffixes: true)
    case .convertToAscii, .trimLines, .removeComments, .compress, .removeModifiers, .invertAllow,
      .deduplicate,
      .removeEmptyLines, .insertFinalNewLine:
      nil
    }
  }
}

extension ListEditor {
  /// Applies transformations in their fixed order.
  ///
  /// For ``Transformation/compress``, this is only the first half. Names that are blocked twice are known
  /// only when all lists have been changed (see ``CoveredNames``).
  mutating func apply(_ transformations: Set<Transformation>) {
    let dialect = dialect
    for transformation in Transformation.allCases where transformations.contains(transformation) {
      switch transformation {
      case .trimLines, .removeComments, .deduplicate, .removeEmptyLines, .insertFinalNewLine: break
      case .convertToAscii: changeFilters(.transformation(transformation), DomainFilter.inASCII)
      case .compress: changeFilters(.transformation(transformation), DomainFilter.compressed)
      case .removeModifiers:
        changeFilters(.transformation(transformation), DomainFilter.withoutIgnoredOptions)
      case .invertAllow:
        changeFilters(.transformation(transformation)) { DomainFilter.exception($0, dialect) }
      case .validate, .validateAllowIP, .validateAllowPublicSuffix, .validateAllowIPAndPublicSuffix:
        guard let validation = transformation.validation else { continue }
        changeFilters(.transformation(transformation)) { validation.change($0) }
      }
    }
  }
}
