import SluiceRules

/// The request types of the filter syntax.
struct RequestTypes: OptionSet, Hashable, Sendable {
  let rawValue: UInt16

  static let script = Self(rawValue: 1 << 0)
  static let image = Self(rawValue: 1 << 1)
  static let stylesheet = Self(rawValue: 1 << 2)
  static let font = Self(rawValue: 1 << 3)
  static let media = Self(rawValue: 1 << 4)
  static let object = Self(rawValue: 1 << 5)
  static let subdocument = Self(rawValue: 1 << 6)
  static let xmlhttprequest = Self(rawValue: 1 << 7)
  static let websocket = Self(rawValue: 1 << 8)
  static let ping = Self(rawValue: 1 << 9)
  static let other = Self(rawValue: 1 << 10)
  static let document = Self(rawValue: 1 << 11)
  static let popup = Self(rawValue: 1 << 12)

  /// The types that a filter without types applies to.
  static let subresources = Self(rawValue: (1 << 11) - 1)

  /// The corresponding WebKit types, except for page loads and popups.
  ///
  /// `ping` does not include WebKit's `other`, although WebKit assigns `other` to sendBeacon(): the filter
  /// would also block workers and event sources. WebKit assigns `other` to pings of links as well, so this
  /// type is never added for `ping`.
  var resourceTypes: ResourceTypes {
    var types: ResourceTypes = []
    for (requestType, resourceType) in Self.counterparts where contains(requestType) {
      types.formUnion(resourceType)
    }
    return types
  }

  /// The WebKit types that remain for a filter that excludes these types and includes none.
  ///
  /// WebKit also assigns `other` to pings of links, so excluding `ping` excludes `other` too.
  var remainingResourceTypes: ResourceTypes {
    var types: ResourceTypes = [
      .childDocument, .cspReport, .fetch, .font, .image, .media, .other, .ping, .script, .styleSheet,
      .svgDocument, .webSocket,
    ]
    types.subtract(resourceTypes)
    if contains(.image) { types.remove(.svgDocument) }
    if contains(.ping) { types.remove(.other) }
    return types
  }

  private static let counterparts: [(RequestTypes, ResourceTypes)] = [
    (.script, .script), (.image, .image), (.stylesheet, .styleSheet), (.font, .font),
    (.media, .media), (.subdocument, .childDocument), (.xmlhttprequest, .fetch), (.websocket, .webSocket),
    (.ping, .ping), (.other, [.other, .cspReport]),
  ]
}

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
