import SluiceRules
import SluiceSyntax
import SluiceText

/// The reason why a filter is approximated, needs a script, or is unsupported; the raw value is the stable ID
/// in reports.
@nonexhaustive public enum ConversionReason: String, CaseIterable, Hashable, Sendable {
  // Options
  case unknownOption = "unknown-option"
  case unsupportedOption = "unsupported-option"
  case objectType = "object-type"
  case pingType = "ping-type"
  case otherType = "other-type"
  case noWebKitType = "no-webkit-type"
  case strictParty = "strict-party"
  case responseOption = "response-option"
  case methodOption = "method-option"
  case conflictingOptions = "conflicting-options"
  case exceptionOption = "exception-option"
  // Patterns
  case patternTooLong = "pattern-too-long"
  case invalidHostInPattern = "invalid-host-in-pattern"
  case patternNeverMatches = "pattern-never-matches"
  case fragment = "fragment-in-pattern"
  case joinedFilters = "joined-filters"
  case misplacedOptions = "misplaced-options"
  case misspeltException = "misspelt-exception"
  case unmarkedDomains = "unmarked-domains"
  case splitDomain = "split-domain"
  case regexLookAround = "regex-look-around"
  case regexBackreference = "regex-backreference"
  case regexWordBoundary = "regex-word-boundary"
  case regexAnchor = "regex-anchor"
  case regexAlternatives = "regex-alternatives"
  case regexNeverMatches = "regex-never-matches"
  case expensiveRegex = "expensive-regex"
  case narrowedRegex = "narrowed-regex"
  case invalidRegex = "invalid-regex"
  // Domains
  case unusableDomain = "unusable-domain"
  case mixedDomains = "mixed-domains"
  case regexDomain = "regex-domain"
  case requestDomains = "request-domains"
  case embeddedPages = "embedded-pages"
  case pathInDomains = "path-in-domains"
  case hostsMapping = "hosts-mapping"
  case includeNotFollowed = "include-not-followed"
  case entitySuffixes = "entity-suffixes"
  case overlappingExclusions = "overlapping-exclusions"
  case importantExclusions = "important-exclusions"
  case cookieExceptions = "cookie-exceptions"
  // Pages
  case pageScope = "page-scope"
  case framesOfExceptedPages = "frames-of-excepted-pages"
  case genericHiding = "generic-hiding"
  // Hiding
  case invalidSelector = "invalid-selector"
  case newerSelector = "newer-selector"
  case proceduralSelector = "procedural-selector"
  case elementRemoval = "element-removal"
  case styleInjection = "style-injection"
  case scriptlet
  case script
  case snippet
  case htmlFilter = "html-filter"
  case responseHeader = "response-header"
  case cosmeticModifier = "cosmetic-modifier"
  // Scripts and proxies
  case redirect
  case removeparam
  case csp
  case requestModification = "request-modification"
  case parameterPattern = "parameter-pattern"
  case changeConditions = "change-conditions"
  case changeExceptions = "change-exceptions"
  case frameInitiators = "frame-initiators"
  case mergedPolicy = "merged-policy"
  case unknownHeader = "unknown-header"
  case redirectResource = "redirect-resource"
  case redirectOfBlocks = "redirect-of-blocks"
  case redirectOfImportant = "redirect-of-important"
  // Output
  case outOfProportion = "out-of-proportion"
  case ruleLimit = "rule-limit"
}

/// Corrections of filters, for fixes and for the advice in diagnostics.
extension ConversionReason {
  /// Returns the text that was meant by the affected text; `nil` if no single text is possible.
  package func correction(of text: String) -> String? {
    if self == .misplacedOptions {
      return Self.options(in: Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
    }
    if self == .misspeltException { return "@\(text)" }
    if self == .splitDomain { return Self.withDots(text) }
    // Other patterns that match no URL may lack a part.
    guard self == .patternNeverMatches, text.hasPrefix("|||") || text.hasPrefix("||http") else { return nil }
    return Self.suggestion(forPattern: text)
  }

  /// Returns the pattern that was probably intended, for a pattern that matches no URL.
  static func suggestion(forPattern text: String) -> String? {
    intended(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func intended(_ text: [UInt8]) -> [UInt8]? {
    let (caret, pipe, slash) = (ASCII.caret, ASCII.pipe, ASCII.slash)
    if text.starts(with: "|||".utf8) { return [pipe, pipe] + text.drop { $0 == pipe } }
    if WebScheme.allCases.contains(where: { text.starts(with: "||\($0.prefix)".utf8) }) {
      return Array(text.dropFirst())
    }
    if let address = address(text) { return address }
    if text.starts(with: "||".utf8) {
      let labels = text.dropFirst(2).prefix { !"/^|?".utf8.contains($0) }
      let rest = text[labels.endIndex...]
      let host = labels.split(separator: ASCII.dot).joined(separator: [ASCII.dot])
      let end = rest == [pipe] ? [caret] : (rest.first == ASCII.question ? [slash] : []) + rest
      let meant = [pipe, pipe] + host + end
      return meant.count == 2 + end.count || meant == text ? nil : meant
    }
    // No URL has this path, port or scheme, so the intended pattern is unknown.
    if let start = hostStart(in: text) {
      let host = text[start...].dropLast()
      let isHostAlone = !host.isEmpty && text.last == pipe && !host.contains { "/?:*^".utf8.contains($0) }
      return isHostAlone ? Array(text.dropLast()) + [slash, pipe] : nil
    }
    guard text.first == pipe, text.count > 1 else { return nil }
    // Filters for these URLs match nothing, with any anchor.
    if let colon = text.firstIndex(of: ASCII.colon),
      LocalScheme(text[1..<colon].map { $0.asciiLowercased }) != nil
    {
      return nil
    }
    return [pipe] + (text.last == pipe && text.count > 2 ? Array(text.dropLast()) + [caret] : text)
  }

  /// Returns the position behind the first `://`.
  private static func hostStart(in text: [UInt8]) -> Int? {
    text.indices.first { text[$0...].starts(with: "://".utf8) }.map { $0 + 3 }
  }

  private static func anchoredHostStart(in text: [UInt8]) -> Int? {
    let bytes = text.span
    guard case .plain(let plain)? = try? Pattern(parsing: bytes, ByteRange(0, bytes.count)) else {
      return nil
    }
    switch plain.start {
    case .anywhere: return nil
    case .url: return hostStart(in: text)
    case .hostLabel: return plain.body.lowerBound
    }
  }

  /// Returns the pattern with its IP address in the form that URLs use.
  private static func address(_ text: [UInt8]) -> [UInt8]? {
    guard let start = anchoredHostStart(in: text) else { return nil }
    let end = text[start...].firstIndex { "/^|]".utf8.contains($0) } ?? text.count
    let isIPv6 = text[start...].first == ASCII.openBracket && text[end...].first == ASCII.closeBracket
    let host = text[start..<(isIPv6 ? end + 1 : end)]
    guard let address = isIPv6 ? HostAddress.ipv6(host) : HostAddress.ipv4(host), host != address[...] else {
      return nil
    }
    return Array(text[..<start]) + address + text[(start + host.count)...]
  }

  /// Returns a list of options in valid syntax, beginning with a `$`, from text with other separators or too
  /// many signs. Returns `nil` if a part of the text is not an option.
  package static func options(in text: [UInt8]) -> [UInt8]? {
    var options: [[UInt8]] = []
    var rest = text.drop { $0 == ASCII.dollar }
    while !rest.isEmpty {
      guard let option = takeOption(from: &rest) else { return nil }
      options.append(option)
    }
    guard !options.isEmpty else { return nil }
    let list = [ASCII.dollar] + options.joined(separator: [ASCII.comma])
    return isListOfOptions(list) ? list : nil
  }

  /// Returns the option at the start of a text, and removes it with the separators after it.
  private static func takeOption(from text: inout ArraySlice<UInt8>) -> [UInt8]? {
    let isNegated = text.first == ASCII.tilde
    text = text.drop { $0 == ASCII.tilde }
    guard let name = takeName(from: &text) else { return nil }
    var option = (isNegated ? [ASCII.tilde] : []) + name
    if let sign = text.first, sign == ASCII.equals || sign == ASCII.colon && needsValue(name) {
      let value = text.dropFirst()
      let end = value.indices.first { index in
        endsValue(value[index]) && (index == value.startIndex || !endsValue(value[index - 1]))
          && beginsWithOption(value[(index + 1)...])
      }
      option += [ASCII.equals] + value[..<(end ?? value.endIndex)]
      text = value[(end ?? value.endIndex)...]
    }
    guard let separator = text.first else { return option }
    guard isSeparator(separator) else { return nil }
    text = text.drop { isSeparator($0) }
    return option
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    endsValue(byte) || byte == ASCII.dot || byte == ASCII.pipe
  }

  /// Returns whether another option can begin after a byte of a value. Lists of domains contain dots and `|`.
  private static func endsValue(_ byte: UInt8) -> Bool { ",;:+& $".utf8.contains(byte) }

  private static func beginsWithOption(_ text: ArraySlice<UInt8>) -> Bool {
    var text = text.drop { isSeparator($0) || $0 == ASCII.tilde }
    guard takeName(from: &text) != nil else { return false }
    return text.first.map { $0 == ASCII.equals || isSeparator($0) } ?? true
  }

  private static func takeName(from text: inout ArraySlice<UInt8>) -> [UInt8]? {
    let name = Array(text.prefix { $0.isNameByte })
    guard OptionTable.isOption(name.span, name: ByteRange(0, name.count)) else { return nil }
    text = text.dropFirst(name.count)
    return name
  }

  private static func needsValue(_ name: [UInt8]) -> Bool {
    OptionTable.definitions.contains { definition in
      (definition.value == .required || definition.value == .requiredToAct)
        && ([definition.name] + definition.aliases).contains { $0.utf8.elementsEqual(name) }
    }
  }

  /// Returns whether the parser reads a text with its `$` as known options with valid values.
  private static func isListOfOptions(_ text: [UInt8]) -> Bool {
    let list = FilterList(parsing: [ASCII.slash] + text)
    guard list.lines.count == 1, case .network(let filter) = list.lines[0].content,
      filter.pattern.range.count == 1
    else { return false }
    return filter.options.allSatisfy { option in
      option.kind != .unknown && (try? option.read(in: list.bytes.span)) != nil
    }
  }

  /// Returns the text with dots in place of commas.
  static func withDots(_ text: String) -> String {
    String(decoding: text.utf8.map { $0 == ASCII.comma ? ASCII.dot : $0 }, as: UTF8.self)
  }
}
