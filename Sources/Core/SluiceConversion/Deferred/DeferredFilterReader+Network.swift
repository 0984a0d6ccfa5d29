import SluiceSyntax

extension AdvancedFilterReader {
  /// Returns one filter for each option that asks for an action other than blocking or allowing.
  func network(_ filter: NetworkFilter, in bytes: Span<UInt8>) -> [AdvancedFilter] {
    var actions: [AdvancedAction] = []
    var domains = AdvancedFilter.Domains()
    var request = AdvancedFilter.Request(pattern: Self.pattern(of: filter, in: bytes))
    for option in filter.options {
      switch Self.part(of: option, isException: filter.isException, in: bytes) {
      case .action(let action): actions.append(action)
      case .type where option.isNegated: request.excludedTypes.append(option.kind)
      case .type: request.types.append(option.kind)
      case .party: request.parties.append(option.affirmed.kind)
      case .matchCase: request.isCaseSensitive = !option.isNegated
      case .important: request.isImportant = true
      case .pages(let entries):
        guard let remainder = removedDomains?.remainder(of: entries, in: bytes) else {
          domains.add(entries, in: bytes)
          continue
        }
        // A `$badfilter` disables the filter on all of its pages.
        if remainder.isNothing { return [] }
        domains.add(remainder.entries, in: bytes)
        domains.exclude(remainder.excluded)
      case .other: request.otherOptions.append(bytes.text(option.range))
      case .nothing: break
      // A `$badfilter` has no effect of its own.
      case .badfilter: return []
      }
    }
    return actions.map {
      AdvancedFilter(
        action: $0, isException: filter.isException, domains: domains, request: request, place: place,
        location: location)
    }
  }

  /// The role of an option in a filter that needs a script.
  private enum Part {
    case action(AdvancedAction)
    case type
    case party
    case matchCase
    case important
    case pages([DomainEntry])
    /// An option that is passed on as written.
    case other
    case nothing
    case badfilter
  }

  private static func part(of option: Option, isException: Bool, in bytes: Span<UInt8>) -> Part {
    let value = option.value.flatMap { $0.isEmpty ? nil : bytes.text($0) }
    switch option.kind.meaning.effect {
    case .type, .objects, .missingType, .everything: return .type
    case .party, .strictThirdParty, .strictFirstParty: return .party
    case .matchCase: return .matchCase
    case .important: return .important
    case .badfilter: return .badfilter
    case .nothing: return .nothing
    case .pages: return pages(option, in: bytes)
    case .redirect, .redirectRule: return redirect(option, in: bytes).map { .action(.redirect($0)) } ?? .other
    // Without a value, the option blocks cookies, which WebKit supports. An exception without a value
    // overrides all filters for cookies.
    case .cookies:
      return value == nil && !isException ? .other : .action(.modify(option.kind, value: value))
    case .modification, .pageModification:
      // `~extension` states the default.
      guard !option.isNegated else { return isException ? .nothing : .other }
      return .action(.modify(option.kind, value: value))
    // In an exception, these options have their effect independently of the other options.
    case .pageScope: return isException ? .nothing : .other
    case .topPages, .hosts, .allowedHosts, .unsupported: return .other
    }
  }

  /// Returns the pages that the filter applies to.
  private static func pages(_ option: Option, in bytes: Span<UInt8>) -> Part {
    do throws(SyntaxProblem) {
      guard case .domains(let entries) = try option.read(in: bytes) else { return .other }
      return .pages(entries)
    } catch {
      // Without its domains, the filter would apply everywhere.
      return .other
    }
  }

  /// Returns the redirect that an option asks for, such as `redirect=noopjs:100`; nil for other options.
  static func redirect(_ option: Option, in bytes: Span<UInt8>) -> AdvancedAction.Redirect? {
    let value = option.value.flatMap { $0.isEmpty ? nil : bytes.text($0) }
    switch option.kind.meaning.effect {
    case .redirect(.valueWithPriority), .redirectRule:
      guard let value, let colon = value.utf8.lastIndex(of: ASCII.colon),
        let priority = Int(value[value.utf8.index(after: colon)...])
      else { return .init(option: option.kind, resource: value) }
      let resource = String(value[..<colon])
      return .init(option: option.kind, resource: resource.isEmpty ? nil : resource, priority: priority)
    case .redirect(.value): return .init(option: option.kind, resource: value)
    // AdGuard's old names for two redirects.
    case .redirect(.emptyText): return .init(option: option.kind, resource: "nooptext")
    case .redirect(.emptyVideo): return .init(option: option.kind, resource: "noopmp4-1s")
    case .type, .objects, .missingType, .everything, .party, .strictThirdParty, .strictFirstParty, .pages,
      .topPages, .hosts, .allowedHosts, .matchCase, .important, .badfilter, .nothing, .pageScope, .cookies,
      .modification, .pageModification, .unsupported:
      return nil
    }
  }

  /// Returns the pattern as written, or `*` if the filter has none.
  private static func pattern(of filter: NetworkFilter, in bytes: Span<UInt8>) -> String {
    if case .plain(let plain) = filter.pattern, plain.body.isEmpty { return "*" }
    return bytes.text(filter.pattern.range)
  }
}
