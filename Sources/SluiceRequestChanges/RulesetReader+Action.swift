import SluiceRules

extension RulesetReader {
  private static let types: [StaticString] = [
    "allow", "allowAllRequests", "block", "upgradeScheme", "redirect", "modifyHeaders",
  ]

  mutating func action(
    _ object: JSONValue, _ condition: DeclarativeCondition, priority: Int, _ json: Span<UInt8>
  ) -> DeclarativeRule.Kind? {
    let members = JSONMembers(of: object, ["type", "redirect", "requestHeaders", "responseHeaders"], json)
    note(members)
    let type = members[0]?.index(in: Self.types, json)
    for (key, user) in [(1, 4), (2, 5), (3, 5)] {
      if let name = members.keys[key], type != user { add(.unusedKey, (name.start, name.length)) }
    }
    switch type {
    case 0: return .allow
    case 1:
      if condition.types?.subtracting([.mainFrame, .subFrame]).isEmpty != true {
        add(.allowAllTypes, object)
      }
      return .allowAllRequests
    case 2: return .block
    case 3: return .upgradeScheme
    case 4: return redirect(members[1], in: object, condition, json).map { .redirect($0) }
    case 5:
      var changes = HeaderChanges(priority: priority)
      if members[2] == nil, members[3] == nil { add(.headers, object) }
      changes.request = headers(members[2], json)
      changes.response = headers(members[3], json)
      return .modifyHeaders(changes)
    case _:
      add(.actionType, members[0] ?? object)
      return nil
    }
  }

  // MARK: - modifyHeaders

  private mutating func headers(_ value: JSONValue?, _ json: Span<UInt8>) -> [HeaderChange] {
    guard let value else { return [] }
    guard value.kind == .array else {
      add(.wrongType, value)
      return []
    }
    var changes: [HeaderChange] = []
    var isEmpty = true
    var cursor = JSONCursor(in: value)
    while let entry = cursor.nextValue(json) {
      isEmpty = false
      guard entry.kind == .object else {
        add(.wrongType, entry)
        continue
      }
      let members = JSONMembers(of: entry, ["header", "operation", "value"], json)
      note(members)
      let header = text(members[0], json)
      if header.map({ !KnownHeaders.contains($0) }) ?? true { add(.unknownHeader, members[0] ?? entry) }
      let written = text(members[2], json)
      let operation = members[1]?.index(in: ["remove", "set", "append"], json)
      if operation == nil { add(.headerOperation, members[1] ?? entry) }
      if let operation, (operation == 0) != (members[2] == nil) { add(.headerValue, members[2] ?? entry) }
      guard let header, let operation else { continue }
      let value = written ?? []
      changes.append(
        HeaderChange(header, operation == 0 ? .remove : operation == 1 ? .set(value) : .append(value)))
    }
    if isEmpty { add(.headers, value) }
    return changes
  }

  // MARK: - redirect

  private mutating func redirect(
    _ value: JSONValue?, in object: JSONValue, _ condition: DeclarativeCondition, _ json: Span<UInt8>
  ) -> Redirect? {
    guard let value, value.kind == .object else {
      add(.redirectKind, value ?? object)
      return nil
    }
    let members = JSONMembers(of: value, ["extensionPath", "regexSubstitution", "transform", "url"], json)
    note(members)
    // The order in which WebKit's compiler looks for the kinds.
    var kinds: [Redirect] = []
    if let path = text(members[0], json) {
      if path.first != ASCII.slash { add(.extensionPath, members[0] ?? value) }
      kinds.append(.extensionPath(path))
    }
    if let substitution = text(members[1], json) {
      if condition.regexFilter == nil { add(.substitution, members[1] ?? value) }
      kinds.append(.substitution(substitution))
    }
    if let transform = members[2] { kinds.append(.transform(self.transform(transform, json))) }
    if let url = text(members[3], json) {
      let scheme = ParsedURL(url)?.scheme
      if scheme != Array("http".utf8), scheme != Array("https".utf8) {
        add(.redirectURL, members[3] ?? value)
      }
      kinds.append(.url(url))
    }
    if kinds.isEmpty { add(.redirectKind, value) }
    if kinds.count > 1 { add(.secondRedirect, value) }
    if condition.types?.contains(.mainFrame) ?? false { notePageRedirect(value) }
    return kinds.first
  }

  private mutating func transform(_ value: JSONValue, _ json: Span<UInt8>) -> URLTransform {
    var transform = URLTransform()
    let members = JSONMembers(
      of: value,
      [
        "queryTransform", "query", "fragment", "host", "password", "path", "port", "scheme", "username",
      ], json)
    guard value.kind == .object, members.keys.contains(where: { $0 != nil }) else {
      add(.transform, value)
      return transform
    }
    note(members)
    if let query = text(members[1], json) {
      if let first = query.first, first != ASCII.question { add(.transform, members[1] ?? value) }
      transform.query = .replaced(query)
    }
    // WebKit ignores the query in this case.
    if let query = members[0] { transform.query = parameters(query, json) }
    transform.fragment = text(members[2], json)
    transform.host = text(members[3], json)
    transform.password = text(members[4], json)
    transform.path = text(members[5], json)
    transform.port = text(members[6], json)
    transform.scheme = text(members[7], json)
    transform.username = text(members[8], json)
    return transform
  }

  private mutating func parameters(_ value: JSONValue, _ json: Span<UInt8>) -> URLTransform.Query {
    let members = JSONMembers(of: value, ["removeParams", "addOrReplaceParams"], json)
    guard value.kind == .object, members[0] != nil || members[1] != nil else {
      add(.transform, value)
      return .parameters(removed: [], added: [])
    }
    note(members)
    let removed = texts(members[0], json) ?? []
    if let names = members[0], removed.isEmpty { add(.transform, names) }
    var added: [URLTransform.Parameter] = []
    if let list = members[1] {
      var cursor = JSONCursor(in: list)
      while list.kind == .array, let entry = cursor.nextValue(json) {
        let members = JSONMembers(of: entry, ["key", "value", "replaceOnly"], json)
        guard entry.kind == .object, let name = text(members[0], json), let value = text(members[1], json)
        else {
          add(.transform, entry)
          continue
        }
        note(members)
        if let flag = members[2], flag.kind != .true, flag.kind != .false { add(.wrongType, flag) }
        added.append(
          URLTransform.Parameter(name: name, value: value, onlyReplaces: members[2]?.kind == .true))
      }
      if added.isEmpty { add(.transform, list) }
    }
    return .parameters(removed: removed, added: added)
  }
}
