import SluiceRequestChanges
import SluiceRules
import SluiceSyntax

/// uBlock Origin's filters that remove headers from the responses of pages and frames: `site.example##^responseheader(name)`.
struct ResponseHeaderFilters {
  private var filters: [(name: [UInt8], pages: DomainSet, place: FilterPlace)] = []
  private var exceptions: [(name: [UInt8], pages: DomainSet)] = []

  /// Adds a filter. Throws a finding if WebKit cannot remove the header on these pages.
  mutating func add(_ filter: CosmeticFilter, at place: FilterPlace, in bytes: Span<UInt8>) throws(Finding) {
    guard case .removeResponseHeader(let text) = AdvancedFilterReader.action(of: filter, in: bytes) else {
      throw .needsScript(.responseHeader, filter.body)
    }
    let name = Array(text.utf8)
    guard RequestChange.canChange(header: name) else { throw .unsupported(.unknownHeader, filter.body) }
    let pages = try DomainSet(filter.domains, in: bytes)
    if filter.isException {
      exceptions.append((name, pages))
      return
    }
    guard !pages.includesNothing, pages.regexes.isEmpty, pages.paths.isEmpty, pages.excludedNames.isEmpty,
      filter.modifiers.isEmpty
    else { throw .unsupported(.changeConditions, pages.range) }
    filters.append((name, pages, place))
  }

  /// Adds the changes to those of network filters, and returns the outcomes of their filters.
  func finish(in order: inout ChangeOrder) -> [(FilterPlace, Finding?)] {
    var findings: [(FilterPlace, Finding?)] = []
    for filter in filters {
      let own = exceptions.filter { $0.name == filter.name }
      let isExcepted = own.contains { exception in
        exception.pages.includesNothing || !exception.pages.regexes.isEmpty || !exception.pages.paths.isEmpty
          || !exception.pages.entities.isEmpty || !filter.pages.entities.isEmpty
          || exception.pages.hosts.contains { host in
            filter.pages.hosts.contains {
              HostNames.isHost(host, within: $0) && !HostNames.isHost($0, within: host)
            }
          }
      }
      let hosts = filter.pages.hosts.filter { host in
        !own.contains { $0.pages.hosts.contains { HostNames.isHost(host, within: $0) } }
      }
      let urls =
        hosts.compactMap { PagePattern.host($0) }
        + filter.pages.entities.compactMap { PagePattern.requests(to: .entity($0), .included) }
      guard !isExcepted, !urls.isEmpty else {
        findings.append((filter.place, .unsupported(.changeExceptions, filter.pages.range)))
        continue
      }
      let action = ChangeAction.changeHeader(HeaderChange(filter.name, .remove), ofRequest: false)
      order.add(.headers, action, ChangeScope(documents: urls), isImportant: false, at: filter.place)
      findings.append((filter.place, filter.pages.finding))
    }
    return findings
  }
}
