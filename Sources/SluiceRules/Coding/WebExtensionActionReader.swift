import SluiceText

/// Reading the actions for web extensions, `redirect` and `modify-headers`, with the checks of WebKit.
extension RuleReader {
  // MARK: - modify-headers

  /// Reads the priority. As in WebKit, it must be a number that is an integer from 0 to 2^31 - 1 after
  /// truncation.
  mutating func priority(_ value: JSONValue?, in object: JSONValue, json: Span<UInt8>) -> Int {
    if let value, value.kind == .number,
      let number = Double(String(json.extracting(value.start..<value.end))),
      number > -1, number < 0x1p31
    {
      return Int(number)
    }
    add(.modifyHeaders(.priority), value: value ?? object)
    return 0
  }

  mutating func headers(_ value: JSONValue?, in json: Span<UInt8>) -> [HeaderChange] {
    guard let value else { return [] }
    guard value.kind == .array else {
      add(.modifyHeaders(.headersNotArray), value: value)
      return []
    }
    var changes: [HeaderChange] = []
    var cursor = JSONCursor(in: value)
    while let entry = cursor.nextValue(json) {
      guard entry.kind == .object else {
        add(.modifyHeaders(.operationNotObject), value: entry)
        continue
      }
      let members = JSONMembers(of: entry, ["operation", "header", "value"], in: json)
      guard let operation = members[0], operation.kind == .string else {
        add(.modifyHeaders(.operationMissing), value: members[0] ?? entry)
        continue
      }
      let kind = operation.index(in: ["remove", "set", "append"], json)
      if kind == nil { add(.modifyHeaders(.operation), value: operation) }
      if members[1]?.kind != .string { add(.modifyHeaders(.header), value: members[1] ?? entry) }
      if kind ?? 0 > 0, members[2]?.kind != .string {
        add(.modifyHeaders(.value), value: members[2] ?? entry)
      }
      guard keepsRules, let kind, let header = members[1]?.stringBytes(json) else { continue }
      let value = members[2]?.stringBytes(json) ?? []
      changes.append(
        HeaderChange(header, operation: kind == 0 ? .remove : kind == 1 ? .set(value) : .append(value)))
    }
    return changes
  }

  // MARK: - redirect

  /// Reads a redirect in WebKit's order. The first of the four members with the right type counts.
  mutating func redirect(_ value: JSONValue?, in object: JSONValue, json: Span<UInt8>) -> Redirect? {
    guard let value, value.kind == .object else {
      add(.redirect(.missing), value: value ?? object)
      return nil
    }
    let members = JSONMembers(
      of: value, ["extension-path", "regex-substitution", "transform", "url"], in: json)
    if let path = members[0], let text = path.stringBytes(json) {
      if text.first != ASCII.slash { add(.redirect(.extensionPath), value: path) }
      return .extensionPath(text)
    }
    // WebKit accepts any substitution.
    if let text = members[1]?.stringBytes(json) { return .substitution(text) }
    if let value = members[2], value.kind == .object { return .transform(transform(value, in: json)) }
    if let url = members[3], let text = url.stringBytes(json) {
      switch ParsedURL(text)?.scheme {
      case nil: add(.redirect(.url), value: url)
      case Array("javascript".utf8): add(.redirect(.javaScript), value: url)
      case _: break
      }
      return .url(text)
    }
    add(.redirect(.kind), value: value)
    return nil
  }

  private mutating func transform(_ value: JSONValue, in json: Span<UInt8>) -> URLTransform {
    let members = JSONMembers(
      of: value,
      ["fragment", "port", "scheme", "query-transform", "query", "username", "password", "host", "path"],
      in: json
    )
    if let fragment = members[0], fragment.kind == .string {
      checkStart(fragment, byte: ASCII.hash, reason: .fragment, in: json)
    }
    if let port = members[1], port.kind == .string, !JSONText(port, in: json).bytes.isPortOrEmpty {
      add(.redirect(.port), value: port)
    }
    if let scheme = members[2], scheme.kind == .string {
      let bytes = JSONText(scheme, in: json).bytes.filter { !$0.isTabOrLineEnd }
      switch ParsedURL.scheme(bytes[...]) {
      case nil: add(.redirect(.scheme), value: scheme)
      case Array("javascript".utf8): add(.redirect(.javaScript), value: scheme)
      case _: break
      }
    }
    var transform = URLTransform()
    if let parameters = members[3], parameters.kind == .object {
      // WebKit ignores the query in this case.
      transform.query = self.parameters(parameters, in: json)
    } else if let query = members[4], query.kind == .string {
      checkStart(query, byte: ASCII.question, reason: .query, in: json)
      transform.query = .replaced(JSONText(query, in: json).bytes)
    }
    guard keepsRules else { return transform }
    func part(_ index: Int) -> [UInt8]? { members[index]?.stringBytes(json) }
    (transform.fragment, transform.port, transform.scheme) = (part(0), part(1), part(2))
    (transform.username, transform.password) = (part(5), part(6))
    (transform.host, transform.path) = (part(7), part(8))
    return transform
  }

  private mutating func checkStart(
    _ value: JSONValue, byte: UInt8, reason: RuleListFinding.RedirectReason, in json: Span<UInt8>
  ) {
    if let first = JSONText(value, in: json).bytes.first, first != byte {
      add(.redirect(reason), value: value)
    }
  }

  private mutating func parameters(_ value: JSONValue, in json: Span<UInt8>) -> URLTransform.Query {
    var names: [[UInt8]] = []
    var parameters: [URLTransform.Parameter] = []
    let members = JSONMembers(of: value, ["remove-parameters", "add-or-replace-parameters"], in: json)
    if let removed = members[0] {
      var cursor = JSONCursor(in: removed)
      var isValid = removed.kind == .array
      while isValid, let name = cursor.nextValue(json) {
        isValid = name.kind == .string
        if isValid, keepsRules { names.append(JSONText(name, in: json).bytes) }
      }
      if !isValid { add(.redirect(.removeParameters), value: removed) }
    }
    guard let added = members[1] else { return .parameters(removed: names, added: []) }
    guard added.kind == .array else {
      add(.redirect(.addParameters), value: added)
      return .parameters(removed: names, added: [])
    }
    var cursor = JSONCursor(in: added)
    while let entry = cursor.nextValue(json) {
      guard entry.kind == .object else {
        add(.redirect(.parameterNotObject), value: entry)
        continue
      }
      let members = JSONMembers(of: entry, ["key", "value", "replace-only"], in: json)
      if members[0]?.kind != .string { add(.redirect(.parameterKey), value: members[0] ?? entry) }
      if members[1]?.kind != .string { add(.redirect(.parameterValue), value: members[1] ?? entry) }
      guard keepsRules, let name = members[0]?.stringBytes(json),
        let value = members[1]?.stringBytes(json)
      else { continue }
      parameters.append(
        URLTransform.Parameter(name: name, value: value, onlyReplaces: members[2]?.kind == .true))
    }
    return .parameters(removed: names, added: parameters)
  }
}

extension [UInt8] {
  /// Whether the text is empty, or a number from 0 to 65535, optionally with a plus sign and surrounding
  /// white space.
  fileprivate var isPortOrEmpty: Bool {
    if isEmpty { return true }
    // White space as in C, including the vertical tab.
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    var digits = drop(while: isSpace)
    while let last = digits.last, isSpace(last) { digits.removeLast() }
    if digits.first == ASCII.plus { digits.removeFirst() }
    return !digits.isEmpty && ParsedURL.isPort(digits)
  }
}
