/// Reading the actions for web extensions, `redirect` and `modify-headers`. They are checked as in WebKit,
/// but an ``Action`` cannot represent them.
extension RuleReader {
  // MARK: - modify-headers

  /// Checks the priority. As in WebKit, it must be a number that is an integer from 0 to 2^31 - 1 after
  /// truncation.
  mutating func checkPriority(_ value: JSONValue?, in object: JSONValue, _ json: Span<UInt8>) {
    guard let value, value.kind == .number else { return add(.modifyHeaders(.priority), value ?? object) }
    guard let number = Double(String(json.extracting(value.start..<value.end))), number > -1, number < 0x1p31
    else {
      return add(.modifyHeaders(.priority), value)
    }
  }

  mutating func checkHeaders(_ value: JSONValue?, _ json: Span<UInt8>) {
    guard let value else { return }
    guard value.kind == .array else { return add(.modifyHeaders(.headersNotArray), value) }
    var cursor = JSONCursor(in: value)
    while let entry = cursor.nextValue(json) {
      guard entry.kind == .object else {
        add(.modifyHeaders(.operationNotObject), entry)
        continue
      }
      let members = JSONMembers(of: entry, ["operation", "header", "value"], json)
      guard let operation = members[0], operation.kind == .string else {
        add(.modifyHeaders(.operationMissing), members[0] ?? entry)
        continue
      }
      let kind = operation.index(in: ["remove", "set", "append"], json)
      if kind == nil { add(.modifyHeaders(.operation), operation) }
      if members[1]?.kind != .string { add(.modifyHeaders(.header), members[1] ?? entry) }
      if kind ?? 0 > 0, members[2]?.kind != .string { add(.modifyHeaders(.value), members[2] ?? entry) }
    }
  }

  // MARK: - redirect

  /// Checks a redirect in WebKit's order. The first of the four members with the right type counts.
  mutating func checkRedirect(_ value: JSONValue?, in object: JSONValue, _ json: Span<UInt8>) {
    guard let value, value.kind == .object else { return add(.redirect(.missing), value ?? object) }
    let members = JSONMembers(of: value, ["extension-path", "regex-substitution", "transform", "url"], json)
    if let path = members[0], path.kind == .string {
      if JSONText(path, json).bytes.first != ASCII.slash { add(.redirect(.extensionPath), path) }
    } else if members[1]?.kind == .string {
      // WebKit accepts any substitution.
    } else if let transform = members[2], transform.kind == .object {
      checkTransform(transform, json)
    } else if let url = members[3], url.kind == .string {
      switch ParsedURL(JSONText(url, json).bytes)?.scheme {
      case nil: add(.redirect(.url), url)
      case Array("javascript".utf8): add(.redirect(.javaScript), url)
      default: break
      }
    } else {
      add(.redirect(.kind), value)
    }
  }

  private mutating func checkTransform(_ value: JSONValue, _ json: Span<UInt8>) {
    let members = JSONMembers(of: value, ["fragment", "port", "scheme", "query-transform", "query"], json)
    if let fragment = members[0], fragment.kind == .string {
      checkStart(fragment, ASCII.hash, .fragment, json)
    }
    if let port = members[1], port.kind == .string, !JSONText(port, json).bytes.isPortOrEmpty {
      add(.redirect(.port), port)
    }
    if let scheme = members[2], scheme.kind == .string {
      let bytes = JSONText(scheme, json).bytes.filter { !$0.isTabOrLineEnd }
      switch ParsedURL.scheme(bytes[...]) {
      case nil: add(.redirect(.scheme), scheme)
      case Array("javascript".utf8): add(.redirect(.javaScript), scheme)
      default: break
      }
    }
    if let transform = members[3], transform.kind == .object {
      // WebKit ignores the query in this case.
      checkParameters(transform, json)
    } else if let query = members[4], query.kind == .string {
      checkStart(query, ASCII.question, .query, json)
    }
  }

  private mutating func checkStart(
    _ value: JSONValue, _ byte: UInt8, _ reason: RuleListFinding.RedirectReason, _ json: Span<UInt8>
  ) {
    if let first = JSONText(value, json).bytes.first, first != byte { add(.redirect(reason), value) }
  }

  private mutating func checkParameters(_ value: JSONValue, _ json: Span<UInt8>) {
    let members = JSONMembers(of: value, ["remove-parameters", "add-or-replace-parameters"], json)
    if let removed = members[0] {
      var cursor = JSONCursor(in: removed)
      var isValid = removed.kind == .array
      while isValid, let name = cursor.nextValue(json) { isValid = name.kind == .string }
      if !isValid { add(.redirect(.removeParameters), removed) }
    }
    guard let added = members[1] else { return }
    guard added.kind == .array else { return add(.redirect(.addParameters), added) }
    var cursor = JSONCursor(in: added)
    while let entry = cursor.nextValue(json) {
      guard entry.kind == .object else {
        add(.redirect(.parameterNotObject), entry)
        continue
      }
      let members = JSONMembers(of: entry, ["key", "value"], json)
      if members[0]?.kind != .string { add(.redirect(.parameterKey), members[0] ?? entry) }
      if members[1]?.kind != .string { add(.redirect(.parameterValue), members[1] ?? entry) }
    }
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
