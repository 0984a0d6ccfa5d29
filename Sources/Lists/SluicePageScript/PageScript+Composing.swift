import SluiceConversion

extension PageScript {
  /// Returns whether running the action gives the list's author full control.
  ///
  /// This is true of scripts, and of scriptlets that uBlock Origin and AdGuard also accept only from trusted
  /// lists, under any of their names.
  public static func needsTrust(_ action: AdvancedAction) -> Bool {
    switch action {
    case .script: true
    case .scriptlet(let name?, _, let syntax):
      Scriptlet.resolve(name: name, dialect: syntax)?.isTrusted ?? name.hasPrefix("trusted-")
    case .snippets(let calls):
      calls.contains { call in
        call.first.flatMap { Snippet(rawValue: $0)?.scriptlet?.isTrusted } ?? false
      }
    case .scriptlet(nil, _, _), .hide, .remove, .removeAttribute, .removeClass, .style, .removeHTML,
      .removeResponseHeader, .redirect, .modify, .malformed:
      false
    }
  }

  /// Creates the scripts for filters that rules cannot express. Returns nil if pages need no script.
  ///
  /// - Parameters:
  ///   - advancedFilters: The filters.
  ///   - lists: Their lists, in the order of `AdvancedFilters.sources`.
  ///   - surrogates: The scripts that replace blocked scripts.
  ///   - blockedRequests: The requests to block in pages.
  ///   - elements: The elements of DuckDuckGo's configuration to hide or change in pages.
  ///   - watching: The reactions of the scripts to requests that appear to be blocked. By default, they
  ///     ignore them, and contain no code for it.
  ///   - problems: Receives the filters that the scripts do not apply, with the reasons.
  public init?(
    _ advancedFilters: AdvancedFilters, of lists: [List], surrogates: PageSurrogates? = nil,
    blockedRequests: BlockedPageRequests? = nil, elements: HiddenPageElements? = nil,
    watching: PageWatching = [], problems: inout [PageFilterProblem]
  ) {
    let filters = PageFilters(advancedFilters, of: lists, elements: elements)
    problems += filters.problems
    let isEmpty = filters.filters.isEmpty && watching.isEmpty
    guard !isEmpty || surrogates != nil || blockedRequests != nil else { return nil }
    let needs = PageScriptNeeds(
      filters.filters, surrogates: surrogates?.javaScript(), blockedRequests: blockedRequests?.javaScript(),
      watching: watching)
    isolated = isEmpty ? nil : needs.isolatedScript(PageTable(filters))
    page = needs.usesPage ? needs.pageScript() : nil
    (self.filters, exceptions) = (filters.filters.count, filters.exceptions.count)
    places = filters.places
  }
}
