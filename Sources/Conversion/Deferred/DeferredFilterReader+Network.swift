import FilterSyntax

extension DeferredFilterReader {
  /// One deferred filter for each option that asks for more than to block or allow.
  func network(_ filter: NetworkFilter, in bytes: Span<UInt8>) -> [DeferredFilter] {
    var actions: [DeferredAction] = []
    var domains = DeferredFilter.Domains()
    var request = DeferredFilter.Request(pattern: Self.pattern(of: filter, in: bytes))
    for option in filter.options {
      switch Self.part(of: option, isException: filter.isException, in: bytes) {
      case .action(let action): actions.append(action)
      case .type where option.isNegated: request.excludedTypes.append(option.kind)
      case .type: request.types.append(option.kind)
      case .party: request.parties.append(option.affirmed.kind)
      case .matchCase: request.isCaseSensitive = !option.isNegated
      case .important: request.isImportant = true
      case .pages(let entries):
        let remaining = entries.filter { !removedDomains.contains(FilterIdentity.domain($0, in: bytes)) }
        // Switched off on all of its pages.
        if remaining.allSatisfy(\.isExcluded), !entries.allSatisfy(\.isExcluded) { return [] }
        domains.add(remaining, in: bytes)
      case .other: request.otherOptions.append(bytes.text(option.range))
      case .nothing: break
      // The filter does nothing itself.
      case .badfilter: return []
      }
    }
    return actions.map {
      DeferredFilter(
        action: $0, isException: filter.isException, domains: domains, request: request, source: source,
        location: location)
    }
  }

  /// What an option is in a deferred filter.
  private enum Part {
    case action(DeferredAction)
    case type
    case party
    case matchCase
    case important
    case pages([DomainEntry])
    /// Something that is passed on as it is written.
    case other
    case nothing
    case badfilter
  }

  private static func part(of option: Option, isException: Bool, in bytes: Span<UInt8>) -> Part {
    let value = option.value.flatMap { $0.isEmpty ? nil : bytes.text($0) }
    switch option.kind {
    case .script, .image, .stylesheet, .font, .media, .object, .subdocument, .xmlhttprequest, .websocket,
      .ping, .other, .webrtc, .webbundle, .inlineScript, .inlineFont, .document, .popup, .popunder, .all:
      return .type
    case .thirdParty, .firstParty, .strictThirdParty, .strictFirstParty: return .party
    case .matchCase: return .matchCase
    case .important: return .important
    case .badfilter: return .badfilter
    case .noop, .reason: return .nothing
    case .domain: return pages(option, in: bytes)
    case .redirect, .redirectRule: return .action(.redirect(redirect(option.kind, value)))
    case .rewrite: return .action(.redirect(.init(option: option.kind, resource: value)))
    // AdGuard's older names for two redirects.
    case .empty: return .action(.redirect(.init(option: option.kind, resource: "nooptext")))
    case .mp4: return .action(.redirect(.init(option: option.kind, resource: "noopmp4-1s")))
    // Without a value it blocks cookies, which WebKit can do; an exception is one to all filters on cookies.
    case .cookie: return value == nil && !isException ? .other : .action(.modify(.cookie, value: value))
    case .csp, .permissions, .removeparam, .removeheader, .replace, .urltransform, .urlskip, .hls, .jsonprune,
      .xmlprune, .referrerpolicy, .content, .jsinject, .extension, .stealth:
      // `~extension` says what holds anyway.
      guard !option.isNegated else { return isException ? .nothing : .other }
      return .action(.modify(option.kind, value: value))
    // An exception in these respects too is that apart from the others.
    case .elemhide, .generichide, .specifichide, .urlblock, .genericblock:
      return isException ? .nothing : .other
    case .to, .denyallow, .top, .method, .app, .sitekey, .header, .requestheader, .ipaddress, .network,
      .cname,
      .client, .ctag, .dnstype, .dnsrewrite, .unknown:
      return .other
    }
  }

  /// The pages on which the filter acts.
  private static func pages(_ option: Option, in bytes: Span<UInt8>) -> Part {
    do throws(SyntaxProblem) {
      guard case .domains(let entries) = try option.read(in: bytes) else { return .other }
      return .pages(entries)
    } catch {
      // Without its domains the filter would act everywhere.
      return .other
    }
  }

  /// `noopjs:100` is the resource with its priority.
  private static func redirect(_ option: OptionKind, _ value: String?) -> DeferredAction.Redirect {
    guard let value, let colon = value.utf8.lastIndex(of: UInt8(ascii: ":")),
      let priority = Int(value[value.utf8.index(after: colon)...])
    else { return .init(option: option, resource: value) }
    let resource = String(value[..<colon])
    return .init(option: option, resource: resource.isEmpty ? nil : resource, priority: priority)
  }

  /// The pattern as written; `*` when there is none.
  private static func pattern(of filter: NetworkFilter, in bytes: Span<UInt8>) -> String {
    if case .plain(let plain) = filter.pattern, plain.body.isEmpty { return "*" }
    return bytes.text(filter.pattern.range)
  }
}
