import SluiceAnalysis
import SluiceSyntax
import SluiceText

/// Converts a parsed line of a list into filters that need a script.
struct AdvancedFilterReader {
  let place: FilterPlace
  let location: TextLocation
  /// The domains on which a `$badfilter` disables the filter.
  var removedDomains: RemovedDomains?
  var dialect = ListDialect()

  /// Returns the actions of the line that need a script or proxy; empty for other lines.
  func filters(_ content: Line.Content, in bytes: Span<UInt8>) -> [AdvancedFilter] {
    switch content {
    case .cosmetic(let filter): cosmetics(filter, in: bytes)
    case .network(let filter): network(filter, in: bytes)
    case .blank, .comment, .header, .metadata, .directive, .hint, .hosts, .continuation, .rejected: []
    }
  }

  /// Returns one filter for the domains without a path, and one for each domain with a path.
  private func cosmetics(_ filter: CosmeticFilter, in bytes: Span<UInt8>) -> [AdvancedFilter] {
    guard filter.domains.contains(where: { $0.kind == .pages }) else { return [cosmetic(filter, in: bytes)] }
    guard filter.pathFinding(in: dialect) == nil, filter.excludedPath == nil,
      let reading = dialect.pathReading(isException: filter.isException)
    else { return [] }
    var filters: [AdvancedFilter] = []
    var rest = filter
    rest.domains.removeAll { $0.kind == .pages }
    if rest.domains.contains(where: { !$0.isExcluded }) { filters.append(cosmetic(rest, in: bytes)) }
    let excluded = rest.domains.filter { $0.isExcluded }
    for entry in filter.domains {
      guard let (site, path) = entry.parts(in: bytes) else { continue }
      rest.domains = [site] + excluded
      var own = cosmetic(rest, in: bytes)
      own.modifiers = [.init(kind: .path, value: Self.regex(of: path, reading, in: bytes))]
      filters.append(own)
    }
    return filters
  }

  /// Returns a `/regex/` for paths that begin with a text, or contain it.
  private static func regex(
    of path: ByteRange, _ reading: ListDialect.PathReading, in bytes: Span<UInt8>
  ) -> String {
    var text = Array((reading == .beginning ? "/^" : "/").utf8)
    for index in path.indices {
      switch bytes[index] {
      case ASCII.slash: text += Array("\\/".utf8)
      case ASCII.star: text += Array(".*".utf8)
      case let byte where byte.isNameByte || byte >= 0x80: text.append(byte)
      case let byte: text += Array("\\x".utf8) + byte.percentEncoded.dropFirst()
      }
    }
    return String(decoding: text + [ASCII.slash], as: UTF8.self)
  }

  private func cosmetic(_ filter: CosmeticFilter, in bytes: Span<UInt8>) -> AdvancedFilter {
    var domains = AdvancedFilter.Domains()
    domains.add(filter.domains, in: bytes)
    return AdvancedFilter(
      action: Self.action(of: filter, in: bytes)
        ?? .malformed(filter.kind, body: bytes.text(filter.body)),
      isException: filter.isException, domains: domains,
      modifiers: filter.modifiers.map {
        .init(kind: $0.kind, value: String(decoding: $0.text(in: bytes), as: UTF8.self))
      },
      place: place, location: location)
  }

  /// Returns the action of a cosmetic filter, or `nil` if its body is invalid for its kind.
  static func action(of filter: CosmeticFilter, in bytes: Span<UInt8>) -> AdvancedAction? {
    let body = filter.body
    switch filter.kind {
    case .hiding, .extendedHiding, .style, .extendedStyle: return element(body, in: bytes)
    case .snippet:
      let calls = SnippetScript(bytes, in: body).calls
      // Snippets have words as names. Other text is a style without one of its braces.
      let areSnippets = calls.allSatisfy { call in
        (call.first?.utf8.allSatisfy { $0.isNameByte } ?? false) && !call.contains("{") && !call.contains("}")
      }
      return calls.isEmpty || !areSnippets ? nil : .snippets(calls)
    case .scriptlet: return scriptlet(body, in: bytes)
    case .script: return .script(bytes.text(body))
    case .html:
      let isUBlockOrigin = bytes.hasPrefix("^", in: body)
      let selector = bytes.trimmed(ByteRange(body.lowerBound + (isUBlockOrigin ? 1 : 0), body.upperBound))
      return .removeHTML(
        selector: bytes.text(selector), syntax: isUBlockOrigin ? .uBlockOrigin : .adGuard)
    case .responseHeader:
      guard let name = inside(of: "^responseheader(", body, in: bytes), !name.isEmpty else { return nil }
      return .removeResponseHeader(bytes.text(name).asciiLowercased)
    }
  }

  /// Returns the action on the elements of a selector, or `nil` if the body has invalid braces.
  private static func element(_ body: ByteRange, in bytes: Span<UInt8>) -> AdvancedAction? {
    let isBlock = bytes.last(in: body) == ASCII.closeBrace
    guard let parsed = SelectorBody(body, in: bytes), !parsed.selector.isEmpty else {
      return isBlock || body.isEmpty ? nil : .hide(selector: bytes.text(body))
    }
    let selector = bytes.text(parsed.selector)
    switch parsed.action {
    case .style(let range, let condition):
      let media = condition.map { bytes.text($0) }
      return .style(selector: selector, declarations: bytes.text(range), condition: media)
    case .remove: return .remove(selector: selector)
    case .removeAttribute(let name): return .removeAttribute(bytes.text(name), selector: selector)
    case .removeClass(let name): return .removeClass(bytes.text(name), selector: selector)
    }
  }

  /// Parses `+js(name, argument)` or `//scriptlet('name', 'argument')`, with an optional semicolon.
  static func scriptlet(_ body: ByteRange, in bytes: Span<UInt8>) -> AdvancedAction? {
    let syntax: AdvancedAction.Syntax = bytes.hasPrefix("+js(", in: body) ? .uBlockOrigin : .adGuard
    var call = body
    if syntax == .adGuard, bytes.last(in: body) == ASCII.semicolon {
      call = bytes.trimmed(ByteRange(body.lowerBound, body.upperBound - 1))
    }
    guard
      let range = inside(of: syntax == .adGuard ? "//scriptlet(" : "+js(", call, in: bytes),
      var arguments = ArgumentList.parse(bytes, in: range, mustBeQuoted: syntax == .adGuard)
    else { return nil }
    let name = arguments.isEmpty ? "" : arguments.removeFirst()
    // An empty name runs nothing.
    if name.isEmpty, !arguments.isEmpty { return nil }
    return .scriptlet(name: name.isEmpty ? nil : name, arguments: arguments, syntax: syntax)
  }

  /// Returns the range between `prefix` and the parenthesis that must end `range`.
  private static func inside(
    of prefix: StaticString, _ range: ByteRange, in bytes: Span<UInt8>
  ) -> ByteRange? {
    let start = range.lowerBound + prefix.utf8CodeUnitCount
    guard bytes.hasPrefix(prefix, in: range), start < range.upperBound,
      bytes.last(in: range) == ASCII.closeParenthesis
    else { return nil }
    return bytes.trimmed(ByteRange(start, range.upperBound - 1))
  }
}

extension AdvancedFilter.Domains {
  mutating func add(_ entries: [DomainEntry], in bytes: Span<UInt8>) {
    for entry in entries {
      let name: AdvancedFilter.Domain.Name =
        switch entry.kind {
        case .any: .any
        case .regex: .regex(String(decoding: entry.regex(in: bytes), as: UTF8.self))
        case .host: .host(Self.host(entry.name, in: bytes))
        case .entity: .entity(Self.host(entry.name, in: bytes))
        // These entries become filters of their own.
        case .pages: .any
        }
      let domain = AdvancedFilter.Domain(name, includesEmbedded: entry.includesEmbedded)
      if entry.isExcluded { excluded.append(domain) } else { included.append(domain) }
    }
  }

  mutating func exclude(_ names: [PageName]) {
    for name in names {
      let text = String(decoding: name.bytes, as: UTF8.self)
      excluded.append(AdvancedFilter.Domain(name.isEntity ? .entity(text) : .host(text)))
    }
  }

  /// Returns the host in lowercase and punycode, or as written if the conversion is not possible.
  private static func host(_ name: ByteRange, in bytes: Span<UInt8>) -> String {
    let isPlain = name.indices.allSatisfy { bytes[$0] < 0x80 && !bytes[$0].isCapital }
    guard !isPlain, let host = HostNames.ascii(bytes, in: name) else { return bytes.text(name) }
    return String(decoding: host, as: UTF8.self)
  }
}

extension AdvancedFilterReader {
  /// Returns one filter for each option that asks for an action other than blocking or allowing.
  func network(_ filter: NetworkFilter, in bytes: Span<UInt8>) -> [AdvancedFilter] {
    var actions: [AdvancedAction] = []
    var domains = AdvancedFilter.Domains()
    var request = AdvancedFilter.Request(pattern: Self.pattern(of: filter, in: bytes))
    for option in filter.options {
      var isPassedOn = false
      switch option.kind.role {
      case .type where option.isNegated: request.excludedTypes.append(option.kind)
      case .type: request.types.append(option.kind)
      case .party: request.parties.append(option.affirmed.kind)
      case .matchCase: request.isCaseSensitive = !option.isNegated
      case .important: request.isImportant = true
      case .pages:
        guard let entries = option.domains(in: bytes) else {
          // Without its domains, the filter would apply everywhere.
          isPassedOn = true
          break
        }
        guard let remainder = removedDomains?.remainder(of: entries, in: bytes) else {
          domains.add(entries, in: bytes)
          break
        }
        // A `$badfilter` disables the filter on all of its pages.
        if remainder.isNothing { return [] }
        domains.add(remainder.entries, in: bytes)
        domains.exclude(remainder.excluded)
      case .redirect(let resource):
        actions.append(.redirect(Self.redirect(option, to: resource, in: bytes)))
      // Without a value, the option blocks cookies, which WebKit supports. An exception without a value
      // overrides all filters for cookies.
      case .cookies where option.value?.isEmpty != false && !filter.isException, .other: isPassedOn = true
      // `~extension` states the default.
      case .modification where option.isNegated, .pageScope: isPassedOn = !filter.isException
      case .cookies, .modification:
        actions.append(.modify(option.kind, value: Self.value(of: option, in: bytes)))
      case .nothing: break
      // A `$badfilter` has no effect of its own.
      case .badfilter: return []
      }
      if isPassedOn { request.otherOptions.append(bytes.text(option.range)) }
    }
    return actions.map {
      AdvancedFilter(
        action: $0, isException: filter.isException, domains: domains, request: request, place: place,
        location: location)
    }
  }

  private static func value(of option: Option, in bytes: Span<UInt8>) -> String? {
    option.value.flatMap { $0.isEmpty ? nil : bytes.text($0) }
  }

  /// Returns the redirect that an option asks for, such as `redirect=noopjs:100`.
  static func redirect(
    _ option: Option, to resource: OptionEffect.Resource, in bytes: Span<UInt8>
  ) -> AdvancedAction.Redirect {
    let value = value(of: option, in: bytes)
    switch resource {
    case .valueWithPriority:
      guard let value, let colon = value.utf8.lastIndex(of: ASCII.colon),
        let priority = Int(value[value.utf8.index(after: colon)...])
      else { return .init(option: option.kind, resource: value) }
      let resource = String(value[..<colon])
      return .init(option: option.kind, resource: resource.isEmpty ? nil : resource, priority: priority)
    case .value: return .init(option: option.kind, resource: value)
    // AdGuard's old names for two redirects.
    case .emptyText: return .init(option: option.kind, resource: "nooptext")
    case .emptyVideo: return .init(option: option.kind, resource: "noopmp4-1s")
    }
  }

  /// Returns the pattern as written, or `*` if the filter has none.
  private static func pattern(of filter: NetworkFilter, in bytes: Span<UInt8>) -> String {
    if case .plain(let plain) = filter.pattern, plain.body.isEmpty { return "*" }
    return bytes.text(filter.pattern.range)
  }
}
