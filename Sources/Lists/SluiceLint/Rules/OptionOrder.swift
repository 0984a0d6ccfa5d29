import SluiceConversion
import SluiceSyntax
import SluiceText

extension OwnRule {
  static let optionOrder = OwnRule(
    .style, .note,
    check: .network { filter, line, found in
      let bytes = line.bytes.span
      let order = OptionOrder.sorted(filter.options, bytes)
      guard order != filter.options, let first = filter.options.first, let last = filter.options.last
      else { return }
      let names = order.map { bytes.text($0.range) }.joined(separator: ",")
      found.add(
        .optionOrder, at: line.location, ByteRange(first.range.lowerBound, last.range.upperBound),
        .words(names))
    },
    fix: .line { finding, line, list in
      guard case .network(let filter) = line.content else { return [] }
      let bytes = list.bytes.span
      let texts = OptionOrder.sorted(filter.options, bytes).map { bytes.array($0.range) }
      return [TextEdit(finding.span, Array(texts.joined(separator: [ASCII.comma])))]
    }
  ) { _, other in
    .init(
      "options are not in the order '\(other)'",
      meaning:
        "Options in a fixed order are easier to compare: parties, then types by name, then the rest, domains last.",
      example: "||ads.example^$domain=a.example,script,third-party",
      instead: "write `$third-party,script,domain=…` (`--fix` does this)", advice: "--fix sorts them")
  }
}

/// The order of options: party, request types, other options, and options with domains last; each by name.
private enum OptionOrder {
  static func sorted(_ options: [Option], _ bytes: Span<UInt8>) -> [Option] {
    let keys = options.map { ($0, rank(of: $0.kind), bytes.lowercased($0.name)) }
    return keys.enumerated().sorted { left, right in
      if left.element.1 != right.element.1 { return left.element.1 < right.element.1 }
      if left.element.2 != right.element.2 {
        return left.element.2.lexicographicallyPrecedes(right.element.2)
      }
      return left.offset < right.offset
    }.map(\.element.0)
  }

  private static func rank(of kind: OptionKind) -> Int {
    switch kind {
    case .thirdParty, .firstParty, .strictThirdParty, .strictFirstParty: 0
    case .script, .image, .stylesheet, .font, .media, .object, .subdocument, .xmlhttprequest, .websocket,
      .ping, .other, .webrtc, .webbundle, .document, .popup, .popunder, .all, .inlineScript, .inlineFont:
      1
    case .method, .app, .sitekey, .header, .ipaddress, .network, .client, .ctag, .dnstype, .requestheader,
      .matchCase, .important, .cname, .reason, .noop, .elemhide, .generichide, .specifichide, .urlblock,
      .genericblock, .content, .jsinject, .extension, .stealth, .redirect, .rewrite, .empty, .mp4, .csp,
      .permissions, .cookie, .removeparam, .removeheader, .replace, .urltransform, .urlskip, .hls, .jsonprune,
      .xmlprune, .referrerpolicy, .dnsrewrite, .redirectRule, .unknown:
      2
    case .domain, .to, .denyallow, .top: 3
    case .badfilter: 4
    }
  }
}
