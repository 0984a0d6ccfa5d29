import SluiceRules
import SluiceText

/// The rule list that WebKit makes of the declarativeNetRequest rules of an extension. The rules are those of all enabled
/// static rulesets, followed by dynamic and session rules.
struct RulesetTranslation {
  private(set) var json: [UInt8] = []
  /// The index of the rule, in the array that was translated, for each rule of the list.
  private(set) var origins: [Int] = []

  /// Translates rules in the order in which WebKit sorts them.
  init(_ rules: [DeclarativeRule]) {
    let order = rules.indices.sorted { left, right in
      DeclarativeRule.precedes(rules[left], rules[right])
        || !DeclarativeRule.precedes(rules[right], rules[left]) && left < right
    }
    var writer = JSONWriter(.outsideASCII)
    writer.array { json in
      for index in order {
        for translated in Self.rules(of: rules[index]) {
          json.object { translated.append(to: &$0) }
          origins.append(index)
        }
      }
    }
    json = writer.bytes
  }

  /// A rule of the list: a condition whose lists WebKit has already divided, and an action.
  struct Translated {
    var condition: DeclarativeCondition
    /// The action; nil for `ignore-following-rules`.
    var action: DeclarativeRule.Kind?
    var isForWholePages = false
  }

  private static func rules(of rule: DeclarativeRule) -> [Translated] {
    let condition = rule.condition
    let isForWholePages = rule.action.isAllowAllRequests
    let excludedMethods = isForWholePages ? nil : condition.excludedMethods
    var rules: [Translated] = []
    func add(_ condition: DeclarativeCondition, isExclusion: Bool) {
      if condition.initiators != nil, let excluded = condition.excludedInitiators, !isForWholePages {
        var own = condition
        (own.initiators, own.excludedInitiators) = (excluded, nil)
        rules.append(Translated(condition: own, action: nil))
      }
      let isIgnoring = isExclusion || rule.action.rank < 2
      rules.append(
        Translated(
          condition: condition, action: isIgnoring ? nil : rule.action, isForWholePages: isForWholePages))
      if case .upgradeScheme = rule.action, !isExclusion {
        rules.append(Translated(condition: condition, action: nil))
      }
    }
    /// Adds a rule for each method, or one rule without methods to divide.
    func add(_ condition: DeclarativeCondition, methods: [[UInt8]]?, isExclusion: Bool) {
      guard let methods else { return add(condition, isExclusion: isExclusion) }
      for method in methods {
        var own = condition
        (own.method, own.methods) = (method, nil)
        add(own, isExclusion: isExclusion)
      }
    }
    if let domains = condition.excludedRequestDomains {
      for domain in domains {
        add(condition.with(urlFilter: domain), methods: excludedMethods, isExclusion: true)
      }
    } else if let excludedMethods {
      add(condition, methods: excludedMethods, isExclusion: true)
    }
    let methods = isForWholePages ? nil : condition.methods
    if let domains = condition.requestDomains, condition.regexFilter == nil {
      for domain in domains {
        let filter = DeclarativeFilter.combined(domain, urlFilter: condition.urlFilter)
        add(condition.with(urlFilter: filter), methods: methods, isExclusion: false)
      }
    } else {
      add(condition, methods: methods, isExclusion: false)
    }
    return rules
  }
}

extension DeclarativeCondition {
  /// Returns the condition with another `urlFilter` and without other conditions on the URL.
  fileprivate func with(urlFilter: [UInt8]) -> DeclarativeCondition {
    var condition = self
    condition.urlFilter = urlFilter
    (condition.regexFilter, condition.requestDomains, condition.excludedRequestDomains) = (nil, nil, nil)
    return condition
  }

  fileprivate var regex: [UInt8] {
    urlFilter.flatMap { DeclarativeFilter.regex($0) } ?? regexFilter ?? Array(".*".utf8)
  }
}

extension RulesetTranslation.Translated {
  fileprivate func append(to json: inout JSONWriter) {
    json.add("trigger") { trigger in
      if isForWholePages { appendPages(to: &trigger) } else { appendTrigger(to: &trigger) }
    }
    json.add("action") { json in
      switch action {
      case nil, .allow, .allowAllRequests: json.add("type", text: "ignore-following-rules")
      case .block: json.add("type", text: "block")
      case .upgradeScheme: json.add("type", text: "make-https")
      case .redirect(let redirect): json.append(.redirect(redirect))
      case .modifyHeaders(let changes): json.append(.modifyHeaders(changes))
      }
    }
  }

  private func appendTrigger(to json: inout JSONWriter) {
    json.add("url-filter", utf8: condition.regex)
    if condition.isCaseSensitive { json.add("url-filter-is-case-sensitive", flag: true) }
    let types = condition.types ?? .all.subtracting(.mainFrame)
    json.array("resource-type") { json in
      for name in types.resourceTypes.descriptions { json.append(name) }
    }
    if condition.loadTypes == .firstParty { json.add("load-type", texts: ["first-party"]) }
    if condition.loadTypes == .thirdParty { json.add("load-type", texts: ["third-party"]) }
    if let domains = condition.domains {
      json.append("if-domain", in: domains.map(Self.withSubdomains))
    } else if let domains = condition.excludedDomains {
      json.append("unless-domain", in: domains.map(Self.withSubdomains))
    }
    if let domains = condition.initiators {
      json.append("if-frame-url", in: domains.map(DeclarativeFilter.initiator))
    } else if let domains = condition.excludedInitiators {
      json.append("unless-frame-url", in: domains.map(DeclarativeFilter.initiator))
    }
    if let method = condition.method {
      json.add("request-method", utf8: method)
    } else if let methods = condition.methods {
      // WebKit writes the whole array here, which its compiler rejects.
      json.append("request-method", in: methods)
    }
  }

  /// Writes the trigger of `allowAllRequests`, which has only the URL of the page or frame.
  private func appendPages(to json: inout JSONWriter) {
    json.add("url-filter", text: ".*")
    if condition.types?.contains(.mainFrame) ?? false {
      json.append("if-top-url", in: [condition.regex])
    } else {
      json.append("if-frame-url", in: [condition.regex])
      json.add("load-context", texts: ["child-frame"])
    }
  }

  private static func withSubdomains(_ domain: [UInt8]) -> [UInt8] {
    domain.first == ASCII.star ? domain : [ASCII.star] + domain
  }
}

extension JSONWriter {
  fileprivate mutating func append(_ action: Action) {
    key("type")
    append(written: action.encodedDetails)
  }

  fileprivate mutating func append(_ name: StaticString, in texts: [[UInt8]]) {
    array(name) { json in for text in texts { json.append(text) } }
  }
}

/// The url-filters that WebKit makes of a `urlFilter` and of domains.
enum DeclarativeFilter {
  /// Returns the regular expression for a `urlFilter`, or nil if it is empty.
  static func regex(_ urlFilter: [UInt8]) -> [UInt8]? {
    guard !urlFilter.isEmpty else { return nil }
    var rest = urlFilter[...]
    var regex: [UInt8] = []
    if rest.starts(with: "||".utf8) {
      rest = rest.dropFirst(2)
      regex += anchor
    } else if rest.first == ASCII.pipe {
      rest = rest.dropFirst()
      regex.append(ASCII.caret)
    }
    let endsURL = rest.last == ASCII.pipe
    if endsURL { rest = rest.dropLast() }
    for byte in rest {
      switch byte {
      case ASCII.star: regex += ".*".utf8
      case ASCII.caret: regex += "[^a-zA-Z0-9_.%-]".utf8
      case let byte: append(byte, escaping: "?+[(){}$|\\.".utf8, to: &regex)
      }
    }
    if endsURL { regex.append(UInt8(ascii: "$")) }
    return regex
  }

  /// Returns the regular expression that WebKit compares with the URL of the document that makes a request.
  static func initiator(_ domain: [UInt8]) -> [UInt8] {
    var regex = anchor
    for byte in domain { append(byte, escaping: "*?+[(){}^$|\\.".utf8, to: &regex) }
    return regex + "/.*".utf8
  }

  private static let anchor = Array(#"^[^:]+://+([^:/]+\.)?"#.utf8)

  private static func append(_ byte: UInt8, escaping special: String.UTF8View, to regex: inout [UInt8]) {
    if special.contains(byte) { regex.append(ASCII.backslash) }
    regex.append(byte)
  }

  // MARK: - requestDomains

  /// Returns the `urlFilter` that WebKit makes of a domain of `requestDomains` and the rule's `urlFilter`.
  static func combined(_ domain: [UInt8], urlFilter: [UInt8]?) -> [UInt8] {
    let anchor = Array("||".utf8)
    guard let urlFilter else { return anchor + domain }
    let isAnchored = urlFilter.starts(with: anchor)
    if urlFilter.drop(while: { $0 == ASCII.dot }).starts(with: domain) {
      return isAnchored ? urlFilter : anchor + urlFilter
    }
    if let shared = sharedText(domain, urlFilter), shared.count > 1 {
      let filter = isAnchored ? urlFilter : anchor + urlFilter
      guard let start = firstIndex(of: shared, in: filter) else { return filter }
      return Array(filter[..<start]) + domain + filter[(start + shared.count)...]
    }
    if isAnchored || urlFilter.starts(with: "://".utf8) {
      // WebKit drops three characters also after `||`.
      let rest = urlFilter.dropFirst(3)
      if rest.contains(ASCII.slash) || isAnchored && urlFilter.contains(ASCII.slash) {
        var parts = rest.split(separator: ASCII.slash, omittingEmptySubsequences: false).map { Array($0) }
        let first = parts.isEmpty ? [] : parts.removeFirst()
        let host = first.last == ASCII.star ? first + domain : first + [ASCII.star] + domain
        return Array("://".utf8) + ([host] + parts).joined(separator: [ASCII.slash])
      }
      return urlFilter.last == ASCII.star ? urlFilter + domain : urlFilter + [ASCII.star] + domain
    }
    return anchor + domain + [ASCII.star] + urlFilter
  }

  /// The maximum length of texts to compare. No URL with a longer filter occurs, and the comparison takes time in
  /// proportion to the product of both lengths.
  private static let maximumLength = 2048

  /// Returns the longest text that both texts contain; of several, the first in the left one.
  private static func sharedText(_ left: [UInt8], _ right: [UInt8]) -> ArraySlice<UInt8>? {
    let (left, right) = (left.prefix(maximumLength), right.prefix(maximumLength))
    var best = left.startIndex..<left.startIndex
    // The lengths of the shared texts that end at each byte of the right text.
    var lengths = [Int](repeating: 0, count: right.count + 1)
    for index in left.indices {
      var diagonal = 0
      for other in right.indices {
        let above = lengths[other + 1]
        lengths[other + 1] = left[index] == right[other] ? diagonal + 1 : 0
        diagonal = above
        if lengths[other + 1] > best.count { best = index + 1 - lengths[other + 1]..<index + 1 }
      }
    }
    return best.isEmpty ? nil : left[best]
  }

  private static func firstIndex(of text: ArraySlice<UInt8>, in other: [UInt8]) -> Int? {
    guard other.count >= text.count else { return nil }
    return (0...other.count - text.count).first { other[$0...].starts(with: text) }
  }
}
