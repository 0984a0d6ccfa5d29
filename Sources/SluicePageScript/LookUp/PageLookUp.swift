import SluiceAnalysis
import SluiceConversion
import SluiceText

/// A lookup of the filters that the scripts apply to a page.
///
/// It uses the same data and steps as `Isolated/look-up.js`, but returns the lines of the filters.
package struct PageLookUp: Sendable {
  /// The lines of the filters and exceptions, as in ``PageScript/places``.
  package let places: Set<FilterPlace>
  private let filters: [PageFilter]
  private let table: PageTable

  /// Creates a lookup for filters that rules cannot express.
  ///
  /// - Parameter lists: The lists of the filters, in the order of `AdvancedFilters.sources`.
  package init(_ advancedFilters: AdvancedFilters, of lists: [PageScript.List]) {
    let filters = PageFilters(advancedFilters, of: lists)
    self.filters = filters.filters
    places = filters.places
    table = PageTable(filters)
  }

  /// Returns the actions on a page, in the order of the filters. Conditions that only a browser can check,
  /// such as the window size, are assumed to be met.
  package func effects(on page: ScriptedPage) -> [PageEffect] {
    acting(on: page).map(\.number).sorted().map { PageEffect(filters[$0]) }
  }

  /// Returns the styles of the page that a user style sheet can apply, one rule per line: those of filters
  /// without operators and conditions whose declarations are all important.
  ///
  /// ``PageStyles`` returns the same styles without the lists. It describes what host apps do with them.
  package func styleSheet(on page: ScriptedPage) -> String {
    var rules: [Int: String] = [:]
    for (row, number) in acting(on: page) where table.userStyles.contains(number) {
      if case .rule(let rule, _) = filters[number].action { rules[row] = rule + "\n" }
    }
    return rules.sorted { $0.key < $1.key }.map(\.value).joined()
  }

  private func acting(on page: ScriptedPage) -> [(row: Int, number: Int)] {
    var included: Set<Int> = []
    var excluded: Set<Int> = []
    func take(_ references: [PageTable.Reference]) {
      for reference in references {
        if reference.isExcluded { excluded.insert(reference.row) } else { included.insert(reference.row) }
      }
    }
    take(table.everywhere)
    for key in page.keys { take(table.keys[key] ?? []) }
    for pattern in table.patterns where isFound(pattern.source, page: page) { take(pattern.references) }
    included.subtract(excluded)
    var off: ExemptPages.Parts = []
    for row in included {
      switch table.contents[row] {
      case .filters: break
      case .exception(let rows, let conditions):
        if hold(conditions, on: page, ifUnknown: false) { excluded.formUnion(rows) }
      case .exemption(let parts, let conditions):
        if hold(conditions, on: page, ifUnknown: false) { off.formUnion(parts) }
      }
    }
    return included.subtracting(excluded).flatMap { row -> [(row: Int, number: Int)] in
      switch table.contents[row] {
      case .filters(let numbers):
        return numbers.filter { acts(filters[$0], on: page, without: off) }.map { (row, $0) }
      case .exception, .exemption: return []
      }
    }
  }

  /// Returns whether a filter applies to the page and is not disabled there. The filter is one of several
  /// with the same action.
  private func acts(
    _ filter: PageFilter, on page: ScriptedPage, without off: ExemptPages.Parts
  ) -> Bool {
    guard hold(filter.conditions, on: page, ifUnknown: true) else { return false }
    var parts: ExemptPages.Parts = filter.included.isEmpty ? .genericHiding : []
    for scope in filter.included {
      switch scope.name {
      case .any: parts.insert(.genericHiding)
      case .key(let key):
        if page.keys.contains(PageTable.key(key, scope: scope)) { parts.insert(.specificHiding) }
      case .regex(let source): if isFound(source, page: page) { parts.insert(.specificHiding) }
      }
    }
    switch filter.action {
    case .scriptlet: return !parts.isEmpty && !off.contains(.scriptlets)
    case .rule: return !parts.subtracting(off).isEmpty
    case .elements(let selector, .removeHTML):
      return !parts.isEmpty && !off.contains(.htmlFilters)
        && selector.chains.contains { hold($0.conditions, on: page, ifUnknown: true) }
    case .elements(let selector, _):
      return !parts.subtracting(off).isEmpty
        && selector.chains.contains { hold($0.conditions, on: page, ifUnknown: true) }
    }
  }

  private func isFound(_ source: String, page: ScriptedPage) -> Bool {
    !page.host.isEmpty && TextOperand.isFound(source, in: page.host) ?? false
  }

  /// Returns whether all conditions are met.
  ///
  /// - Parameter unknown: The result for conditions that only a browser can check.
  private func hold(_ conditions: [PageCondition], on page: ScriptedPage, ifUnknown unknown: Bool) -> Bool {
    conditions.allSatisfy { $0.holds(on: page) ?? unknown }
  }
}

/// A document in which the page scripts run.
package struct ScriptedPage: Sendable {
  /// The host of the document or, if it has none, of the nearest document that embeds it.
  let host: String
  let keys: Set<String>
  /// The path and query.
  let path: String
  let url: String

  /// - Parameter ancestors: The URLs of the documents that it is embedded in, the nearest first.
  package init(url: some InputBytes & ~Escapable, ancestors: [[UInt8]] = []) {
    let hosts = ancestors.map { SerializedURL($0).hostString }
    let document = SerializedURL(url)
    let own = document.hostString
    host = own.isEmpty ? hosts.first { !$0.isEmpty } ?? "" : own
    self.url = String(decoding: document.bytes, as: UTF8.self)
    path = String(decoding: document.withoutFragment.drop(schemeAndAuthorityOf: document), as: UTF8.self)
    var keys: Set<String> = []
    if !host.isEmpty {
      keys.formUnion(Self.keys(of: host))
      for name in [host] + hosts where !name.isEmpty { keys.formUnion(Self.keys(of: name).map { ">" + $0 }) }
    }
    self.keys = keys
  }

  /// Returns the keys of a host: the host, its parent domains, and their entities (`name.*`).
  private static func keys(of host: String) -> [String] {
    // Each suffix of the host is a key. Hosts that are too long to be valid would have too many keys.
    let bytes = Array(host.utf8)
    guard HostNames.isPossible(bytes.span) else { return [] }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    var keys = labels.indices.map { labels[$0...].joined(separator: ".") }
    let isPair =
      labels.count > 2 && labels[labels.count - 1].count == 2
      && KnownSuffixes.secondLevels.contains(Array(labels[labels.count - 2].utf8))
    let names = labels.dropLast(isPair ? 2 : 1)
    keys += names.indices.map { names[$0...].joined(separator: ".") + ".*" }
    return keys
  }
}

extension [UInt8] {
  /// Returns the part of the URL after the host and port.
  fileprivate func drop(schemeAndAuthorityOf url: SerializedURL) -> ArraySlice<UInt8> {
    guard !url.host.isEmpty, let colon = firstIndex(of: ASCII.colon), count > colon + 3 else {
      return dropFirst(prefix { $0 != ASCII.colon }.count + 1)
    }
    return self[(colon + 3)...].drop { $0 != ASCII.slash }
  }
}

extension PageCondition {
  /// Returns whether the condition is met on a page; nil if only a browser can tell.
  func holds(on page: ScriptedPage) -> Bool? {
    switch self {
    case .path(let operand): operand.isFound(in: page.path)
    case .url(let operand): operand.isFound(in: page.url)
    // Media queries depend on the window.
    case .media: nil
    }
  }
}

extension TextOperand {
  /// Returns whether a text contains the operand; nil if Swift cannot parse the regex.
  func isFound(in text: String) -> Bool? {
    switch self {
    case .any: true
    case .literal(let part): text.contains(part)
    case .regex(let source, let flags):
      Self.isFound(source, in: text, ignoresCase: flags.contains("i"))
    }
  }

  /// Returns whether a JavaScript regex matches a part of a text; nil if Swift cannot parse it.
  static func isFound(_ source: String, in text: String, ignoresCase: Bool = false) -> Bool? {
    guard let regex = try? Regex(source).ignoresCase(ignoresCase).matchingSemantics(.unicodeScalar) else {
      return nil
    }
    return text.contains(regex)
  }
}
