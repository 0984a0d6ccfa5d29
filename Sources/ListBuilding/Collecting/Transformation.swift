import FilterSyntax

/// What HostlistCompiler can do with the lines of a list, by its names, in the order in which it does it
/// whatever the order in the configuration.
public enum Transformation: String, CaseIterable, Hashable, Sendable {
  /// Names in other scripts are written in punycode.
  case convertToAscii = "ConvertToAscii"
  // Without an effect here: rules depend neither on blanks and comments, nor on how often a filter is there.
  case trimLines = "TrimLines"
  case removeComments = "RemoveComments"
  /// Names become filters `||name^`, and those go whose parent domain is blocked too.
  case compress = "Compress"
  /// Options without a meaning to a DNS server go, and the filter then acts without them.
  case removeModifiers = "RemoveModifiers"
  /// Filters become exceptions.
  case invertAllow = "InvertAllow"
  /// Filters without a meaning to a DNS server go.
  case validate = "Validate"
  /// As ``validate``, but addresses stay.
  case validateAllowIP = "ValidateAllowIp"
  /// As ``validate``, but public suffixes stay.
  case validateAllowPublicSuffix = "ValidateAllowPublicSuffix"
  /// As ``validate``, but addresses and public suffixes stay.
  case validateAllowIPAndPublicSuffix = "ValidateAllowIpAndPublicSuffix"
  case deduplicate = "Deduplicate"
  case removeEmptyLines = "RemoveEmptyLines"
  case insertFinalNewLine = "InsertFinalNewLine"
}

extension Transformation {
  /// What filters must be to stay; nil for transformations that take none out.
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
  /// Applies transformations in their fixed order. That of ``Transformation/compress`` is only its first half:
  /// which names are blocked twice is known when all lists have been changed (see ``CoveredNames``).
  mutating func apply(_ transformations: Set<Transformation>) {
    let readsHostNamesAsHosts = dialect.readsHostNamesAsHosts
    for transformation in Transformation.allCases where transformations.contains(transformation) {
      switch transformation {
      case .trimLines, .removeComments, .deduplicate, .removeEmptyLines, .insertFinalNewLine: break
      case .convertToAscii: changeFilters(.transformation(transformation), DomainFilter.inASCII)
      case .compress: changeFilters(.transformation(transformation), DomainFilter.compressed)
      case .removeModifiers:
        changeFilters(.transformation(transformation), DomainFilter.withoutIgnoredOptions)
      case .invertAllow:
        changeFilters(.transformation(transformation)) {
          DomainFilter.exception($0, readsHostNamesAsHosts: readsHostNamesAsHosts)
        }
      case .validate, .validateAllowIP, .validateAllowPublicSuffix, .validateAllowIPAndPublicSuffix:
        guard let validation = transformation.validation else { continue }
        changeFilters(.transformation(transformation)) { validation.change($0) }
      }
    }
  }
}
