import SluiceSyntax
import SluiceText

extension AdvancedFilters {
  /// The version of the JSON document. It changes if a reader of the previous version could misread the new
  /// one.
  public static let documentVersion = 1

  /// Returns the JSON document that `docs/reference/advanced.md` describes, in UTF-8 with one string or filter per
  /// line. Equal filters give equal bytes.
  public func encodedJSON() -> [UInt8] {
    var encoder = AdvancedFilterEncoder(filters: filters.count)
    for filter in filters { encoder.append(filter) }
    return encoder.document(sources: sources)
  }
}

/// Encodes filters one at a time and collects their strings, which precede the filters in the document.
private struct AdvancedFilterEncoder {
  private var strings = ByteTable(capacity: 1 << 11)
  private var json: JSONWriter

  init(filters: Int) { json = JSONWriter(.lineEnds, capacity: filters * 96) }

  func document(sources: [String]) -> [UInt8] {
    var document = JSONWriter(.lineEnds, capacity: 2 * json.bytes.count + 32 * strings.count)
    document.object { document in
      document.add("version", AdvancedFilters.documentVersion)
      document.breakLine()
      document.add("sources", sources)
      document.breakLine()
      document.array("strings") { document in
        for number in 0..<strings.count {
          document.breakLine()
          document.append(strings[number])
        }
      }
      document.breakLine()
      document.array("filters") { $0.append(written: json.bytes) }
    }
    document.endLine()
    return document.bytes
  }

  mutating func append(_ filter: AdvancedFilter) {
    json.breakLine()
    json.openObject()
    json.add("kind", filter.action.kind)
    if filter.isException { json.add("exception", true) }
    append(filter.action)
    append("domains", filter.domains.included.map { $0.description })
    append("notDomains", filter.domains.excluded.map { $0.description })
    for modifier in filter.modifiers { append(modifier) }
    if let request = filter.request { append(request) }
    json.add("source", filter.place.source)
    json.add("line", filter.line)
    json.closeObject()
  }

  private mutating func append(_ action: AdvancedAction) {
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
      if let priority = redirect.priority { json.add("priority", priority) }
    case .modify(_, let value): append("value", value)
    case .malformed(_, let body): append("body", body)
    }
  }

  private mutating func append(_ request: AdvancedFilter.Request) {
    append("pattern", request.pattern)
    append("types", request.types)
    append("notTypes", request.excludedTypes)
    append("parties", request.parties)
    if request.isCaseSensitive { json.add("matchCase", true) }
    if request.isImportant { json.add("important", true) }
    append("options", request.otherOptions)
  }

  private mutating func append(_ modifier: AdvancedFilter.Modifier) {
    switch modifier.kind {
    case .path: append("path", modifier.value)
    case .url: append("url", modifier.value)
    case .app: append("app", modifier.value)
    // The parser has added these to the domains.
    case .domain: break
    }
  }

  private mutating func append(_ syntax: AdvancedAction.Syntax) {
    json.add("syntax", syntax.rawValue)
  }

  private mutating func append(_ calls: [[String]]) {
    let calls = calls.map { numbers(of: $0) }
    json.array("calls") { json in
      for numbers in calls { json.array(numbers) }
    }
  }

  /// Writes the names of options, unless the list is empty.
  private mutating func append(_ name: StaticString, _ options: [OptionKind]) {
    guard !options.isEmpty else { return }
    json.add(name, options.map { $0.rawValue })
  }

  /// Writes the numbers of strings, unless the list is empty.
  private mutating func append(_ name: StaticString, _ list: [String]) {
    guard !list.isEmpty else { return }
    let numbers = numbers(of: list)
    json.add(name, numbers)
  }

  /// Writes the number of a string, unless it is `nil`.
  private mutating func append(_ name: StaticString, _ string: String?) {
    guard let string else { return }
    json.add(name, strings.insert(string))
  }

  private mutating func numbers(of list: [String]) -> [Int] { list.map { strings.insert($0) } }
}
