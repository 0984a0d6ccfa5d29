extension RuleList {
  /// The list as WebKit's JSON: UTF-8, keys in one fixed order, one rule a line (rule number `n`, counted
  /// from 1, is line `n`), equal bytes for equal lists. A list without rules is written as
  /// ``Rule/noOperation``.
  public func encodedJSON() -> [UInt8] {
    let rules = rules.isEmpty ? [Rule.noOperation] : rules
    // The bound is several times of what is written. Pages that are not written to cost nothing.
    let capacity = rules.reduce(8) { $0 + $1.encodedSizeBound }
    return [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      var output = JSONOutput(buffer)
      output.append("[")
      var isFirst = true
      for rule in rules {
        if !isFirst { output.append(",\n") }
        isFirst = false
        output.append(rule)
      }
      output.append("]\n")
      count = output.count
    }
  }
}

extension Rule {
  /// The most bytes that the rule can have in JSON, the comma and line end behind it included.
  ///
  /// An escape is six bytes for one. Everything else of a rule (all keys, the longest action, all types and
  /// load types) is less than 640.
  fileprivate var encodedSizeBound: Int {
    var size = 640 + 6 * trigger.urlFilter.bytes.count
    switch trigger.condition {
    case .ifDomain(let domains), .unlessDomain(let domains):
      size += domains.elements.reduce(0) { $0 + $1.host.count + 4 }
    case .ifTopURL(let filters), .unlessTopURL(let filters), .ifFrameURL(let filters),
      .unlessFrameURL(let filters):
      size += filters.elements.reduce(0) { $0 + 6 * $1.bytes.count + 3 }
    case nil: break
    }
    if case .hide(let selectors) = action {
      size += selectors.elements.reduce(0) { $0 + 6 * $1.bytes.count + 1 }
    }
    return size
  }
}

/// Writes JSON into a buffer that is large enough: ``Rule/encodedSizeBound`` is the proof, and every write is
/// checked against it.
private struct JSONOutput {
  private let buffer: UnsafeMutableRawBufferPointer
  private(set) var count = 0

  init(_ buffer: UnsafeMutableBufferPointer<UInt8>) { self.buffer = UnsafeMutableRawBufferPointer(buffer) }

  mutating func append(_ text: StaticString) {
    write(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func append(_ bytes: [UInt8]) { bytes.withUnsafeBytes { write($0) } }

  private mutating func write(_ bytes: UnsafeRawBufferPointer) {
    precondition(count + bytes.count <= buffer.count, "encodedSizeBound is too small")
    if let base = buffer.baseAddress, let source = bytes.baseAddress {
      (base + count).copyMemory(from: source, byteCount: bytes.count)
    }
    count += bytes.count
  }

  mutating func append(_ rule: Rule) {
    let trigger = rule.trigger
    append(#"{"trigger":{"url-filter":""#)
    appendEscaped(trigger.urlFilter.bytes)
    append("\"")
    if trigger.isCaseSensitive { append(#","url-filter-is-case-sensitive":true"#) }
    appendNames(#","resource-type":["#, trigger.resourceTypes.rawValue, ResourceTypes.names)
    appendNames(#","load-type":["#, UInt16(trigger.loadTypes.rawValue), LoadTypes.names)
    appendNames(#","load-context":["#, UInt16(trigger.loadContexts.rawValue), LoadContexts.names)
    if let method = trigger.requestMethod {
      append(#","request-method":""#)
      append(Array(method.rawValue.utf8))
      append("\"")
    }
    if let condition = trigger.condition {
      append(condition)
      if trigger.isConditionCaseSensitive { appendCaseSensitivity(of: condition) }
    }
    append(#"},"action":{"type":"#)
    append(rule.action)
    append("}}")
  }

  private mutating func append(_ condition: Condition) {
    switch condition {
    case .ifDomain(let domains): append(#","if-domain":["#, domains)
    case .unlessDomain(let domains): append(#","unless-domain":["#, domains)
    case .ifTopURL(let filters): append(#","if-top-url":["#, filters)
    case .unlessTopURL(let filters): append(#","unless-top-url":["#, filters)
    case .ifFrameURL(let filters): append(#","if-frame-url":["#, filters)
    case .unlessFrameURL(let filters): append(#","unless-frame-url":["#, filters)
    }
  }

  private mutating func appendCaseSensitivity(of condition: Condition) {
    switch condition {
    case .ifDomain, .unlessDomain, .ifTopURL, .unlessTopURL:
      append(#","top-url-filter-is-case-sensitive":true"#)
    case .ifFrameURL, .unlessFrameURL: append(#","frame-url-filter-is-case-sensitive":true"#)
    }
  }

  private mutating func append(_ key: StaticString, _ domains: NonEmpty<Domain>) {
    append(key)
    var isFirst = true
    for domain in domains.elements {
      append(isFirst ? "\"" : ",\"")
      isFirst = false
      if domain.includesSubdomains { append("*") }
      append(domain.host)
      append("\"")
    }
    append("]")
  }

  private mutating func append(_ key: StaticString, _ filters: NonEmpty<URLFilter>) {
    append(key)
    var isFirst = true
    for filter in filters.elements {
      append(isFirst ? "\"" : ",\"")
      isFirst = false
      appendEscaped(filter.bytes)
      append("\"")
    }
    append("]")
  }

  private mutating func append(_ action: Action) {
    switch action {
    case .block: append(#""block""#)
    case .blockCookies: append(#""block-cookies""#)
    case .ignorePreviousRules: append(#""ignore-previous-rules""#)
    case .ignoreFollowingRules: append(#""ignore-following-rules""#)
    case .makeHTTPS: append(#""make-https""#)
    case .hide(let selectors):
      append(#""css-display-none","selector":""#)
      var isFirst = true
      for selector in selectors.elements {
        if !isFirst { append(",") }
        isFirst = false
        appendEscaped(selector.bytes)
      }
      append("\"")
    }
  }

  /// Writes `key` and the names whose bits are set, or nothing when none is.
  private mutating func appendNames(_ key: StaticString, _ bits: UInt16, _ names: [StaticString]) {
    guard bits != 0 else { return }
    append(key)
    var rest = bits
    while rest != 0 {
      append("\"")
      append(names[rest.trailingZeroBitCount])
      rest &= rest - 1
      append(rest == 0 ? "\"" : "\",")
    }
    append("]")
  }

  /// Writes the inside of a JSON string. Patterns have an escape every few bytes, so that copying in runs
  /// would be slower than byte by byte.
  ///
  /// Everything outside of ASCII is escaped too: WebKit keeps a copy of the JSON in the compiled list, and one
  /// such character makes that copy two bytes a character (measured on AdGuard's lists: 17 MB more, and a
  /// fifth more time).
  private mutating func appendEscaped(_ text: [UInt8]) {
    precondition(count + 6 * text.count <= buffer.count, "encodedSizeBound is too small")
    guard let base = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
    var end = base + count
    func put(_ byte: UInt8) {
      end.pointee = byte
      end += 1
    }
    func putEscape(_ unit: UInt16) {
      put(UInt8(ascii: "\\"))
      put(UInt8(ascii: "u"))
      for shift in [12, 8, 4, 0] as [UInt16] {
        let digit = UInt8(truncatingIfNeeded: unit >> shift & 15)
        put(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
      }
    }
    text.withUnsafeBufferPointer { text in
      var index = 0
      while index < text.count {
        let byte = text[index]
        index += 1
        if byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "\"") {
          put(UInt8(ascii: "\\"))
          put(byte)
        } else if byte >= 0x20, byte < 0x80 {
          put(byte)
        } else if byte < 0x20 {
          putEscape(UInt16(byte))
        } else {
          // A character of several bytes; the parsers of selectors and url-filters let no others through.
          let start = index - 1
          while index < text.count, text[index] & 0xc0 == 0x80 { index += 1 }
          for unit in String(decoding: text[start..<index], as: UTF8.self).utf16 { putEscape(unit) }
        }
      }
    }
    count = end - base
  }
}
