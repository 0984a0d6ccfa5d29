import SluiceConversion
import SluiceSyntax
import SluiceText

/// The filters that page scripts apply, the exceptions to them, and the problems of those that no script applies.
struct PageFilters {
  private(set) var filters: [PageFilter] = []
  private(set) var exceptions: [PageFilterException] = []
  private(set) var pageWide: [PageWideException] = []
  private(set) var problems: [PageFilterProblem] = []
  /// The lines of filters and exceptions that the page scripts fully apply.
  private(set) var places: Set<FilterPlace> = []

  /// Selects, from the filters that rules cannot express, those that page scripts apply. Filters for requests
  /// and responses are left out.
  init(_ advancedFilters: AdvancedFilters, of lists: [PageScript.List], elements: HiddenPageElements? = nil) {
    var found: [(filter: PageFilter, location: TextLocation)] = []
    // Without knowing the pages of such an exception, removal could reach them.
    let keepsHTML = advancedFilters.exemptions.contains { $0.hosts == nil && $0.parts == .htmlFilters }
    for filter in advancedFilters.filters where filter.request == nil {
      guard lists.indices.contains(filter.place.source) else { continue }
      if keepsHTML, case .removeHTML(let selector, _) = filter.action, !filter.isException {
        problems.append(
          PageFilterProblem(
            reason: .response, place: filter.place, location: filter.location, text: selector))
        continue
      }
      do throws(Refusal) {
        var isUsed = false
        for part in Self.parts(filter) {
          if !part.isException {
            let made = try Self.filters(part, of: lists[filter.place.source])
            found += made.map { ($0, filter.location) }
            isUsed = true
          } else if let exception = try Self.exception(part) {
            exceptions.append(exception)
            isUsed = true
          }
        }
        if isUsed { places.insert(filter.place) }
      } catch {
        problems.append(
          PageFilterProblem(
            reason: error.reason, place: filter.place, location: filter.location, text: error.text))
      }
    }
    filters = withinLimit(found) + (elements?.filters ?? [])
    for filter in advancedFilters.hiding where lists.indices.contains(filter.place.source) {
      addHiding(filter, of: lists[filter.place.source])
    }
    // Without filters, exceptions have no effect.
    guard !filters.isEmpty else {
      places = []
      return
    }
    for exemption in advancedFilters.exemptions {
      if let hosts = exemption.hosts {
        pageWide.append(
          PageWideException(parts: exemption.parts, pages: hosts.map { PageScope(pagesOf: $0) }))
        if exemption.exemptsAllFilters { places.insert(exemption.place) }
      } else {
        problems.append(
          PageFilterProblem(
            reason: .pageException, place: exemption.place, location: exemption.location, text: ""))
      }
    }
  }

  /// Adds a hiding filter that is also a rule, or an exception to one.
  private mutating func addHiding(_ filter: AdvancedFilter, of list: PageScript.List) {
    guard case .hide(let selector) = filter.action else { return }
    if filter.isException {
      if let exception = try? Self.exception(filter) { exceptions.append(exception) }
      return
    }
    filters.append(
      PageFilter(
        action: .rule("\(selector) { display: none !important }", isImportant: true),
        identity: .action(filter.action), included: filter.domains.included.map { PageScope($0) },
        excluded: filter.domains.excluded.map { PageScope($0) },
        excludesForAll: list.dialect == .uBlockOrigin, place: filter.place))
  }

  /// Returns the filters, except some of many filters with the same identity and many exceptions with
  /// conditions. Each of these exceptions needs a row that names every filter.
  private mutating func withinLimit(_ found: [(filter: PageFilter, location: TextLocation)]) -> [PageFilter] {
    var conditional: [PageFilterIdentity: Int] = [:]
    for exception in exceptions where !exception.isEverywhere && !exception.isOfPagesAlone {
      conditional[exception.identity, default: 0] += 1
    }
    guard !conditional.isEmpty else { return found.map(\.filter) }
    var counts: [PageFilterIdentity: Int] = [:]
    var kept: [PageFilter] = []
    for (filter, location) in found {
      if let exceptions = conditional[filter.identity] {
        let count = counts[filter.identity, default: 0] + 1
        guard count * exceptions <= Self.maximumExceptions + 8 * (count + exceptions) else {
          places.remove(filter.place)
          problems.append(
            PageFilterProblem(
              reason: .outOfProportion, place: filter.place, location: location, text: ""))
          continue
        }
        counts[filter.identity] = count
      }
      kept.append(filter)
    }
    return kept
  }

  /// The maximum number of references from exceptions with conditions to filters, in addition to a few per
  /// filter and exception.
  private static let maximumExceptions = 16_384

  /// Returns the problems of filters that are invalid in every content blocker. The bodies of exceptions, and of
  /// filters for responses, are checked too.
  static func mistakes(in advancedFilters: AdvancedFilters, of lists: [PageScript.List])
    -> [PageFilterProblem]
  {
    advancedFilters.filters.compactMap { filter in
      guard filter.request == nil, lists.indices.contains(filter.place.source) else { return nil }
      var list = lists[filter.place.source]
      list.isTrusted = true
      do throws(Refusal) {
        switch filter.action {
        // An exception for all scriptlets.
        case .scriptlet(nil, _, _): break
        // An exception without arguments is for all calls.
        case .scriptlet(_, let arguments, _) where filter.isException && arguments.isEmpty: break
        case .removeHTML(let selector, let syntax):
          _ = try parse(selector, dialect: syntax == .adGuard ? .adGuard : .uBlockOrigin)
        case .hide, .remove, .removeAttribute, .removeClass, .style, .scriptlet, .script, .snippets,
          .removeResponseHeader, .redirect, .modify, .malformed:
          _ = try action(filter.action, of: list)
        }
        _ = try conditions(filter.modifiers)
        return nil
      } catch {
        guard error.reason.isMistake else { return nil }
        return PageFilterProblem(
          reason: error.reason, place: filter.place, location: filter.location, text: error.text)
      }
    }
  }

  private struct Refusal: Error {
    let reason: PageFilterProblem.Reason
    var text = ""
  }

  private static func filters(
    _ filter: AdvancedFilter, of list: PageScript.List
  ) throws(Refusal) -> [PageFilter] {
    let included = filter.domains.included.map { PageScope($0) }
    // uBlock Origin requires at least `*` as a host.
    if case .scriptlet(let name, _, .uBlockOrigin) = filter.action, included.isEmpty {
      throw Refusal(reason: .genericScriptlet, text: name ?? "")
    }
    let conditions = try conditions(filter.modifiers)
    func made(_ action: PageAction, identity: PageFilterIdentity) -> PageFilter {
      PageFilter(
        action: action, identity: identity, included: included,
        excluded: filter.domains.excluded.map { PageScope($0) }, conditions: conditions,
        excludesForAll: list.dialect == .uBlockOrigin, place: filter.place)
    }
    if case .snippets(let calls) = filter.action {
      if included.isEmpty, list.dialect == .adblockPlus {
        throw Refusal(reason: .genericScriptlet, text: calls.first?.first ?? "")
      }
      return try snippets(calls, of: list).map { made($0, identity: .action(filter.action)) }
    }
    if case .script(let text) = filter.action {
      guard let scriptlet = AssigningScript.scriptlet,
        let script = AssigningScript(text, isTrusted: list.isTrusted)
      else { throw Refusal(reason: .script) }
      return script.calls.map { made(.scriptlet(scriptlet, $0, .adGuard), identity: .action(filter.action)) }
    }
    var (action, identity) = try action(filter.action, of: list)
    if !conditions.isEmpty, case .rule = action,
      let elements = try elements(filter.action, dialect: list.dialect)
    {
      action = elements
    }
    if case .scriptlet(let scriptlet, let arguments, _) = action {
      identity = .scriptlet(scriptlet, arguments)
    }
    return [made(action, identity: identity)]
  }

  /// Returns the actions of a filter's calls. A filter with an unsupported call runs none of them.
  private static func snippets(
    _ calls: [[String]], of list: PageScript.List
  ) throws(Refusal) -> [PageAction] {
    // AdGuard reads them too.
    guard list.dialect != .uBlockOrigin else {
      throw Refusal(reason: .snippets, text: calls.compactMap(\.first).joined(separator: " "))
    }
    var made: [PageAction] = []
    for call in calls {
      guard let name = call.first, let actions = Snippet(rawValue: name)?.actions(Array(call.dropFirst()))
      else { throw Refusal(reason: .snippets, text: call.first ?? "") }
      for case .scriptlet(let scriptlet, _, _) in actions where scriptlet.isTrusted && !list.isTrusted {
        throw Refusal(reason: .untrustedScriptlet, text: name)
      }
      made += actions
    }
    return made
  }

  /// Returns the filters and exceptions of a filter.
  ///
  /// In uBlock Origin, a `~` before a host turns a scriptlet's filter into an exception for the host, and an
  /// exception into a filter. A filter for hosts with exclusions does the same with its exclusions.
  private static func parts(_ filter: AdvancedFilter) -> [AdvancedFilter] {
    guard case .scriptlet(_, _, .uBlockOrigin) = filter.action, !filter.domains.excluded.isEmpty,
      filter.isException || filter.domains.included.isEmpty
    else { return [filter] }
    var own = filter
    own.domains.excluded = []
    var opposite = filter
    opposite.isException.toggle()
    (opposite.domains.included, opposite.domains.excluded) = (filter.domains.excluded, [])
    return filter.domains.included.isEmpty ? [opposite] : [own, opposite]
  }

  private static func exception(_ filter: AdvancedFilter) throws(Refusal) -> PageFilterException? {
    let identity: PageFilterIdentity
    switch filter.action {
    case .scriptlet(nil, _, _): identity = .allScriptlets
    case .scriptlet(let name?, let arguments, let syntax):
      // Exceptions to unknown scriptlets have no effect.
      guard let scriptlet = Scriptlet.resolve(name: name, dialect: syntax) else { return nil }
      identity =
        syntax == .adGuard && arguments.isEmpty
        ? .everyScriptlet(scriptlet) : .scriptlet(scriptlet, arguments)
    case .hide, .remove, .removeAttribute, .removeClass, .style, .snippets, .removeHTML:
      identity = .action(filter.action)
    case .script(let text):
      guard AssigningScript(text, isTrusted: true) != nil else { return nil }
      identity = .action(filter.action)
    case .removeResponseHeader, .redirect, .modify, .malformed: return nil
    }
    return PageFilterException(
      identity: identity, included: filter.domains.included.map { PageScope($0) },
      excluded: filter.domains.excluded.map { PageScope($0) }, conditions: try conditions(filter.modifiers))
  }

  private static func conditions(
    _ modifiers: [AdvancedFilter.Modifier]
  ) throws(Refusal) -> [PageCondition] {
    var conditions: [PageCondition] = []
    for modifier in modifiers {
      switch modifier.kind {
      case .path:
        guard let regex = modifier.pathRegex else {
          throw Refusal(reason: .argument, text: modifier.value)
        }
        conditions.append(.path(.regex(regex, flags: "i")))
      case .url:
        guard let regexes = modifier.urlRegexes, !regexes.isEmpty else {
          throw Refusal(reason: .argument, text: modifier.value)
        }
        conditions.append(.url(.regex(regexes.joined(separator: "|"), flags: "i")))
      case .app: throw Refusal(reason: .application, text: modifier.value)
      // The value is already part of `domains`.
      case .domain: break
      }
    }
    return conditions
  }

  private static func action(
    _ action: AdvancedAction, of list: PageScript.List
  ) throws(Refusal) -> (PageAction, PageFilterIdentity) {
    switch action {
    case .scriptlet(let name, let arguments, let syntax):
      guard let name, let scriptlet = Scriptlet.resolve(name: name, dialect: syntax) else {
        throw Refusal(reason: .unknownScriptlet, text: name ?? "")
      }
      guard list.isTrusted || !scriptlet.isTrusted else {
        throw Refusal(reason: .untrustedScriptlet, text: name)
      }
      guard arguments.count >= scriptlet.definition.required else {
        throw Refusal(reason: .missingArguments, text: name)
      }
      return (.scriptlet(scriptlet, arguments, syntax), .scriptlet(scriptlet, arguments))
    // `filters` makes the actions of these two.
    case .script: throw Refusal(reason: .script)
    case .snippets(let calls):
      throw Refusal(reason: .snippets, text: calls.compactMap(\.first).joined(separator: " "))
    case .removeHTML(let selector, let syntax):
      guard let html = HTMLSelector(selector, syntax: syntax) else {
        throw Refusal(reason: .response, text: selector)
      }
      let parsed = try parse(html.text, dialect: syntax == .adGuard ? .adGuard : .uBlockOrigin)
      return (.elements(parsed, .removeHTML), .action(action))
    case .removeResponseHeader(let name): throw Refusal(reason: .response, text: name)
    case .redirect, .modify, .malformed: throw Refusal(reason: .malformed)
    case .hide, .remove, .removeAttribute, .removeClass, .style:
      guard let elements = try elements(action, dialect: list.dialect) else {
        throw Refusal(reason: .malformed)
      }
      return (try rule(elements) ?? elements, .action(action))
    }
  }

  private static func elements(
    _ action: AdvancedAction, dialect: Dialect
  ) throws(Refusal) -> PageAction? {
    switch action {
    case .hide(let selector): .elements(try parse(selector, dialect: dialect), .hide)
    case .remove(let selector): .elements(try parse(selector, dialect: dialect), .remove)
    case .removeAttribute(let name, let selector):
      .elements(try parse(selector, dialect: dialect), .removeAttribute(try operand(name, dialect: dialect)))
    case .removeClass(let name, let selector):
      .elements(try parse(selector, dialect: dialect), .removeClass(try operand(name, dialect: dialect)))
    case .style(let selector, let declarations, let condition):
      try style(
        selector,
        declarations: dialect == .adblockPlus ? StyleDeclarations.important(declarations) : declarations,
        condition: condition,
        dialect: dialect)
    case .scriptlet, .script, .snippets, .removeHTML, .removeResponseHeader, .redirect, .modify, .malformed:
      nil
    }
  }

  private static func style(
    _ selector: String, declarations: String, condition: String?, dialect: Dialect
  ) throws(Refusal) -> PageAction {
    guard declarations.contains(":") else { throw Refusal(reason: .malformed, text: declarations) }
    guard StyleDeclarations.areHarmless(declarations) else {
      throw Refusal(reason: .refusedStyle, text: declarations)
    }
    var parsed = try parse(selector, dialect: dialect)
    if let condition {
      guard StyleDeclarations.isCondition(condition), condition.lowercased().hasPrefix("@media") else {
        throw Refusal(reason: .refusedStyle, text: condition)
      }
      let query = condition.dropFirst("@media".count).trimmed
      for index in parsed.chains.indices { parsed.chains[index].conditions.append(.media(query)) }
    }
    return .elements(parsed, .style(declarations))
  }

  /// Returns a style sheet rule for a style whose selectors have no operators and at most one media
  /// condition, the same for all selectors. Returns nil for other filters.
  private static func rule(_ elements: PageAction) throws(Refusal) -> PageAction? {
    guard case .elements(let selector, .style(let declarations)) = elements else { return nil }
    var rules: [String: [String]] = [:]
    var queries: [String] = []
    for chain in selector.chains {
      guard let css = chain.plainCSS, chain.conditions.count <= 1 else { return nil }
      var query = ""
      switch chain.conditions.first {
      case .media(let text): query = text
      case nil: break
      case .path, .url: return nil
      }
      if rules[query] == nil { queries.append(query) }
      rules[query, default: []].append(css)
    }
    guard queries.count == 1, let query = queries.first else { return nil }
    let rule = "\((rules[query] ?? []).joined(separator: ", ")) { \(declarations) }"
    return .rule(
      query.isEmpty ? rule : "@media \(query) { \(rule) }",
      isImportant: StyleDeclarations.areImportant(declarations))
  }

  private static func operand(_ name: String, dialect: Dialect) throws(Refusal) -> TextOperand {
    guard let operand = TextOperand.read(name, dialect: dialect), operand != .any else {
      throw Refusal(reason: .argument, text: name)
    }
    return operand
  }

  private static func parse(
    _ selector: String, dialect: Dialect
  ) throws(Refusal) -> ProceduralSelector {
    do throws(ProceduralSelectorProblem) {
      return try ProceduralSelectorParser.parse(selector, dialect: dialect)
    } catch {
      let bytes = Array(selector.utf8)
      let text = String(decoding: bytes[error.range.clamped(to: bytes.indices)], as: UTF8.self)
      throw Refusal(reason: error.reason, text: text)
    }
  }
}
