import FilterSyntax

/// What a deferred filter does, with its arguments taken apart.
///
/// Text is as the list has it, escapes of the argument syntax apart: names of scriptlets, resources and
/// parameters are those of the blocker that the list is written for.
public enum DeferredAction: Hashable, Sendable {
  /// Hides elements by a selector that CSS does not have.
  case hide(selector: String)
  /// Removes elements from the page.
  case remove(selector: String)
  /// Removes attributes from elements. The name is a literal or a `/regex/`.
  case removeAttribute(String, selector: String)
  /// Removes classes from elements. The name is a literal or a `/regex/`.
  case removeClass(String, selector: String)
  /// Gives elements a style. The condition is an at-rule around it, such as `@media (min-width: 80em)`.
  case style(selector: String, declarations: String, condition: String?)
  /// Runs a scriptlet. Without a name it is an exception to all scriptlets.
  case scriptlet(name: String?, arguments: [String], syntax: Syntax)
  /// Runs a script.
  case script(String)
  /// Runs Adblock Plus's snippets one after the other, each a name and its arguments.
  case snippets([[String]])
  /// Removes elements before the page is parsed.
  case removeHTML(selector: String, syntax: Syntax)
  /// Removes a header of the page's response.
  case removeResponseHeader(String)
  /// Answers requests with a resource.
  case redirect(Redirect)
  /// Changes requests, responses or what may run on a page. Without a value it is all that the option is
  /// about.
  case modify(OptionKind, value: String?)
  /// A cosmetic filter whose body does not have the form of its kind.
  case malformed(CosmeticFilter.Kind, body: String)

  /// Whose names and selectors the text uses.
  public enum Syntax: String, Hashable, Sendable {
    /// uBlock Origin's.
    case uBlockOrigin = "ublock"
    /// AdGuard's.
    case adGuard = "adguard"
  }

  /// What requests are answered with.
  public struct Redirect: Hashable, Sendable {
    /// The option that says so: `redirect`, `redirect-rule`, `rewrite`, `empty` or `mp4`. All but
    /// `redirect-rule` also block what they redirect.
    public var option: OptionKind
    /// The name of the resource. In an exception nil is all resources.
    public var resource: String?
    /// The number behind the name: the redirect with the greatest one is taken.
    public var priority: Int?
  }
}

extension DeferredAction {
  /// The stable name of the kind, as in the document.
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
