import SluiceConversion
import SluiceSyntax
import SluiceText

/// A check of the options of network filters: invalid values, options without effect, and repeated domains.
enum OptionCheck {
  static func check(
    _ filter: NetworkFilter, at location: FilterPlace, _ bytes: Span<UInt8>,
    _ found: inout FindingCollector
  ) {
    var types: Set<OptionKind> = []
    var isForEverything = false
    var parties: Set<OptionKind> = []
    for option in filter.options {
      if option.kind == .all { isForEverything = true }
      if option.kind.isRequestType, !option.isNegated { types.insert(option.kind) }
      if option.kind == .thirdParty || option.kind == .firstParty { parties.insert(option.affirmed.kind) }
    }
    var seen: Set<SeenOption> = []
    for option in filter.options {
      checkValue(option, at: location, bytes, &found)
      if option.kind != .noop, option.kind != .unknown,
        !seen.insert(SeenOption(option, bytes)).inserted
      {
        found.add(.idleOption, at: location, option.range, .words(": it is already there"))
        continue
      }
      if option.kind.isRequestType {
        // If a type is both included and excluded, no request is left, which another rule reports.
        if option.isNegated, !types.isEmpty, !types.contains(option.kind) {
          found.add(.idleOption, at: location, option.range, .words(" next to types without '~'"))
        } else if !option.isNegated, isForEverything {
          found.add(.idleOption, at: location, option.range, .words(" next to 'all'"))
        }
      } else if option.kind == .thirdParty || option.kind == .firstParty, parties.count == 2 {
        found.add(.idleOption, at: location, option.range, .words(": both parties are any"))
      } else if option.kind == .matchCase, !option.isNegated, !hasLetters(filter.pattern, bytes) {
        found.add(.idleOption, at: location, option.range, .words(": nothing in the pattern has a case"))
      } else if option.isNegated, FilterIdentity.isIdle(option.kind, filter.isException) {
        found.add(.defaultOption, at: location, option.range)
      }
    }
  }

  private struct SeenOption: Hashable {
    let kind: OptionKind
    let isNegated: Bool
    let value: [UInt8]

    init(_ option: Option, _ bytes: Span<UInt8>) {
      (kind, isNegated) = option.affirmed
      value = option.value.map { bytes.array($0) } ?? []
    }
  }

  private static func checkValue(
    _ option: Option, at location: FilterPlace, _ bytes: Span<UInt8>, _ found: inout FindingCollector
  ) {
    guard let values = KnownNames.values(of: option.kind), let value = try? option.read(in: bytes) else {
      return
    }
    switch value {
    case .names(let names, _):
      for name in names where !name.isRegex && !values.contains(bytes.text(name.text).lowercased()) {
        found.add(.wrongValue, at: location, name.text, .words(option.kind.rawValue))
      }
    case .text(let text):
      if !values.contains(bytes.text(text).lowercased()) {
        found.add(.wrongValue, at: location, text, .words(option.kind.rawValue))
      }
    case .none, .domains, .header: break
    }
  }

  /// Returns whether the pattern has a letter whose case can differ in URLs. Host names have none.
  private static func hasLetters(_ pattern: Pattern, _ bytes: Span<UInt8>) -> Bool {
    switch pattern {
    case .regex: return true
    case .plain(let plain):
      let start =
        plain.start == .hostLabel ? PatternConverter.hostEnd(bytes, plain.body) : plain.body.lowerBound
      return (start..<plain.body.upperBound).contains { bytes[$0].isLetter || bytes[$0] >= 0x80 }
    }
  }
}

extension OptionKind {
  /// Whether the option restricts the filter to a request type.
  var isRequestType: Bool {
    switch self {
    case .script, .image, .stylesheet, .font, .media, .object, .subdocument, .xmlhttprequest, .websocket,
      .ping, .other, .webrtc, .webbundle:
      true
    case .document, .popup, .popunder, .all, .thirdParty, .firstParty, .strictThirdParty, .strictFirstParty,
      .domain, .to, .denyallow, .method, .app, .sitekey, .header, .ipaddress, .network, .client, .ctag,
      .dnstype, .top, .requestheader, .matchCase, .important, .badfilter, .cname, .reason, .noop, .elemhide,
      .generichide, .specifichide, .urlblock, .genericblock, .content, .jsinject, .extension, .stealth,
      .redirect, .rewrite, .empty, .mp4, .csp, .permissions, .cookie, .removeparam, .removeheader, .replace,
      .urltransform, .urlskip, .hls, .jsonprune, .xmlprune, .referrerpolicy, .dnsrewrite, .redirectRule,
      .inlineScript, .inlineFont, .unknown:
      false
    }
  }
}
