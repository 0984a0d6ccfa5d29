import SluiceRules

/// The requests that the rules of a filter apply to, for requests of pages and for page loads and popups.
struct RuleTypes {
  /// The types for requests of pages. An empty set means all types; a guard rule protects page loads and popups from
  /// rules without types. `nil` if the filter is only for page loads and popups.
  let requests: ResourceTypes?
  /// The types for page loads and popups.
  let pages: ResourceTypes
  /// The parties. Both parties together are the same as no party.
  let parties: LoadTypes

  init(_ options: borrowing FilterOptions) {
    parties = options.loadTypes == [.firstParty, .thirdParty] ? [] : options.loadTypes
    let isOnlyForPages =
      !options.isForEverything && !options.types.isEmpty && options.types.isSubset(of: [.document, .popup])
    requests = isOnlyForPages ? nil : Self.requestTypes(options)
    pages = Self.pageTypes(options)
  }

  private static func requestTypes(_ options: borrowing FilterOptions) -> ResourceTypes {
    if !options.types.isEmpty, !options.isForEverything { return options.types.resourceTypes }
    return options.excludedTypes.isDisjoint(with: .subresources.subtracting(.object))
      ? [] : options.excludedTypes.remainingResourceTypes
  }

  private static func pageTypes(_ options: borrowing FilterOptions) -> ResourceTypes {
    var types: RequestTypes = options.isForEverything ? [.document, .popup] : options.types
    if options.subject == .cookies {
      // Cookies are also blocked for page loads. A page load is never a third-party request.
      if types.isEmpty { types = .document }
      types.remove(options.loadTypes == .thirdParty ? [.document, .popup] : .popup)
    }
    types.subtract(options.excludedTypes)
    var pageTypes: ResourceTypes = []
    if types.contains(.document) { pageTypes.insert(.topDocument) }
    if types.contains(.popup) { pageTypes.insert(.popup) }
    return pageTypes
  }
}
