import SluiceSyntax

/// The action of a filter that needs a script, with its parsed arguments.
///
/// Texts are as in the list, but without the escapes of the argument syntax. The names of scriptlets,
/// resources and parameters are those of the content blocker that the list is written for.
@nonexhaustive public enum AdvancedAction: Hashable, Sendable {
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
  @nonexhaustive public enum Syntax: String, Hashable, Sendable {
    /// The syntax of uBlock Origin.
    case uBlockOrigin = "ublock"
    /// The syntax of AdGuard.
    case adGuard = "adguard"
  }

  /// A redirect of requests to a resource.
  public struct Redirect: Hashable, Sendable {
    /// The option that redirects: `redirect`, `redirect-rule`, `rewrite`, `empty` or `mp4`. All except
    /// `redirect-rule` also block the requests.
    public var option: OptionKind
    /// The name of the resource. In an exception, `nil` means all resources.
    public var resource: String?
    /// The priority after the name. The redirect with the highest priority wins.
    public var priority: Int?
  }
}

extension AdvancedAction {
  /// The stable name of the action in the JSON document.
  public var kind: String {
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
