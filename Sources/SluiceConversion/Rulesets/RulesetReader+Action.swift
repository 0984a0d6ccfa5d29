import SluiceRules
import SluiceText

extension RulesetReader {
  private static let types: [StaticString] = [
    "allow", "allowAllRequests", "block", "upgradeScheme", "redirect", "modifyHeaders",
  ]

  /// Returns whether an action is `allowAllRequests`, for which WebKit ignores most of the condition.
  func isForWholePages(_ action: JSONValue, in json: Span<UInt8>) -> Bool {
    guard action.kind == .object else { return false }
    return JSONMembers(of: action, ["type"], in: json)[0]?.isString("allowAllRequests", in: json) ?? false
  }

  mutating func action(
    _ object: JSONValue, condition: DeclarativeCondition, priority: Int, in json: Span<UInt8>
  ) -> DeclarativeRule.Kind? {
    let members = JSONMembers(
      of: object, ["type", "redirect", "requestHeaders", "responseHeaders"], in: json)
    note(members)
    let type = members[0]?.index(in: Self.types, json)
    for (key, user) in [(1, 4), (2, 5), (3, 5)] {
      if let name = members.keys[key], type != user { add(.unusedKey, at: (name.start, name.length)) }
    }
    switch type {
    case 0: return .allow
    case 1:
      if condition.types?.subtracting([.mainFrame, .subFrame]).isEmpty != true {
        add(.allowAllTypes, value: object)
      }
      return .allowAllRequests
    case 2: return .block
    case 3: return .upgradeScheme
    case 4: return redirect(members[1], in: object, condition: condition, json: json).map { .redirect($0) }
    case 5:
      var changes = HeaderChanges(priority: priority)
      if members[2] == nil, members[3] == nil { add(.headers, value: object) }
      changes.request = headers(members[2], in: json)
      changes.response = headers(members[3], in: json)
      return .modifyHeaders(changes)
    case _:
      add(.actionType, value: members[0] ?? object)
      return nil
    }
  }

  // MARK: - modifyHeaders

  private mutating func headers(_ value: JSONValue?, in json: Span<UInt8>) -> [HeaderChange] {
    guard let value else { return [] }
    guard value.kind == .array else {
      add(.wrongType, value: value)
      return []
    }
    var changes: [HeaderChange] = []
    var isEmpty = true
    var cursor = JSONCursor(in: value)
    while let entry = cursor.nextValue(json) {
      isEmpty = false
      guard entry.kind == .object else {
        add(.wrongType, value: entry)
        continue
      }
      let members = JSONMembers(of: entry, ["header", "operation", "value"], in: json)
      note(members)
      let header = text(members[0], in: json)
      if header.map({ !KnownHeaders.contains($0) }) ?? true {
        add(.unknownHeader, value: members[0] ?? entry)
      }
      let written = text(members[2], in: json)
      let operation = members[1]?.index(in: ["remove", "set", "append"], json)
      if operation == nil { add(.headerOperation, value: members[1] ?? entry) }
      if let operation, (operation == 0) != (members[2] == nil) {
        add(.headerValue, value: members[2] ?? entry)
      }
      guard let header, let operation else { continue }
      let value = written ?? []
      changes.append(
        HeaderChange(
          header, operation: operation == 0 ? .remove : operation == 1 ? .set(value) : .append(value)))
    }
    if isEmpty { add(.headers, value: value) }
    return changes
  }

  // MARK: - redirect

  private mutating func redirect(
    _ value: JSONValue?, in object: JSONValue, condition: DeclarativeCondition, json: Span<UInt8>
  ) -> Redirect? {
    guard let value, value.kind == .object else {
      add(.redirectKind, value: value ?? object)
      return nil
    }
    let members = JSONMembers(
      of: value, ["extensionPath", "regexSubstitution", "transform", "url"], in: json)
    note(members)
    // The order in which WebKit's compiler looks for the kinds.
    var kinds: [Redirect] = []
    if let path = text(members[0], in: json) {
      if path.first != ASCII.slash { add(.extensionPath, value: members[0] ?? value) }
      kinds.append(.extensionPath(path))
    }
    // WebKit treats an empty substitution as missing.
    if let substitution = text(members[1], in: json), !substitution.isEmpty {
      if condition.regexFilter == nil { add(.substitution, value: members[1] ?? value) }
      kinds.append(.substitution(substitution))
    }
    if let transform = members[2] { kinds.append(.transform(self.transform(transform, in: json))) }
    if let url = text(members[3], in: json) {
      let scheme = ParsedURL(url)?.scheme
      if scheme != Array("http".utf8), scheme != Array("https".utf8) {
        add(.redirectURL, value: members[3] ?? value)
      }
      kinds.append(.url(url))
    }
    if kinds.isEmpty { add(.redirectKind, value: value) }
    if kinds.count > 1 { add(.secondRedirect, value: value) }
    if condition.types?.contains(.mainFrame) ?? false { notePageRedirect(value) }
    return kinds.first
  }

  private mutating func transform(_ value: JSONValue, in json: Span<UInt8>) -> URLTransform {
    var transform = URLTransform()
    let members = JSONMembers(
      of: value,
      [
        "queryTransform", "query", "fragment", "host", "password", "path", "port", "scheme", "username",
      ], in: json)
    guard value.kind == .object, members.keys.contains(where: { $0 != nil }) else {
      add(.transform, value: value)
      return transform
    }
    note(members)
    if let query = text(members[1], in: json) {
      if let first = query.first, first != ASCII.question { add(.transform, value: members[1] ?? value) }
      transform.query = .replaced(query)
    }
    // WebKit ignores the query in this case.
    if let query = members[0] { transform.query = parameters(query, in: json) }
    transform.fragment = text(members[2], in: json)
    transform.host = text(members[3], in: json)
    transform.password = text(members[4], in: json)
    transform.path = text(members[5], in: json)
    transform.port = text(members[6], in: json)
    transform.scheme = text(members[7], in: json)
    transform.username = text(members[8], in: json)
    return transform
  }

  private mutating func parameters(_ value: JSONValue, in json: Span<UInt8>) -> URLTransform.Query {
    let members = JSONMembers(of: value, ["removeParams", "addOrReplaceParams"], in: json)
    guard value.kind == .object, members[0] != nil || members[1] != nil else {
      add(.transform, value: value)
      return .parameters(removed: [], added: [])
    }
    note(members)
    let removed = texts(members[0], in: json) ?? []
    if let names = members[0], removed.isEmpty { add(.transform, value: names) }
    var added: [URLTransform.Parameter] = []
    if let list = members[1] {
      var cursor = JSONCursor(in: list)
      while list.kind == .array, let entry = cursor.nextValue(json) {
        let members = JSONMembers(of: entry, ["key", "value", "replaceOnly"], in: json)
        guard entry.kind == .object, let name = text(members[0], in: json),
          let value = text(members[1], in: json)
        else {
          add(.transform, value: entry)
          continue
        }
        note(members)
        if let flag = members[2], flag.kind != .true, flag.kind != .false { add(.wrongType, value: flag) }
        added.append(
          URLTransform.Parameter(name: name, value: value, onlyReplaces: members[2]?.kind == .true))
      }
      if added.isEmpty { add(.transform, value: list) }
    }
    return .parameters(removed: removed, added: added)
  }
}
