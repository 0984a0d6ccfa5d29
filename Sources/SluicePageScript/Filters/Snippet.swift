import SluiceConversion
import SluiceRules

/// A snippet of Adblock Plus that page scripts run: as a scriptlet, or as a selector with operators.
enum Snippet: String, CaseIterable {
  case abortCurrentInlineScript = "abort-current-inline-script"
  case abortOnIframePropertyRead = "abort-on-iframe-property-read"
  case abortOnIframePropertyWrite = "abort-on-iframe-property-write"
  case abortOnPropertyRead = "abort-on-property-read"
  case abortOnPropertyWrite = "abort-on-property-write"
  case arrayOverride = "array-override"
  case cookieRemover = "cookie-remover"
  case debug, log, profile, trace
  case eventOverride = "event-override"
  case hideIfContains = "hide-if-contains"
  case hideIfContainsAndMatchesStyle = "hide-if-contains-and-matches-style"
  case hideIfHasAndMatchesStyle = "hide-if-has-and-matches-style"
  case hideIfMatchesXPath = "hide-if-matches-xpath"
  case hideIfShadowContains = "hide-if-shadow-contains"
  case jsonOverride = "json-override"
  case jsonPrune = "json-prune"
  case mapOverride = "map-override"
  case overridePropertyRead = "override-property-read"
  case preventElementSrcLoading = "prevent-element-src-loading"
  case preventListener = "prevent-listener"
  case replaceFetchResponse = "replace-fetch-response"
  case replaceOutboundValue = "replace-outbound-value"
  case replaceXHRResponse = "replace-xhr-response"
  case stripFetchQueryParameter = "strip-fetch-query-parameter"
  case timerOverride = "timer-override"

  /// The scriptlet that does the same; nil for selectors, and for snippets that only write messages.
  var scriptlet: Scriptlet? {
    let name: String? =
      switch self {
      case .abortCurrentInlineScript: "abort-current-script"
      case .abortOnIframePropertyRead, .abortOnIframePropertyWrite: "abort-on-iframe-property"
      case .abortOnPropertyRead, .abortOnPropertyWrite, .hideIfShadowContains, .jsonOverride, .jsonPrune,
        .preventElementSrcLoading, .timerOverride:
        rawValue
      case .arrayOverride, .mapOverride: "override-members"
      case .cookieRemover: "remove-cookie"
      case .eventOverride, .preventListener: "prevent-addEventListener"
      case .overridePropertyRead: "set-constant"
      case .replaceFetchResponse: "trusted-replace-fetch-response"
      case .replaceOutboundValue: "trusted-replace-outbound-text"
      case .replaceXHRResponse: "trusted-replace-xhr-response"
      case .stripFetchQueryParameter: "remove-request-query-parameter"
      case .debug, .log, .profile, .trace, .hideIfContains, .hideIfContainsAndMatchesStyle,
        .hideIfHasAndMatchesStyle, .hideIfMatchesXPath:
        nil
      }
    return name.flatMap { Scriptlet.named($0) }
  }

  /// The content blocker whose form the scriptlet's arguments get.
  private var syntax: AdvancedAction.Syntax {
    switch self {
    case .replaceFetchResponse, .replaceXHRResponse: .uBlockOrigin
    case .jsonPrune, .abortCurrentInlineScript, .abortOnIframePropertyRead, .abortOnIframePropertyWrite,
      .abortOnPropertyRead, .abortOnPropertyWrite, .arrayOverride, .cookieRemover, .debug, .log, .profile,
      .trace, .eventOverride, .hideIfContains, .hideIfContainsAndMatchesStyle, .hideIfHasAndMatchesStyle,
      .hideIfMatchesXPath, .hideIfShadowContains, .jsonOverride, .mapOverride, .overridePropertyRead,
      .preventElementSrcLoading, .preventListener, .replaceOutboundValue, .stripFetchQueryParameter,
      .timerOverride:
      .adGuard
    }
  }

  /// Returns the actions of a call with these arguments; nil if page scripts do not have this meaning. There are
  /// none if the call only writes messages.
  func actions(_ arguments: [String]) -> [PageAction]? {
    let given = SnippetArguments(arguments)
    if let scriptlet {
      return scriptletArguments(given).map { [.scriptlet(scriptlet, $0, syntax)] }
    }
    switch self {
    case .hideIfContains: return given.hidingByText()
    case .hideIfContainsAndMatchesStyle: return given.hidingByText(hasStyle: true)
    case .hideIfHasAndMatchesStyle: return given.hidingByDescendant()
    case .hideIfMatchesXPath: return given.hidingByXPath()
    case .abortCurrentInlineScript, .abortOnIframePropertyRead, .abortOnIframePropertyWrite,
      .abortOnPropertyRead, .abortOnPropertyWrite, .arrayOverride, .cookieRemover, .debug, .log, .profile,
      .trace, .eventOverride, .hideIfShadowContains, .jsonOverride, .jsonPrune, .mapOverride,
      .overridePropertyRead, .preventElementSrcLoading, .preventListener, .replaceFetchResponse,
      .replaceOutboundValue, .replaceXHRResponse, .stripFetchQueryParameter, .timerOverride:
      return []
    }
  }

  /// Returns the arguments of the scriptlet; nil if it does not have the meaning of the call.
  private func scriptletArguments(_ given: SnippetArguments) -> [String]? {
    guard let first = given[0] else { return nil }
    switch self {
    case .abortCurrentInlineScript:
      // Only inline scripts have a text.
      return [first, given.pattern(1) ?? "/[^]/"]
    case .abortOnIframePropertyRead: return ["read"] + given.texts.filter { !$0.isEmpty }
    case .abortOnIframePropertyWrite: return ["write"] + given.texts.filter { !$0.isEmpty }
    case .abortOnPropertyRead, .abortOnPropertyWrite: return [first]
    case .arrayOverride:
      guard ["push", "includes", "forEach"].contains(first), let text = given.pattern(1) else { return nil }
      return ["Array", first, text, given[2] ?? "", given[3] ?? "", given[4] ?? ""]
    case .mapOverride:
      guard ["set", "get", "has"].contains(first), let text = given.pattern(1) else { return nil }
      return ["Map", first, text, given[2] ?? "", given[3] ?? "", given[4] ?? ""]
    case .cookieRemover: return given.pattern(0).map { [$0] }
    case .eventOverride:
      guard given[1] == "disable" else { return nil }
      return ["/^\(TextOperand.escaped(first))$/", given.pattern(2) ?? "", "noProtect"]
    case .preventListener:
      guard let type = given.pattern(0) else { return nil }
      let elements = given[2].map { ["elements", ":is(\($0))"] } ?? []
      return [type, given.pattern(1) ?? ""] + elements + ["noProtect"]
    case .hideIfShadowContains:
      let selector = given[1] ?? "*"
      return SnippetArguments.isSelector(selector) ? given.pattern(0).map { [$0, selector] } : nil
    case .jsonPrune: return given.pruning()
    case .jsonOverride:
      guard let paths = given.jsonPaths(0), let value = given.constant(1), let needed = given.jsonPaths(2)
      else { return nil }
      return [paths, value, needed, given.pattern(3) ?? ""]
    case .overridePropertyRead: return given.constant(1).map { [first, $0, "", "", "anyType"] }
    case .preventElementSrcLoading: return given.pattern(1).map { [first, $0] }
    case .replaceFetchResponse, .replaceXHRResponse:
      guard !first.hasPrefix("jsonpath("), let found = given.globalPattern(0) else { return nil }
      return [found, given[1] ?? "", ""] + (given.pattern(2).map { ["includes", $0] } ?? [])
    case .replaceOutboundValue:
      guard let found = given.globalPattern(1), given[3] == nil || given[3] == "base64", given[4] == nil
      else { return nil }
      let stack = given.stack(5, separator: ",", isAll: false)
      return [first, found, given[2] ?? "", given[3] ?? "", stack]
    case .stripFetchQueryParameter:
      return ["/^\(TextOperand.escaped(first))$/", given.pattern(1) ?? "", "fetch"]
    case .timerOverride:
      let timers = given[3] ?? "both"
      guard let delay = Int(first), delay >= 0, ["timeout", "interval", "both"].contains(timers),
        given[2] == nil || given[2] == "noop"
      else { return nil }
      return [
        String(delay), given.pattern(1) ?? "", given[2] ?? "", timers,
        given.stack(4, separator: " ", isAll: true),
      ]
    case .debug, .log, .profile, .trace, .hideIfContains, .hideIfContainsAndMatchesStyle,
      .hideIfHasAndMatchesStyle, .hideIfMatchesXPath:
      return nil
    }
  }

  /// A Markdown list of the supported snippets, each with what it runs as.
  static var documentation: String {
    "\n"
      + allCases.map { snippet in
        let meaning =
          switch snippet {
          case .debug, .log, .profile, .trace: "nothing: it only writes messages"
          case .hideIfContains: "`:has-text()`"
          case .hideIfContainsAndMatchesStyle: "`:has-text()`, with computed styles"
          case .hideIfHasAndMatchesStyle: "`:has()`, with computed styles"
          case .hideIfMatchesXPath: "`:xpath()`"
          case .abortCurrentInlineScript, .abortOnIframePropertyRead, .abortOnIframePropertyWrite,
            .abortOnPropertyRead, .abortOnPropertyWrite, .arrayOverride, .cookieRemover, .eventOverride,
            .hideIfShadowContains, .jsonOverride, .jsonPrune, .mapOverride, .overridePropertyRead,
            .preventElementSrcLoading, .preventListener, .replaceFetchResponse, .replaceOutboundValue,
            .replaceXHRResponse, .stripFetchQueryParameter, .timerOverride:
            snippet.scriptlet.map { "`\($0.name)`" } ?? ""
          }
        return "- `\(snippet.rawValue)`\(meaning == "`\(snippet.rawValue)`" ? "" : ": \(meaning)")\n"
      }.joined()
  }
}
