import SluiceAnalysis
import SluiceRules
import SluiceSyntax
import SluiceText

/// A filter, or one of several actions of a filter, that needs a page script or a proxy.
package struct AdvancedFilter: Hashable, Sendable {
  /// The action of the filter.
  package var action: AdvancedAction
  /// Whether the filter is an exception to filters with the same action.
  package var isException: Bool
  /// The pages that the filter applies to.
  package var domains: Domains
  /// The AdGuard modifiers of a cosmetic filter. All of them must match.
  package var modifiers: [Modifier] = []
  /// The requests that the filter applies to, or `nil` for cosmetic filters.
  package var request: Request?
  /// The list and the line of the filter.
  package var place: FilterPlace
  /// The location of the whole filter in its list.
  package var location: TextLocation
  /// The line number in the list, from 1.
  package var line: Int { location.line }

  /// A set of pages, given by their hosts.
  package struct Domains: Hashable, Sendable {
    /// The hosts that the filter applies to; empty for all hosts.
    package var included: [Domain] = []
    /// The hosts that are excluded from ``included``.
    package var excluded: [Domain] = []
  }

  /// Hosts with their subdomains.
  package struct Domain: Hashable, Sendable {
    /// The name of a domain.
    package enum Name: Hashable, Sendable {
      /// All hosts.
      case any
      /// A host, in lowercase and punycode where possible.
      case host(String)
      /// A name under any public suffix.
      case entity(String)
      /// A regex that is matched against the host.
      case regex(String)
    }

    /// The name.
    package var name: Name
    /// Whether the domain extends to the documents embedded in its pages.
    package var includesEmbedded: Bool

    /// Creates a domain with this name.
    package init(_ name: Name, includesEmbedded: Bool = false) {
      (self.name, self.includesEmbedded) = (name, includesEmbedded)
    }
  }

  /// A modifier such as `path=/news`.
  package struct Modifier: Hashable, Sendable {
    /// The kind of modifier.
    package var kind: CosmeticModifier.Kind
    /// The value without escapes. The empty value of `path` means the path `/`.
    package var value: String
  }

  /// A set of requests, as specified by a network filter.
  package struct Request: Hashable, Sendable {
    /// The pattern as written, including anchors or the slashes of a `/regex/`; `*` if the filter has none.
    package var pattern: String
    /// The request types; empty for all types.
    package var types: [OptionKind] = []
    /// The request types that are excluded with `~`.
    package var excludedTypes: [OptionKind] = []
    /// The parties: `third-party`, `first-party`, `strict3p` or `strict1p`. A negated option is replaced with
    /// its opposite. Empty for all parties.
    package var parties: [OptionKind] = []
    /// Whether the pattern is case-sensitive.
    package var isCaseSensitive = false
    /// Whether exceptions do not apply to the filter.
    package var isImportant = false
    /// All other options as written, such as `to=ads.example` or `method=post`.
    package var otherOptions: [String] = []
  }
}

extension AdvancedFilter.Domain: CustomStringConvertible {
  /// The domain as a filter names it: `news.example`, `news.*`, `*` or `/regex/`, followed by `>>` if it extends
  /// to embedded documents.
  package var description: String {
    let text =
      switch name {
      case .any: "*"
      case .host(let host): host
      case .entity(let name): "\(name).*"
      case .regex(let regex): "/\(regex)/"
      }
    return includesEmbedded ? "\(text)>>" : text
  }
}

/// The action of a filter that needs a script, with its parsed arguments.
///
/// Texts are as in the list, but without the escapes of the argument syntax. The names of scriptlets,
/// resources and parameters are those of the content blocker that the list is written for.
package enum AdvancedAction: Hashable, Sendable {
  /// Hides elements that match a selector with extensions to CSS.
  case hide(selector: String)
  /// Removes elements from the page.
  case remove(selector: String)
  /// Removes attributes from elements. The name is a literal or a `/regex/`.
  case removeAttribute(String, selector: String)
  /// Removes classes from elements. The name is a literal or a `/regex/`.
  case removeClass(String, selector: String)
  /// Applies a style to elements. The condition is an enclosing at-rule, such as `@media (min-width: 80em)`.
  case style(selector: String, declarations: String, condition: String?)
  /// Runs a scriptlet. Without a name, it is an exception to all scriptlets.
  case scriptlet(name: String?, arguments: [String], syntax: Syntax)
  /// Runs a script.
  case script(String)
  /// Runs Adblock Plus snippets in order. Each snippet is a name followed by arguments.
  case snippets([[String]])
  /// Removes elements from the HTML before it is parsed.
  case removeHTML(selector: String, syntax: Syntax)
  /// Removes a header from the response of the page.
  case removeResponseHeader(String)
  /// Redirects requests to a resource.
  case redirect(Redirect)
  /// Changes requests, responses or the permissions of a page. If the value is `nil`, the action applies to
  /// everything that the option covers.
  case modify(OptionKind, value: String?)
  /// A cosmetic filter whose body is invalid for its kind.
  case malformed(CosmeticFilter.Kind, body: String)

  /// The content blocker whose syntax a scriptlet or selector uses.
  package enum Syntax: String, Hashable, Sendable {
    /// The syntax of uBlock Origin.
    case uBlockOrigin = "ublock"
    /// The syntax of AdGuard.
    case adGuard = "adguard"
  }

  /// A redirect of requests to a resource.
  package struct Redirect: Hashable, Sendable {
    /// The option that redirects: `redirect`, `redirect-rule`, `rewrite`, `empty` or `mp4`. All except
    /// `redirect-rule` also block the requests.
    package var option: OptionKind
    /// The name of the resource. In an exception, `nil` means all resources.
    package var resource: String?
    /// The priority after the name. The redirect with the highest priority wins.
    package var priority: Int?
  }
}

extension AdvancedAction {
  /// The stable name of the action in the JSON document.
  package var kind: String {
    switch self {
    case .hide: "hide"
    case .remove: "remove"
    case .removeAttribute: "remove-attr"
    case .removeClass: "remove-class"
    case .style: "style"
    case .scriptlet: "scriptlet"
    case .script: "script"
    case .snippets: "snippets"
    case .removeHTML: "html"
    case .removeResponseHeader: "response-header"
    case .redirect(let redirect): redirect.option.rawValue
    case .modify(let option, _): option.rawValue
    case .malformed(let kind, _): Self.kind(of: kind)
    }
  }

  private static func kind(of kind: CosmeticFilter.Kind) -> String {
    switch kind {
    case .hiding, .extendedHiding: "hide"
    case .style, .extendedStyle: "style"
    case .snippet: "snippets"
    case .scriptlet, .script, .html, .responseHeader: kind.rawValue
    }
  }
}

extension AdvancedFilter.Modifier {
  /// The value of a `url` modifier as JavaScript regexes. At least one of them must match the page's URL
  /// without its fragment, ignoring case.
  ///
  /// This is `nil` for other modifiers and for values that are not URL patterns.
  package var urlRegexes: [String]? {
    guard kind == .url, !value.isEmpty else { return nil }
    let bytes = Array(value.utf8)
    return Self.urlRegexes(bytes.span)
  }

  /// The value of a `path` modifier as a JavaScript regex, which must match the page's path and query, ignoring
  /// case.
  ///
  /// This is `nil` for other modifiers and for values that are not patterns of paths.
  package var pathRegex: String? {
    guard kind == .path else { return nil }
    // AdGuard's `path` without a value means the root path.
    if value.isEmpty { return "^/$" }
    let bytes = Array(value.utf8)
    return Self.pathRegex(bytes.span)
  }

  private static func pathRegex(_ bytes: Span<UInt8>) -> String? {
    guard let pattern = try? Pattern(parsing: bytes, ByteRange(0, bytes.count)) else { return nil }
    switch pattern {
    case .regex(let body): return text(bytes, in: body, isRegex: true)
    case .plain(let plain):
      var regex = ""
      switch plain.start {
      case .anywhere: break
      case .url: regex = "^"
      case .hostLabel: return nil
      }
      for token in plain.tokens(in: bytes) {
        switch token {
        case .literal(let range): regex += text(bytes, in: range, isRegex: false)
        case .wildcard: regex += ".*"
        case .separator: regex += #"(?:[^\w.%-]|$)"#
        }
      }
      return plain.isEndAnchored ? regex + "$" : regex
    }
  }

  /// Returns a regex for the text in a range. Paths contain only ASCII.
  private static func text(_ bytes: Span<UInt8>, in range: ByteRange, isRegex: Bool) -> String {
    var text: [UInt8] = []
    for index in range.indices {
      let byte = bytes[index]
      if byte >= 0x80 {
        text += byte.percentEncoded
      } else {
        if !isRegex, !byte.isLetter, !byte.isDigit, byte != ASCII.slash { text.append(ASCII.backslash) }
        text.append(byte)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  // A separate function, because Swift 6.3.1 crashes in an optimized build if the array is in the same
  // function.
  private static func urlRegexes(_ bytes: Span<UInt8>) -> [String]? {
    guard let pattern = try? Pattern(parsing: bytes, ByteRange(0, bytes.count)) else { return nil }
    switch pattern {
    case .regex(let body): return [bytes.text(body)]
    case .plain:
      let result = try? PatternConverter.convert(pattern, isCaseSensitive: false, in: bytes)
      return result?.filters.map { $0.description }
    }
  }
}
