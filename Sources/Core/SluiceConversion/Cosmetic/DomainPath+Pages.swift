import SluiceRules
import SluiceSyntax

extension DomainPath {
  /// Returns the url-filters of the pages. `form` is the form of the suffixes of entities.
  func filters(
    _ reading: ListDialect.PathReading, _ form: SuffixForm, in bytes: Span<UInt8>
  ) throws(Finding) -> [URLFilter] {
    let pattern = PlainPattern(path: path, isAtStart: reading == .beginning)
    let site = site.map { PagePathSite(name: $0, form) } ?? PagePathSite()
    return try site.filters(pattern, path, in: bytes)
  }

  /// Returns the pages for exclusion from others.
  func excluded(
    _ reading: ListDialect.PathReading, in bytes: Span<UInt8>
  ) throws(Finding) -> ExcludedURLs {
    let urls = try filters(reading, .excluded, in: bytes).flatMap { $0.inPageURL }
    return site.map { ExcludedURLs([($0, urls)]) } ?? ExcludedURLs(filters: urls)
  }
}

extension CosmeticFilter {
  /// Returns the finding for a path in the domains that the dialect does not have, or that cannot be expressed.
  func pathFinding(in dialect: ListDialect) -> Finding? {
    guard let entry = domains.first(where: { $0.kind == .pages }) else { return nil }
    if dialect.pathReading(isException: isException) == nil || !modifiers.isEmpty {
      return .unsupported(.pathInDomains, entry.name)
    }
    // A path that is excluded from an exception, or from a filter that needs a script.
    guard isException || HidingConverter.scriptReason(kind) != nil else { return nil }
    return excludedPath.map { .unsupported(.pathInDomains, $0.name) }
  }

  /// The first excluded domain with a path.
  var excludedPath: DomainEntry? { domains.first { $0.kind == .pages && $0.isExcluded } }
}
