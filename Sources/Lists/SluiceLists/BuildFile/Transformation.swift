/// HostlistCompiler's transformations, by their names in its configuration.
///
/// They are applied in the order of the cases, regardless of their order in the configuration.
@nonexhaustive public enum Transformation: String, CaseIterable, Hashable, Sendable {
  /// Converts internationalized host names to Punycode.
  case convertToAscii = "ConvertToAscii"
  // These have no effect here: rules do not depend on spaces, comments or repeated filters.
  case trimLines = "TrimLines"
  case removeComments = "RemoveComments"
  /// Converts names to `||name^` filters, and removes those whose parent domain is blocked too.
  case compress = "Compress"
  /// Removes options that DNS servers ignore. The filter then applies without them.
  case removeModifiers = "RemoveModifiers"
  /// Converts filters to exceptions.
  case invertAllow = "InvertAllow"
  /// Removes filters that DNS servers cannot use.
  case validate = "Validate"
  /// Like ``validate``, but keeps addresses.
  case validateAllowIP = "ValidateAllowIp"
  /// Like ``validate``, but keeps public suffixes.
  case validateAllowPublicSuffix = "ValidateAllowPublicSuffix"
  /// Like ``validate``, but keeps addresses and public suffixes.
  case validateAllowIPAndPublicSuffix = "ValidateAllowIpAndPublicSuffix"
  case deduplicate = "Deduplicate"
  case removeEmptyLines = "RemoveEmptyLines"
  case insertFinalNewLine = "InsertFinalNewLine"
}
