import FilterSyntax

extension DeferredFilterReader {
  /// One deferred filter for each option that asks for more than to block or allow.
  func network(_ filter: NetworkFilter, line: Int, in bytes: Span<UInt8>) -> [DeferredFilter] {
    let actions = filter.options.compactMap { Self.action(of: $0, in: bytes) }
    // A filter with badfilter does nothing itself.
    guard !actions.isEmpty, !filter.options.contains(where: { $0.kind == .badfilter }) else { return [] }
    var domains = DeferredFilter.Domains()
    var request = DeferredFilter.Request(pattern: Self.pattern(of: filter, in: bytes))
    for option in filter.options { Self.add(option, to: &request, &domains, in: bytes) }
    return actions.map {
      DeferredFilter(
        action: $0, isException: filter.isException, domains: domains, request: request, source: source,
        line: line)
    }
  }

  /// What an option asks for; nil for those that only say which requests are meant.
  private static func action(of option: Option, in bytes: Span<UInt8>) -> DeferredAction? {
    // `~extension` says what holds anyway.
    guard !option.isNegated else { return nil }
    let value = option.value.flatMap { $0.isEmpty ? nil : bytes.text($0) }
    switch option.kind {
    case .redirect, .redirectRule: return .redirect(redirect(option.kind, value))
    case .rewrite: return .redirect(.init(option: option.kind, resource: value))
    // AdGuard's older names for two redirects.
    case .empty: return .redirect(.init(option: option.kind, resource: "nooptext"))
    case .mp4: return .redirect(.init(option: option.kind, resource: "noopmp4-1s"))
    // Without a value it blocks cookies, which WebKit can do.
    case .cookie: return value.map { .modify(.cookie, value: $0) }
    case .csp, .permissions, .removeparam, .removeheader, .replace, .urltransform, .urlskip, .hls,
      .jsonprune, .xmlprune, .referrerpolicy, .content, .jsinject, .extension, .stealth:
      return .modify(option.kind, value: value)
    default: return nil
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

  private static func add(
    _ option: Option, to request: inout DeferredFilter.Request, _ domains: inout DeferredFilter.Domains,
    in bytes: Span<UInt8>
  ) {
    switch option.kind {
    case .script, .image, .stylesheet, .font, .media, .object, .subdocument, .xmlhttprequest, .websocket,
      .ping, .other, .webrtc, .webbundle, .inlineScript, .inlineFont, .document, .popup, .all:
      if option.isNegated {
        request.excludedTypes.append(option.kind)
      } else {
        request.types.append(option.kind)
      }
    case .thirdParty, .firstParty, .strictThirdParty, .strictFirstParty:
      request.parties.append(option.isNegated ? opposite(of: option.kind) : option.kind)
    case .matchCase: request.isCaseSensitive = !option.isNegated
    case .important: request.isImportant = true
    case .domain:
      let list = option.value.flatMap {
        try? DomainListParser.parse(bytes, $0, separator: UInt8(ascii: "|"))
      }
      if let list {
        domains.add(list, in: bytes)
      } else {
        // Without its domains the filter would act everywhere.
        request.otherOptions.append(bytes.text(option.range))
      }
    case .noop, .reason: break
    default:
      if option.isNegated || action(of: option, in: bytes) == nil {
        request.otherOptions.append(bytes.text(option.range))
      }
    }
  }

  private static func opposite(of party: OptionKind) -> OptionKind {
    switch party {
    case .thirdParty: .firstParty
    case .firstParty: .thirdParty
    case .strictThirdParty: .strictFirstParty
    default: .strictThirdParty
    }
  }

  /// The pattern as written; `*` when there is none.
  private static func pattern(of filter: NetworkFilter, in bytes: Span<UInt8>) -> String {
    switch filter.pattern {
    case .regex(let range): return "/\(bytes.text(range))/"
    case .plain(let plain) where plain.body.isEmpty: return "*"
    case .plain(let plain):
      // What the parser took off is anchors and wildcards, right before and behind the body.
      var start = plain.body.lowerBound
      while start > 0, isAnchor(bytes[start - 1]) { start -= 1 }
      var end = plain.body.upperBound
      while end < bytes.count, isAnchor(bytes[end]) { end += 1 }
      return bytes.text(ByteRange(start, end))
    }
  }

  private static func isAnchor(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "|") || byte == UInt8(ascii: "*")
  }
}
