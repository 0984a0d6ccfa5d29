import SluiceConversion
import SluiceSyntax
import SluiceText

extension OwnRule {
  static let wrongValue = OwnRule(
    .syntax, .error,
    check: .network { filter, line, found in
      let bytes = line.bytes.span
      for option in filter.options {
        guard let values = option.kind.knownValues, let value = try? option.read(in: bytes) else { continue }
        switch value {
        case .names(let names, _):
          for name in names where !name.isRegex && !values.contains(bytes.text(name.text).lowercased()) {
            found.add(.wrongValue, at: line.location, name.text, .words(option.kind.rawValue))
          }
        case .text(let text):
          if !values.contains(bytes.text(text).lowercased()) {
            found.add(.wrongValue, at: line.location, text, .words(option.kind.rawValue))
          }
        case .none, .domains, .header: break
        }
      }
    }
  ) { text, other in
    .init(
      "'\(text)' is not a valid value of the option '\(other)'",
      meaning:
        "The option has a fixed set of values that does not include this one. Programs drop the filter.",
      example: "||ads.example^$method=fetch", instead: "write a valid value: `method=get|post`",
      advice: "docs/lint.md lists the values")
  }
}

extension OptionKind {
  /// The lower-case values of an option with a fixed set of values; nil for other options.
  fileprivate var knownValues: Set<String>? {
    switch self {
    case .method: ["connect", "delete", "get", "head", "options", "patch", "post", "put", "trace"]
    case .referrerpolicy:
      [
        "no-referrer", "no-referrer-when-downgrade", "origin", "origin-when-cross-origin", "same-origin",
        "strict-origin", "strict-origin-when-cross-origin", "unsafe-url",
      ]
    case .stealth:
      [
        "searchquery", "donottrack", "3p-cookie", "1p-cookie", "3p-cache", "3p-auth", "webrtc", "push",
        "location", "flash", "java", "referrer", "useragent", "ip", "xclientdata", "dpi",
      ]
    case .script, .image, .stylesheet, .font, .media, .object, .subdocument, .xmlhttprequest, .websocket,
      .ping, .other, .webrtc, .webbundle, .document, .popup, .popunder, .all, .thirdParty, .firstParty,
      .strictThirdParty, .strictFirstParty, .domain, .to, .denyallow, .app, .sitekey, .header, .ipaddress,
      .network, .client, .ctag, .dnstype, .top, .requestheader, .matchCase, .important, .badfilter, .cname,
      .reason, .noop, .elemhide, .generichide, .specifichide, .urlblock, .genericblock, .content, .jsinject,
      .extension, .redirect, .rewrite, .empty, .mp4, .csp, .permissions, .cookie, .removeparam,
      .removeheader, .replace, .urltransform, .urlskip, .hls, .jsonprune, .xmlprune, .dnsrewrite,
      .redirectRule, .inlineScript, .inlineFont, .unknown:
      nil
    }
  }
}
