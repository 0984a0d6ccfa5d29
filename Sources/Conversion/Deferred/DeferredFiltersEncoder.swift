import FilterSyntax

extension DeferredFilters {
  /// The version of the document: it changes when a reader of the former one could misread the next.
  public static let documentVersion = 1

  /// The document for hosts, as `docs/advanced.md` describes it: JSON in UTF-8, one string and one filter a
  /// line, equal bytes for equal filters.
  public func encodedJSON() -> [UInt8] {
    var encoder = DeferredFilterEncoder()
    encoder.reserveCapacity(filters.count)
    for filter in filters { encoder.append(filter) }
    return encoder.document(sources: sources)
  }
}

/// Writes filters one by one while it collects their strings, which the document has before them.
private struct DeferredFilterEncoder {
  private var strings = ByteTable(capacity: 1 << 11)
  private var json = JSONFragment()

  mutating func reserveCapacity(_ filters: Int) { json.reserveCapacity(filters * 96) }

  func document(sources: [String]) -> [UInt8] {
    var document = JSONFragment()
    document.reserveCapacity(2 * json.bytes.count + 32 * strings.count)
    document.append(#"{"version":"#)
    document.append(DeferredFilters.documentVersion)
    document.append(",\n\"sources\":[")
    document.append(strings: sources)
    document.append("],\n\"strings\":[")
    document.append(0..<strings.count, separator: ",") { document, number in
      document.append("\n")
      document.append(string: strings[number])
    }
    document.append("],\n\"filters\":[")
    document.append(json)
    document.append("]}\n")
    return document.bytes
  }

  mutating func append(_ filter: DeferredFilter) {
    json.append(json.bytes.isEmpty ? "\n{\"kind\":" : ",\n{\"kind\":")
    json.append(string: filter.action.kind)
    if filter.isException { json.append(#","exception":true"#) }
    append(filter.action)
    append("domains", filter.domains.included)
    append("notDomains", filter.domains.excluded)
    for modifier in filter.modifiers { append(modifier) }
    if let request = filter.request { append(request) }
    append("source", filter.source)
    append("line", filter.line)
    json.append("}")
  }

  private mutating func append(_ action: DeferredAction) {
    switch action {
    case .hide(let selector), .remove(let selector): append("selector", selector)
    case .removeAttribute(let name, let selector), .removeClass(let name, let selector):
      append("selector", selector)
      append("name", name)
    case .style(let selector, let declarations, let condition):
      append("selector", selector)
      append("style", declarations)
      append("condition", condition)
    case .scriptlet(let name, let arguments, let syntax):
      append(syntax)
      append("name", name)
      append("args", arguments)
    case .script(let text): append("script", text)
    case .snippets(let calls): append(calls)
    case .removeHTML(let selector, let syntax):
      append(syntax)
      append("selector", selector)
    case .removeResponseHeader(let name): append("name", name)
    case .redirect(let redirect):
      append("resource", redirect.resource)
      if let priority = redirect.priority { append("priority", priority) }
    case .modify(_, let value): append("value", value)
    case .malformed(_, let body): append("body", body)
    }
  }

  private mutating func append(_ request: DeferredFilter.Request) {
    append("pattern", request.pattern)
    append("types", request.types)
    append("notTypes", request.excludedTypes)
    append("parties", request.parties)
    if request.isCaseSensitive { json.append(#","matchCase":true"#) }
    if request.isImportant { json.append(#","important":true"#) }
    append("options", request.otherOptions)
  }

  private mutating func append(_ modifier: DeferredFilter.Modifier) {
    switch modifier.kind {
    case .path: append("path", modifier.value)
    case .url: append("url", modifier.value)
    case .app: append("app", modifier.value)
    // The parser has put these among the domains.
    case .domain: break
    }
  }

  private mutating func append(_ syntax: DeferredAction.Syntax) {
    key("syntax")
    json.append(string: syntax.rawValue)
  }

  private mutating func append(_ calls: [[String]]) {
    key("calls")
    let calls = calls.map { numbers(of: $0) }
    json.append("[")
    json.append(calls, separator: ",") { json, numbers in
      json.append("[")
      json.append(numbers: numbers)
      json.append("]")
    }
    json.append("]")
  }

  /// Writes the names of options, or nothing when there are none.
  private mutating func append(_ name: StaticString, _ options: [OptionKind]) {
    guard !options.isEmpty else { return }
    key(name)
    json.append("[")
    json.append(strings: options.map(\.rawValue))
    json.append("]")
  }

  /// Writes the numbers of strings, or nothing when there are none.
  private mutating func append(_ name: StaticString, _ list: [String]) {
    guard !list.isEmpty else { return }
    let numbers = numbers(of: list)
    key(name)
    json.append("[")
    json.append(numbers: numbers)
    json.append("]")
  }

  /// Writes the number of a string, or nothing when there is none.
  private mutating func append(_ name: StaticString, _ string: String?) {
    guard let string else { return }
    append(name, strings.insert(string))
  }

  private mutating func append(_ name: StaticString, _ number: Int) {
    key(name)
    json.append(number)
  }

  private mutating func numbers(of list: [String]) -> [Int] { list.map { strings.insert($0) } }

  private mutating func key(_ name: StaticString) {
    json.append(",\"")
    json.append(name)
    json.append("\":")
  }
}
