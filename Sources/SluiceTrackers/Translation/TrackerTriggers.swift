import SluiceRules
import SluiceText

/// Pages and request types, for use in triggers.
struct TrackerPageScope {
  var pages: PageSet
  /// The names of the types, or `nil` for all types.
  var types: [String]?

  init(_ scope: TrackerRule.Scope?) {
    pages = scope?.domains.map { PageSet(within: $0) } ?? .all
    types = scope?.types
  }

  func intersection(_ other: TrackerPageScope) -> TrackerPageScope {
    var both = self
    both.pages = pages.intersection(other.pages)
    switch (types, other.types) {
    case (nil, let types): both.types = types
    case (_, nil): break
    case (let a?, let b?): both.types = a.filter(b.contains)
    }
    return both
  }

  var isEmpty: Bool { pages.isEmpty || types?.isEmpty == true }

  var lacksTypes: Bool { RequestTypeNames.resourceTypes(types)?.isEmpty == true }

  /// Whether the scope includes beacons, but its WebKit types do not include the type of beacons.
  var missesBeacons: Bool {
    guard let types, types.contains(where: PageRequest.beacon.typeNames.contains) else { return false }
    return RequestTypeNames.resourceTypes(types)?.contains(.other) == false
  }

  /// Limits a trigger to this scope. Returns `nil` if the trigger could never match.
  func limiting(_ trigger: Trigger) -> Trigger? {
    var trigger = trigger
    if let types = RequestTypeNames.resourceTypes(types) {
      guard !types.isEmpty else { return nil }
      trigger.resourceTypes = types
    }
    return pages.limiting(trigger)
  }
}

extension Trigger {
  /// Returns the trigger with another pattern. Its condition stays the same array, so that many patterns can share
  /// it.
  func with(_ urlFilter: URLFilter) -> Trigger {
    var trigger = self
    trigger.urlFilter = urlFilter
    return trigger
  }
}

/// The names of request types in Tracker Radar, which are those of WebExtensions.
enum RequestTypeNames {
  /// Returns the WebKit types for these names. If `names` is `nil`, the result is `nil`, which stands for all
  /// types. If WebKit has none of the types, the result is empty.
  ///
  /// As in filters, `ping` does not include WebKit's type `other`, which covers beacons, but also workers and
  /// event sources.
  static func resourceTypes(_ names: [String]?) -> ResourceTypes? {
    names.map { $0.reduce(into: ResourceTypes()) { $0.formUnion(counterparts[$1] ?? []) } }
  }

  /// Returns whether the type is a page load or a popup.
  static func isNavigation(_ name: String) -> Bool {
    name == "popup" || counterparts[name] == .topDocument
  }

  private static let counterparts: [String: ResourceTypes] = [
    "script": .script, "image": .image, "imageset": .image, "stylesheet": .styleSheet, "font": .font,
    "media": .media, "xmlhttprequest": .fetch, "websocket": .webSocket, "ping": .ping, "beacon": .ping,
    "subdocument": .childDocument, "sub_frame": .childDocument, "frame": .childDocument,
    "other": [.other, .cspReport], "csp_report": .cspReport, "document": .topDocument,
    "main_frame": .topDocument,
  ]
}

/// A kind of request that page scripts can intercept.
package enum PageRequest: String, Hashable, Sendable, CaseIterable {
  /// `fetch` and `XMLHttpRequest`.
  case xmlhttprequest
  /// `navigator.sendBeacon`. WebKit's type is `other`; the data calls it `beacon` or `ping`.
  case beacon

  var typeNames: Set<String> {
    switch self {
    case .xmlhttprequest: ["xmlhttprequest"]
    case .beacon: ["beacon", "ping"]
    }
  }
}

enum RequestedHost: Hashable {
  /// A tracker's domain, including subdomains.
  case tracker([UInt8])
  /// A single host that is an alias of another host. Regexes are matched against the other host.
  case cloaked([UInt8], target: [UInt8])

  /// The known end of the host that regexes are matched against.
  var known: [UInt8] {
    switch self {
    case .tracker(let domain): domain
    case .cloaked(_, let target): target
    }
  }

  /// The end of the host in the request.
  var written: [UInt8] {
    switch self {
    case .tracker(let domain): domain
    case .cloaked(let host, _): host
    }
  }

  /// Returns the size of the host's entry in the data. The rules of a tracker are in its own entry only.
  func size(of tracker: Tracker) -> Int {
    switch self {
    case .tracker: tracker.size
    case .cloaked(let host, let target): 64 + host.count + target.count
    }
  }

  /// The url-filter for all requests to the host, on any port.
  var urlFilter: URLFilter? {
    switch self {
    case .tracker(let domain): .host(domain.span)
    case .cloaked(let host, _): URLFilterBuilder(.authority, host: host).finish(with: .request)
    }
  }

  /// The load types of the rules.
  ///
  /// Tracker rules apply to third-party requests. The name of an alias belongs to the site itself, so
  /// requests to it count as first-party.
  var loadTypes: LoadTypes {
    switch self {
    case .tracker: .thirdParty
    case .cloaked: []
    }
  }
}

extension URLFilterPattern.Term {
  static let anyRun = Self(.any, repetition: .zeroOrMore)
  static let authorityRun = Self(.characters(.notSlash), repetition: .zeroOrMore)

  var isGroup: Bool { if case .group = atom { true } else { false } }

  /// Returns whether a single repetition of the term matches the byte, ignoring case.
  func accepts(_ byte: UInt8) -> Bool {
    switch atom {
    case .any: true
    case .literal(let literal): literal == byte || ASCIISet(literal).caseFolded.contains(byte)
    case .characters(let characters): characters.matched(isCaseSensitive: false).contains(byte)
    case .group: false
    }
  }

  /// The term without the characters that cannot occur in a host, or `nil` if nothing remains.
  var insideHost: Self? {
    let outside = ASCIISet(ASCII.slash).union(ASCIISet(ASCII.colon))
      .union(ASCIISet(ASCII.question))
    switch atom {
    case .any: return Self(.characters(.init(outside, isNegated: true)), repetition: repetition)
    case .literal(let byte): return outside.contains(byte) ? nil : self
    case .characters(let characters) where characters.isNegated:
      return Self(
        .characters(.init(characters.members.union(outside), isNegated: true)), repetition: repetition)
    case .characters(let characters):
      let members = characters.members.subtracting(outside)
      return members.isEmpty ? nil : Self(.characters(.init(members)), repetition: repetition)
    case .group: return nil
    }
  }
}

extension URLFilterPattern.CharacterClass {
  static let notSlash = Self(ASCIISet(ASCII.slash), isNegated: true)
}

extension [URLFilterPattern.Term] {
  static let atAuthority = HostAnchor.authority.terms
  /// The start of a URL, up to its host or a label of the host: the filter syntax's `||`.
  static let atHostLabel = HostAnchor.label.terms

  /// The text of the terms, or `nil` if not all of them are literals.
  var literalText: String? {
    var bytes: [UInt8] = []
    for term in self {
      guard case .literal(let byte) = term.atom else { return nil }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
