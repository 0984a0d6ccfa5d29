import SluiceSyntax

extension FilterBytes {
  /// Returns the parts of a network filter with their meanings.
  func parts(of filter: NetworkFilter) -> [FilterMeaning.Part] {
    var parts: [FilterMeaning.Part] = []
    func add(_ name: String, _ text: String) { parts.append(.init(name, text)) }
    add(
      "kind",
      filter.isException
        ? "an exception to network filters: lets requests through" : "a network filter: blocks requests")
    switch filter.pattern {
    case .regex(let body):
      let isCaseSensitive = filter.options.last { $0.kind == .matchCase }.map { !$0.isNegated } ?? false
      let letters = isCaseSensitive ? "its letters as they are written" : "in either case"
      add("regex", "\(self[body])  found anywhere in the URL, \(letters)")
    case .plain(let pattern):
      switch pattern.start {
      case .anywhere: add("begins", "anywhere in the URL")
      case .url: add("begins", "|  where the URL begins")
      case .hostLabel: add("begins", "||  where the host, or one of its labels, begins")
      }
      let tokens = tokens(of: pattern)
      if tokens.isEmpty { add("pattern", "every URL") }
      for token in tokens {
        switch token {
        case .literal(let range): add("text", self[range])
        case .wildcard: add("wildcard", "*  any characters, also none")
        case .separator:
          add("separator", "^  one character other than letters, digits and _ - . %, or the end")
        }
      }
      add("ends", pattern.isEndAnchored ? "|  where the URL ends" : "anywhere")
    }
    for option in filter.options {
      let name = (option.isNegated ? "~" : "") + self[option.name]
      let value = option.value.map { "=" + self[$0] } ?? ""
      let meaning =
        OptionTable.definition(of: option.kind).map { (option.isNegated ? "not: " : "") + $0.meaning }
        ?? "no option that is known"
      add("option", "\(name)\(value)  \(meaning)")
    }
    return parts
  }

  /// Returns the parts of a cosmetic filter with their meanings.
  func parts(of filter: CosmeticFilter) -> [FilterMeaning.Part] {
    var parts: [FilterMeaning.Part] = []
    func add(_ name: String, _ text: String) { parts.append(.init(name, text)) }
    let kind = Self.meaning(of: filter.kind)
    add(
      "kind",
      filter.isException
        ? "an exception to cosmetic filters with the same body" : "a cosmetic filter: \(kind)")
    for modifier in filter.modifiers { add("modifier", "\(modifier.kind.rawValue)=\(self[modifier.value])") }
    let included = filter.domains.filter { !$0.isExcluded }
    let excluded = filter.domains.filter { $0.isExcluded }
    add(
      "pages",
      included.isEmpty ? "every page" : included.map(text).joined(separator: ", "))
    if !excluded.isEmpty { add("not on", excluded.map(text).joined(separator: ", ")) }
    add("marker", self[filter.marker])
    add(filter.kind == .hiding || filter.kind == .extendedHiding ? "selector" : "body", self[filter.body])
    return parts
  }

  private func text(_ entry: DomainEntry) -> String {
    let name =
      switch entry.kind {
      case .host: self[entry.name]
      case .entity: "\(self[entry.name]).* (any public suffix)"
      case .any: "*"
      case .regex: "/\(self[entry.name])/"
      case .pages: "\(self[entry.name]) (pages with this path)"
      }
    return name + (entry.includesEmbedded ? " (and what is embedded there)" : "")
  }

  private static func meaning(of kind: CosmeticFilter.Kind) -> String {
    switch kind {
    case .hiding: "hides elements"
    case .extendedHiding: "hides elements, by selectors that CSS need not have"
    case .style, .extendedStyle: "gives elements a style"
    case .snippet: "runs a snippet of Adblock Plus"
    case .scriptlet: "runs a scriptlet"
    case .script: "runs a script"
    case .html: "removes elements before the page is parsed"
    case .responseHeader: "removes a header of the response"
    }
  }
}
