import SluiceRules
import SluiceSyntax
import SluiceText

/// The filters of a conversion that need a page script, a style sheet in the page, or a proxy.
///
/// ``ConversionResult/advancedFilters()`` returns those of a conversion. The data is for apps that can apply these filters.
/// This type neither runs nor validates them.
public struct AdvancedFilters: Hashable, Sendable {
  /// The names of the inputs.
  package var sources: [String]
  /// The filters, in the order of inputs and lines.
  package var filters: [AdvancedFilter]
  /// The exceptions for whole pages, which also apply to these filters. The rules contain them, the JSON does
  /// not.
  package var exemptions: [ExemptPages]

  /// The filters with `#?#` for sites that rules express, and the exceptions to them, with normalized selectors. WebKit
  /// applies no rules of a page in its frames without a URL, so page scripts also apply these filters. The JSON does
  /// not have them.
  package var hiding: [AdvancedFilter]

  /// Creates an empty set of filters.
  package init() { (sources, filters, exemptions, hiding) = ([], [], [], []) }

  init(_ sources: [ParsedSource], report: ConversionReport, options: ConversionOptions) {
    self.sources = sources.map { $0.name }
    var places = Self.reported(report, in: sources)
    hiding = Self.hiding(in: sources, except: Set(report.diagnostics.map { $0.place }), options)
    let badfilters = places.isEmpty && hiding.isEmpty ? Badfilters() : Badfilters(of: sources, options)
    places += Self.exceptions(to: places, in: sources, options)
    places += Self.cookieExceptions(to: places, in: sources, but: badfilters, options)
    places.sort()
    exemptions =
      places.isEmpty && hiding.isEmpty ? [] : ExemptPages.all(in: sources, but: badfilters, options)
    let dialects = places.isEmpty ? [] : sources.map { ListDialect(of: $0, options) }
    filters = []
    filters.reserveCapacity(places.count)
    var previous: FilterPlace?
    for place in places where place != previous {
      previous = place
      let source = sources[place.source]
      let content = source.list.lines[place.lineIndex].content
      var reader = AdvancedFilterReader(
        place: place, location: source.location(ofLine: place.lineIndex), dialect: dialects[place.source])
      if case .network(let filter) = content {
        reader.removedDomains = badfilters.removedDomains(
          of: filter, dialects[place.source], in: source.list.bytes.span)
      }
      filters += reader.filters(content, in: source.list.bytes.span)
    }
  }

  /// Returns the filters that the report marks as needing a script. Also returns network filters whose report
  /// states another reason, because only the first reason is reported.
  ///
  /// Unsupported filters are excluded, because their meaning is unknown.
  private static func reported(_ report: ConversionReport, in sources: [ParsedSource]) -> [FilterPlace] {
    report.diagnostics.compactMap { diagnostic in
      let place = diagnostic.place
      // A program can change the report.
      guard sources.indices.contains(place.source),
        sources[place.source].list.lines.indices.contains(place.lineIndex)
      else { return nil }
      switch diagnostic.outcome {
      case .needsScript, .inPage: return place
      case .approximated: break
      // A redirect can still apply if its blocking rule exceeded the limit.
      case .unsupported: if diagnostic.reason != .conversion(.ruleLimit) { return nil }
      case .converted: return nil
      }
      if case .network = sources[place.source].list.lines[place.lineIndex].content {
        return place
      }
      return nil
    }
  }

  /// Returns the exact filters with `#?#` for sites, and the exceptions to them.
  private static func hiding(
    in sources: [ParsedSource], except reported: Set<FilterPlace>, _ options: ConversionOptions
  ) -> [AdvancedFilter] {
    let filters = hiding(in: sources, options) { place, filter in
      filter.kind == .extendedHiding && !filter.isException && !reported.contains(place)
        && filter.domains.contains { !$0.isExcluded }
    }
    let selectors = Set(filters.map { $0.action })
    guard !selectors.isEmpty else { return [] }
    let exceptions = hiding(in: sources, options) { _, filter in filter.isException && isSelector(filter.kind)
    }
    return filters + exceptions.filter { selectors.contains($0.action) }
  }

  /// Returns the active hiding filters that meet a condition, except those for paths.
  private static func hiding(
    in sources: [ParsedSource], _ options: ConversionOptions,
    where predicate: (FilterPlace, CosmeticFilter) -> Bool
  ) -> [AdvancedFilter] {
    var filters: [AdvancedFilter] = []
    let activeLines = ActiveLines(constants: options.constants)
    for (number, source) in sources.enumerated() {
      var active: ActiveLines.Reading?
      let bytes = source.list.bytes.span
      for (index, line) in source.list.lines.enumerated() {
        guard case .cosmetic(let filter) = line.content else { continue }
        let place = FilterPlace(source: number, lineIndex: index)
        guard predicate(place, filter), filter.modifiers.isEmpty,
          !filter.domains.contains(where: { $0.kind == .pages }),
          let selector = try? SelectorText.selector(of: filter, in: bytes)
        else { continue }
        active = active ?? activeLines.read(source.list)
        guard active?.isActive(index) ?? true else { continue }
        var domains = AdvancedFilter.Domains()
        domains.add(filter.domains, in: bytes)
        filters.append(
          AdvancedFilter(
            action: .hide(selector: String(decoding: selector.bytes, as: UTF8.self)),
            isException: filter.isException, domains: domains, place: place,
            location: source.location(ofLine: index)))
      }
    }
    return filters
  }

  /// Returns the `#@#` exceptions with the selectors of filters that need a script. These exceptions are
  /// exact, so the report does not list them.
  private static func exceptions(
    to advancedFilters: [FilterPlace], in sources: [ParsedSource], _ options: ConversionOptions
  ) -> [FilterPlace] {
    var selectors: Set<String> = []
    for place in advancedFilters {
      let list = sources[place.source].list
      guard case .cosmetic(let filter) = list.lines[place.lineIndex].content else { continue }
      if isSelector(filter.kind) { selectors.insert(list.bytes.span.text(filter.body)) }
    }
    guard !selectors.isEmpty else { return [] }
    var exceptions: [FilterPlace] = []
    let activeLines = ActiveLines(constants: options.constants)
    for (number, source) in sources.enumerated() {
      let active = activeLines.read(source.list)
      let bytes = source.list.bytes.span
      for (index, line) in source.list.lines.enumerated() {
        guard case .cosmetic(let filter) = line.content, filter.isException, isSelector(filter.kind),
          active.isActive(index), selectors.contains(bytes.text(filter.body))
        else { continue }
        exceptions.append(FilterPlace(source: number, lineIndex: index))
      }
    }
    return exceptions
  }

  /// Returns the exceptions to all cookie filters, if some cookie filters need a script. These exceptions are
  /// exact, so the report does not list them.
  private static func cookieExceptions(
    to advancedFilters: [FilterPlace], in sources: [ParsedSource], but badfilters: Badfilters,
    _ options: ConversionOptions
  ) -> [FilterPlace] {
    func isAboutCookies(_ filter: NetworkFilter) -> Bool { filter.options.contains { $0.kind == .cookie } }
    let isNeeded = advancedFilters.contains { place in
      let line = sources[place.source].list.lines[place.lineIndex]
      if case .network(let filter) = line.content { return isAboutCookies(filter) }
      return false
    }
    guard isNeeded else { return [] }
    var places: [FilterPlace] = []
    let activeLines = ActiveLines(constants: options.constants)
    for (number, source) in sources.enumerated() {
      let active = activeLines.read(source.list)
      let dialect = ListDialect(of: source, options)
      for (index, line) in source.list.lines.enumerated() where active.isActive(index) {
        guard case .network(let filter) = line.content else { continue }
        if filter.isException, isAboutCookies(filter),
          !badfilters.disables(filter, dialect: dialect, in: source.list.bytes.span)
        {
          places.append(FilterPlace(source: number, lineIndex: index))
        }
      }
    }
    return places
  }

  /// Returns whether the converter treats filters of this kind as hiding filters, unless their selector
  /// requires a script.
  private static func isSelector(_ kind: CosmeticFilter.Kind) -> Bool {
    kind == .hiding || kind == .extendedHiding
  }
}

extension AdvancedFilters {
  /// The version of the JSON document. It changes if a reader of the previous version could misread the new
  /// one.
  public static let documentVersion = 1

  /// Returns the JSON document that `docs/reference/advanced.md` describes, in UTF-8 with one string or filter per
  /// line. Equal filters give equal bytes.
  public func encodedJSON() -> [UInt8] {
    var encoder = AdvancedFilterEncoder(filters: filters.count)
    for filter in filters { encoder.append(filter) }
    return encoder.document(sources: sources)
  }
}

/// Encodes filters one at a time and collects their strings, which precede the filters in the document.
private struct AdvancedFilterEncoder {
  private var strings = ByteTable(capacity: 1 << 11)
  private var json: JSONWriter

  init(filters: Int) { json = JSONWriter(.lineEnds, capacity: filters * 96) }

  func document(sources: [String]) -> [UInt8] {
    var document = JSONWriter(.lineEnds, capacity: 2 * json.bytes.count + 32 * strings.count)
    document.object { document in
      document.add("version", number: AdvancedFilters.documentVersion)
      document.breakLine()
      document.add("sources", texts: sources)
      document.breakLine()
      document.array("strings") { document in
        for number in 0..<strings.count {
          document.breakLine()
          document.append(strings[number])
        }
      }
      document.breakLine()
      document.array("filters") { $0.append(written: json.bytes) }
    }
    document.endLine()
    return document.bytes
  }

  mutating func append(_ filter: AdvancedFilter) {
    json.breakLine()
    json.openObject()
    json.add("kind", text: filter.action.kind)
    if filter.isException { json.add("exception", flag: true) }
    append(filter.action)
    append("domains", list: filter.domains.included.map { $0.description })
    append("notDomains", list: filter.domains.excluded.map { $0.description })
    for modifier in filter.modifiers { append(modifier) }
    if let request = filter.request { append(request) }
    json.add("source", number: filter.place.source)
    json.add("line", number: filter.line)
    json.closeObject()
  }

  private mutating func append(_ action: AdvancedAction) {
    switch action {
    case .hide(let selector), .remove(let selector): append("selector", string: selector)
    case .removeAttribute(let name, let selector), .removeClass(let name, let selector):
      append("selector", string: selector)
      append("name", string: name)
    case .style(let selector, let declarations, let condition):
      append("selector", string: selector)
      append("style", string: declarations)
      append("condition", string: condition)
    case .scriptlet(let name, let arguments, let syntax):
      append(syntax)
      append("name", string: name)
      append("args", list: arguments)
    case .script(let text): append("script", string: text)
    case .snippets(let calls): append(calls)
    case .removeHTML(let selector, let syntax):
      append(syntax)
      append("selector", string: selector)
    case .removeResponseHeader(let name): append("name", string: name)
    case .redirect(let redirect):
      append("resource", string: redirect.resource)
      if let priority = redirect.priority { json.add("priority", number: priority) }
    case .modify(_, let value): append("value", string: value)
    case .malformed(_, let body): append("body", string: body)
    }
  }

  private mutating func append(_ request: AdvancedFilter.Request) {
    append("pattern", string: request.pattern)
    append("types", options: request.types)
    append("notTypes", options: request.excludedTypes)
    append("parties", options: request.parties)
    if request.isCaseSensitive { json.add("matchCase", flag: true) }
    if request.isImportant { json.add("important", flag: true) }
    append("options", list: request.otherOptions)
  }

  private mutating func append(_ modifier: AdvancedFilter.Modifier) {
    switch modifier.kind {
    case .path: append("path", string: modifier.value)
    case .url: append("url", string: modifier.value)
    case .app: append("app", string: modifier.value)
    // The parser has added these to the domains.
    case .domain: break
    }
  }

  private mutating func append(_ syntax: AdvancedAction.Syntax) {
    json.add("syntax", text: syntax.rawValue)
  }

  private mutating func append(_ calls: [[String]]) {
    let calls = calls.map { numbers(of: $0) }
    json.array("calls") { json in
      for numbers in calls { json.array(numbers) }
    }
  }

  /// Writes the names of options, unless the list is empty.
  private mutating func append(_ name: StaticString, options: [OptionKind]) {
    guard !options.isEmpty else { return }
    json.add(name, texts: options.map { $0.rawValue })
  }

  /// Writes the numbers of strings, unless the list is empty.
  private mutating func append(_ name: StaticString, list: [String]) {
    guard !list.isEmpty else { return }
    let numbers = numbers(of: list)
    json.add(name, numbers: numbers)
  }

  /// Writes the number of a string, unless it is `nil`.
  private mutating func append(_ name: StaticString, string: String?) {
    guard let string else { return }
    json.add(name, number: strings.insert(string))
  }

  private mutating func numbers(of list: [String]) -> [Int] { list.map { strings.insert($0) } }
}
