import SluiceAnalysis
import SluiceRules
import SluiceSyntax
import SluiceText

/// AdGuard's modifiers of cosmetic filters that define pages by URL: `[$path=...]` and `[$url=...]`.
enum PageModifiers {
  /// Returns the url-filters of the pages that the modifier defines. If there are names, the pages are within
  /// them. `form` is the form of the suffixes of entities.
  static func filters(
    of filter: CosmeticFilter, on names: [PageName]?, _ form: SuffixForm, in bytes: Span<UInt8>
  ) throws(Finding) -> PatternConverter.Result {
    guard let modifier = filter.modifiers.first, filter.modifiers.count == 1 else {
      throw .unsupported(.cosmeticModifier, span: filter.modifiers.last?.value ?? filter.body)
    }
    if isTooLarge(filter) { throw .unsupported(.outOfProportion, span: filter.body) }
    let text = modifier.text(in: bytes)
    guard text.count != modifier.value.count else {
      return try filters(of: modifier.kind, modifier.value, on: names, form: form, in: bytes)
    }
    do throws(Finding) {
      var result = try filters(
        of: modifier.kind, ByteRange(0, text.count), on: names, form: form, in: text.span)
      result.finding?.span = modifier.value
      return result
    } catch {
      // Places in the text without escapes are not places in the list.
      throw Finding(outcome: error.outcome, reason: error.reason, span: modifier.value)
    }
  }

  /// Returns whether the url-filters of a filter would be too large, because that of each site repeats the modifier.
  static func isTooLarge(_ filter: CosmeticFilter) -> Bool {
    guard filter.domains.count > 1, let modifier = filter.modifiers.first else { return false }
    return modifier.value.count.multipliedClamped(by: filter.domains.count) > maximumSize
  }

  private static let maximumSize = 1 << 18

  private static func filters(
    of kind: CosmeticModifier.Kind, _ value: ByteRange, on names: [PageName]?, form: SuffixForm,
    in bytes: Span<UInt8>
  ) throws(Finding) -> PatternConverter.Result {
    let pattern: Pattern
    do throws(SyntaxProblem) {
      pattern = try Pattern(parsing: bytes, value)
    } catch {
      throw .syntax(error)
    }
    switch kind {
    case .url where names == nil:
      return try PatternConverter.convert(pattern, isCaseSensitive: false, in: bytes)
    case .path:
      let sites = names.map { $0.map { PagePathSite(name: $0, form) } } ?? [PagePathSite()]
      var filters: [URLFilter] = []
      for site in sites {
        switch pattern {
        case .plain(let plain): filters += try site.filters(plain, value: value, in: bytes)
        case .regex(let body): filters += try site.filters(regex: body, in: bytes)
        }
      }
      return PatternConverter.Result(filters: filters, isCaseSensitive: false)
    case .url, .app, .domain: throw .unsupported(.cosmeticModifier, span: value)
    }
  }
}

/// The pages of one site, or of any site, for modifiers that match the path and query.
struct PagePathSite {
  /// A pattern that ends at the end of the page's host.
  private let start: URLFilterBuilder
  private let includesPort: Bool

  init() {
    var builder = URLFilterBuilder(.authority)
    builder.authorityCharacter()
    builder.authorityRun()
    (start, includesPort) = (builder, true)
  }

  init(name: PageName, _ form: SuffixForm) {
    (start, includesPort) = (PagePattern.upToHostEnd(of: name, form, .labelBeforePath), false)
  }

  /// A pattern up to the `/` at the start of the path.
  private var path: URLFilterBuilder {
    var builder = start
    if !includesPort { builder.optionalPort() }
    builder.literal(ASCII.slash)
    return builder
  }

  /// Returns a pattern up to any position after the `/` at the start of the path.
  ///
  /// If the text that follows cannot begin in a port, a `:` or `/` after the host is enough. This is cheaper
  /// for WebKit than an optional port.
  private func anywhere(isFoundInPorts: Bool) -> URLFilterBuilder {
    var builder = isFoundInPorts ? path : start
    if !isFoundInPorts { builder.hostEnd() }
    builder.anyRun()
    return builder
  }

  func filters(
    _ pattern: PlainPattern, value: ByteRange, in bytes: Span<UInt8>
  ) throws(Finding) -> [URLFilter] {
    guard !pattern.body.isEmpty else {
      // `[$path]` is the page at `/`, and `[$path=*]` is any page.
      let filter = value.isEmpty ? path.finish(atEnd: true) : anywhere(isFoundInPorts: false).finish()
      return filter.map { [$0] } ?? []
    }
    let body = pattern.body
    let first = bytes[body.lowerBound]
    let beginsPath = first == ASCII.slash || first == ASCII.caret
    func finish(_ builder: URLFilterBuilder, from: Int) -> [URLFilter] {
      PatternConverter.finish(builder, pattern: pattern, from: from, isCaseSensitive: false, in: bytes)
    }
    switch pattern.start {
    case .hostLabel: throw .unsupported(.cosmeticModifier, span: value)
    case .url:
      // Every path begins with a `/`.
      guard beginsPath else { throw .unsupported(.regexNeverMatches, span: value) }
      return finish(path, from: body.lowerBound + 1)
    case .anywhere:
      let isFoundInPorts = includesPort ? !beginsPath : first.isDigit
      var filters: [URLFilter] = []
      if beginsPath {
        var builder = start
        builder.literal(ASCII.slash)
        filters = finish(builder, from: body.lowerBound + 1)
      }
      return filters + finish(anywhere(isFoundInPorts: isFoundInPorts), from: body.lowerBound)
    }
  }

  /// Returns the url-filters of pages whose path or query matches this regex. A `^` matches at the start of
  /// the path.
  func filters(regex: ByteRange, in bytes: Span<UInt8>) throws(Finding) -> [URLFilter] {
    do throws(RegexFilterProblem) {
      let range = 0..<regex.count
      var patterns: [RegexSequence] = []
      let slash = RegexPiece(.set(ASCIISet(ASCII.slash)))
      let atSlash = RegexConstraint(
        isNegated: false, problem: RegexFilterProblem(.tooManyAlternatives, at: range))
      let sequences = try RegexText.url.sequences(
        of: bytes.extracting(regex.indices), isCaseSensitive: false)
      for sequence in sequences {
        let isAnywhere = sequence.first == .piece(.anything)
        let found = isAnywhere ? RegexSequence(sequence.dropFirst()) : sequence
        let first = found.firstSteps().steps.reduce(ASCIISet()) { $0.union($1.set) }
        let isFoundInPorts =
          includesPort
          ? !first.isSubset(of: ASCIISet(ASCII.slash)) : !first.intersection(.digits).isEmpty
        // A path begins with a `/`, and a match can begin there.
        for beginning in try atSlash.apply([[.piece(slash), .piece(.anything)]], to: found) {
          if isAnywhere, !isFoundInPorts {
            patterns.append(RegexSequence(start) + beginning)
          } else {
            patterns.append(RegexSequence(path) + beginning.dropFirst())
          }
        }
        if isAnywhere { patterns.append(RegexSequence(anywhere(isFoundInPorts: isFoundInPorts)) + found) }
      }
      return try RegexFilters.urlFilters(for: patterns, range: range).urlFilters
    } catch {
      throw RegexPatterns.finding(error, body: regex)
    }
  }
}

extension DomainPath {
  func filters(
    _ reading: ListDialect.PathReading, form: SuffixForm, in bytes: Span<UInt8>
  ) throws(Finding) -> [URLFilter] {
    let pattern = PlainPattern(path: path, isAtStart: reading == .beginning)
    let site = site.map { PagePathSite(name: $0, form) } ?? PagePathSite()
    return try site.filters(pattern, value: path, in: bytes)
  }

  func excluded(
    _ reading: ListDialect.PathReading, in bytes: Span<UInt8>
  ) throws(Finding) -> ExcludedURLs {
    let urls = try filters(reading, form: .excluded, in: bytes).flatMap { $0.inPageURL }
    return site.map { ExcludedURLs([($0, urls)]) } ?? ExcludedURLs(filters: urls)
  }
}

extension CosmeticFilter {
  /// Returns the finding for a path in the domains that the dialect does not have, or that cannot be expressed.
  func pathFinding(in dialect: ListDialect) -> Finding? {
    guard let entry = domains.first(where: { $0.kind == .pages }) else { return nil }
    if dialect.pathReading(isException: isException) == nil || !modifiers.isEmpty {
      return .unsupported(.pathInDomains, span: entry.name)
    }
    // A path that is excluded from an exception, or from a filter that needs a script.
    guard isException || HidingConverter.scriptReason(kind) != nil else { return nil }
    return excludedPath.map { .unsupported(.pathInDomains, span: $0.name) }
  }

  var excludedPath: DomainEntry? { domains.first { $0.kind == .pages && $0.isExcluded } }
}
