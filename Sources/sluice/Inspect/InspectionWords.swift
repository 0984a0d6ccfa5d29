import SluiceConversion
import SluiceListFiles
import SluiceLists
import SluicePageInspection
import SluiceRules

/// Texts about the requests of a page, for the text output and the HTML page. Only URLs are escaped.
enum InspectionWords {
  /// The reason for the outcome of a request: filters with a label for their action.
  struct Reason {
    let label: String
    /// The filters, or the rule if its filters are unknown.
    let lines: [String]
    let count: Int
  }

  /// Returns the filters that apply to a request, and those that exceptions override.
  static func reasons(of request: InspectedRequest) -> [Reason] {
    let verdict = request.verdict
    var reasons = verdict.acting.filter { $0.rule.action.isShown }.map {
      reason($0, label: verb($0.rule.action))
    }
    if verdict.isExcepted {
      for overridden in verdict.overriddenBlocks {
        reasons.append(reason(overridden.rule, label: "would block"))
        reasons += overridden.exceptions.map { reason($0, label: "exception") }
      }
    }
    for excepted in verdict.excepted {
      reasons.append(
        Reason(label: "would hide", lines: excepted.filters.map(\.words), count: excepted.filterCount))
      reasons.append(
        Reason(label: "exception", lines: excepted.exceptions.map(\.words), count: excepted.exceptions.count))
    }
    return reasons
  }

  private static func reason(_ judged: JudgedRule, label: String) -> Reason {
    guard let origin = judged.origin, !origin.filters.isEmpty else {
      return Reason(
        label: label, lines: ["\(judged.listName) rule \(judged.index): \(judged.rule.summary())"], count: 1)
    }
    return Reason(label: label, lines: origin.filters.map(\.words), count: origin.filterCount)
  }

  private static func verb(_ action: Action) -> String {
    switch action {
    case .block: "blocked by"
    case .blockCookies: "without cookies by"
    case .makeHTTPS: "upgraded by"
    case .redirect: "redirected by"
    case .modifyHeaders: "headers changed by"
    case .hide: "hidden by"
    case .ignorePreviousRules, .ignoreFollowingRules: "exception"
    }
  }

  /// Returns further notes about a request.
  ///
  /// - Parameter limit: The maximum number of characters of a URL.
  static func details(
    on request: InspectedRequest, scripted: ScriptedFilters?, limit: Int = .max
  ) -> [String] {
    let (verdict, load) = (request.verdict, request.load)
    var details: [String] = []
    if verdict.description.isKindGuessed { details.append("type guessed from the URL") }
    if let frame = load.description.frame {
      let how = load.frameSource == .guessed ? ", as far as can be told" : ""
      details.append("in the frame \(shown(frame, limit: limit))\(how)")
    }
    if load.isPreflight { details.append("asks permission for the next request (CORS)") }
    if load.isConditional { details.append("named in a style sheet: loaded if the page uses it") }
    if load.hasLostAddress { details.append("saved next to the page: its own URL is not known") }
    if let owner = request.owner { details.append("of \(DisplayText.escaping(owner))") }
    if verdict.blocksCookies, !verdict.isBlocked {
      details.append(
        request.losesCookies
          ? "without its cookies (\(load.recording.cookiesSent) sent, \(load.recording.cookiesSet) set)"
          : "without cookies (none were recorded)")
    }
    if verdict.isUpgraded, !verdict.isBlocked { details.append("upgraded to https") }
    if verdict.hiddenSelectors > 0, !verdict.isBlocked {
      details.append("hides elements of \(Format.counted(verdict.hiddenSelectors, noun: "selector"))")
    }
    let effects = scripted?.effects(after: verdict) ?? []
    if !effects.isEmpty {
      details.append(
        "\(Format.counted(effects.count, noun: "filter")) done by scripts (convert --page-script)")
    }
    switch request.observed {
    case .blocked where request.isDisputed: details.append("WebKit blocked it all the same")
    case .loaded where request.isDisputed: details.append("WebKit loaded it all the same")
    case .notAsked: details.append("not sent with the lists")
    case .blocked, .loaded, nil: break
    }
    if let redirect = load.redirect {
      details.append("redirected to \(shown(redirect, limit: limit))")
    }
    if let failure = load.recording.failure {
      details.append("not answered: \(DisplayText.escaping(failure))")
    } else if load.recording.status == 0 {
      details.append("not answered")
    }
    return details
  }

  /// Returns the counts of a list's actions as text, except those that are zero.
  static func effects(of list: InspectionTotals.ListTotal) -> [String] {
    let parts = [
      (list.blocked, "blocked"), (list.excepted, "excepted"), (list.losingCookies, "without their cookies"),
      (list.upgraded, "upgraded"),
    ]
    return parts.filter { $0.0 > 0 }.map { "\(Format.grouped($0.0)) \($0.1)" }
  }

  static func summary(of totals: InspectionTotals) -> String {
    var text =
      "\(Format.counted(totals.requests, noun: "request")): \(Format.grouped(totals.blocked)) blocked"
    if totals.blockedSize > 0 {
      text += " (\(Format.size(totals.blockedSize)) of \(Format.size(totals.size)))"
    }
    text += ", \(Format.grouped(totals.excepted)) excepted"
    if totals.losingCookies > 0 { text += ", \(Format.grouped(totals.losingCookies)) without their cookies" }
    if totals.upgraded > 0 { text += ", \(Format.grouped(totals.upgraded)) upgraded" }
    return text
  }

  /// Returns the numbers of requests that were not tested, with the reasons.
  static func leftOut(of inspection: PageInspection) -> [String] {
    let parts = [(inspection.left, "not of the web"), (inspection.invalid, "without a valid URL")]
    return parts.filter { $0.0 > 0 }.map { "left out \(Format.counted($0.0, noun: "load")), \($0.1)" }
  }

  /// Returns a URL with invisible characters as code points.
  ///
  /// - Parameter limit: The maximum number of characters. A longer URL ends with `…`.
  static func shown(_ url: [UInt8], limit: Int = .max) -> String {
    let text = String(decoding: url, as: UTF8.self)
    let start = text.unicodeScalars.prefix(limit)
    return DisplayText.escaping(String(start)) + (start.endIndex < text.endIndex ? "…" : "")
  }
}

extension Action {
  /// Whether each filter with this action is listed. Hiding filters are not, because there can be thousands.
  fileprivate var isShown: Bool {
    switch self {
    case .block, .blockCookies, .makeHTTPS, .redirect, .modifyHeaders: true
    case .hide, .ignorePreviousRules, .ignoreFollowingRules: false
    }
  }
}
