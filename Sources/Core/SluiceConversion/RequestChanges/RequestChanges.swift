import SluiceRequestChanges
import SluiceRules
import SluiceSyntax

/// The rules for a web extension that change requests and responses as filters ask for, which a content blocker cannot.
///
/// ``ConversionResult/requestChanges`` has those of a conversion.
public struct RequestChanges: Sendable {
  /// The rules, in the order of their priorities.
  public internal(set) var rules: [RequestChange] = []
  /// The filters of each rule.
  public internal(set) var origins: [[FilterPlace]] = []
  /// The number of filters with a rule.
  public var filterCount: Int { Set(origins.flatMap { $0 }).count }
  /// The outcome of each filter that asks for a change that rules can make; nil for an exact one.
  private var findings: [FilterPlace: Finding?] = [:]

  /// Collects the filters of a conversion that change requests.
  init(_ sources: [ParsedSource], _ options: ConversionOptions) {
    let badfilters = Badfilters(of: sources, options)
    let activeLines = ActiveLines(constants: options.constants)
    var order = ChangeOrder()
    for (number, source) in sources.enumerated() {
      let bytes = source.list.bytes.span
      let dialect = ListDialect(of: source, options)
      var active: ActiveLines.Reading?
      for (index, line) in source.list.lines.enumerated() {
        guard case .network(let filter) = line.content, !filter.options.isEmpty else { continue }
        let changes = filter.options.filter { ChangeAction.kind(of: $0.kind) != nil && !$0.isNegated }
        guard let option = changes.first else { continue }
        active = active ?? activeLines.read(source.list)
        guard active?.counts(index) ?? true, !badfilters.disables(filter, dialect, in: bytes),
          !filter.options.contains(where: { $0.kind == .badfilter })
        else { continue }
        let place = FilterPlace(source: number, lineIndex: index)
        do throws(Finding) {
          guard changes.count == 1, let kind = ChangeAction.kind(of: option.kind) else {
            throw .dropped(.conflictingOptions, option.range)
          }
          let scope = try ChangeScope(
            filter, changing: kind, dialect,
            without: badfilters.removedDomains(of: filter, dialect, in: bytes), in: bytes)
          findings[place] = .some(scope.finding)
          if filter.isException {
            order.add(exceptionTo: kind, option, scope, at: place, in: bytes)
          } else {
            let action = try ChangeAction(kind, option, in: bytes)
            if kind == .policy {
              findings[place] = .some(scope.finding ?? .approximated(.mergedPolicy, option.range))
            }
            order.add(
              kind, action, scope, isImportant: filter.options.contains { $0.kind == .important }, at: place)
          }
        } catch {
          findings[place] = .some(error)
        }
      }
    }
    // In an exception to changes, `document` is only a type.
    let exempt = PageExemption.all(in: sources, but: badfilters, options).filter { exemption in
      findings[exemption.place] == nil && !Self.isAboutSkippedURLs(exemption, sources)
    }
    order.finish(excepting: exempt)
    (rules, origins) = (order.rules, order.origins)
    for place in order.limited {
      if findings[place] == .some(nil) {
        findings[place] = .some(.approximated(.changeExceptions, ByteRange(0, 0)))
      }
    }
    for place in order.undone { findings[place] = .some(.dropped(.changeExceptions, ByteRange(0, 0))) }
  }

  private static func isAboutSkippedURLs(_ exemption: PageExemption, _ sources: [ParsedSource]) -> Bool {
    let line = sources[exemption.place.source].list.lines[exemption.place.lineIndex]
    guard case .network(let filter) = line.content else { return false }
    return filter.options.contains { $0.kind == .urlskip }
  }

  /// Returns the finding about a filter, nil in it if the filter is exact; nil if the filter changes no requests.
  func finding(at place: FilterPlace) -> Finding?? { findings[place] }
}

extension ConversionResult {
  /// The rules for a web extension that change requests and responses as filters ask for.
  ///
  /// They are made on each access.
  public var requestChanges: RequestChanges { RequestChanges(sources, options) }
}

extension ConversionReport {
  /// Changes the outcome of filters that rules of a web extension apply.
  public mutating func settle(in changes: RequestChanges) {
    diagnostics = diagnostics.compactMap { diagnostic in
      guard diagnostic.outcome == .deferred, let finding = changes.finding(at: diagnostic.place) else {
        return diagnostic
      }
      guard let finding else {
        exact += 1
        return nil
      }
      var diagnostic = diagnostic
      (diagnostic.outcome, diagnostic.reason) = (finding.outcome, finding.reason)
      return diagnostic
    }
  }
}
