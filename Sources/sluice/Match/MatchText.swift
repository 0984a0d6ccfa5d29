import ContentBlocker
import ListBuilding
import Conversion

/// An answer for people: the decision, the rules behind it, their filters.
struct MatchText {
  let style: TextStyle
  /// Whether all filters and selectors are shown, however many there are.
  let isWhole: Bool

  /// How many filters of a rule, and how many of its selectors, are shown otherwise.
  static let limit = 5
  /// How many filters are shown that are done in the page.
  static let pageLimit = 20

  func render(_ answer: MatchAnswer) -> String {
    var text = headline(answer) + "\n"
    if answer.acting.isEmpty, answer.overridden.isEmpty { text += "No rule matches.\n" }
    for listed in answer.acting { text += "\n" + render(listed, note: "") }
    for (listed, by) in answer.overridden {
      text += "\n" + render(listed, note: ", overridden by rule \(by)")
    }
    if !answer.inPage.isEmpty { text += "\n" + inPage(answer.inPage) }
    return text
  }

  private func headline(_ answer: MatchAnswer) -> String {
    let outcome = answer.isBlocked ? style.red("blocked") : style.green("allowed")
    var effects = [outcome]
    if answer.blocksCookies { effects.append("without cookies") }
    if answer.isUpgraded { effects.append("upgraded to https") }
    if answer.hiddenSelectors > 0 {
      effects.append("hides elements of \(Format.counted(answer.hiddenSelectors, "selector"))")
    }
    let request = answer.request
    var place = "\(answer.description.kind.rawValue) \(Self.shown(request.url))"
    if answer.description.isKindGuessed { place += " (type guessed; --type says it)" }
    if answer.description.kind != .document {
      place += "\n  on \(Self.shown(request.topURL)), "
      place += request.party == .firstParty ? "first-party" : "third-party"
      if let frame = answer.description.frame { place += ", in the frame \(Self.shown(frame))" }
    }
    return "\(effects.joined(separator: ", ")): \(place)"
  }

  /// What no rule does, and a script does where a host runs it.
  private func inPage(_ deeds: [MatchPages.Deed]) -> String {
    var text = style.bold("done in the page by scripts (convert --page-script):") + "\n"
    let shown = deeds.prefix(isWhole ? .max : Self.pageLimit)
    for deed in shown {
      text += "  \(DisplayText.escaping(deed.filter.words))\n"
      text += style.dim("    \(DisplayText.escaping(PageDeedText.line(deed.kind)))") + "\n"
    }
    if shown.count < deeds.count {
      text += "  and \(Format.counted(deeds.count - shown.count, "more filter")); --all shows them\n"
    }
    return text
  }

  private func render(_ listed: MatchAnswer.ListedRule, note: String) -> String {
    let limit = isWhole ? Int.max : Self.limit
    let place = style.bold("\(DisplayText.escaping(listed.list.name)) rule \(listed.index)\(note):")
    var text = "\(place) \(DisplayText.escaping(listed.rule.summary(limit: isWhole ? 1_000_000 : 5)))\n"
    guard let mapped = listed.list.mapped else { return text }
    let origin = mapped.origin(ofRule: listed.index, limit: limit)
    if origin.filters.isEmpty {
      text += "  no filter asks for it: it keeps blocks from visits of pages and from windows\n"
    }
    text += lines(origin.filters, of: origin.filterCount, mapped, prefix: "")
    text += lines(origin.limits, of: origin.limitCount, mapped, prefix: style.dim("except: "))
    return text
  }

  private func lines(
    _ filters: [SourceMap.Filter], of count: Int, _ mapped: MappedFilters, prefix: String
  ) -> String {
    var text = ""
    for filter in filters {
      text += "  \(prefix)\(DisplayText.escaping(mapped.text(of: filter)))\n"
    }
    if count > filters.count {
      text += "  \(prefix)and \(Format.counted(count - filters.count, "more filter")); --all shows them\n"
    }
    return text
  }

  private static func shown(_ url: [UInt8]) -> String {
    DisplayText.escaping(String(decoding: url, as: UTF8.self))
  }
}
