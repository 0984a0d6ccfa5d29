import SluiceText

/// The apparent form of a line, judged without knowing the kind of file.
enum LineShape: Int, CaseIterable {
  case blank, comment
  /// `! Title: A`
  case title
  /// `[Adblock Plus 2.0]`
  case header
  /// `!#include`, `%include`: directives that name other lists.
  case instruction
  /// Not UTF-8.
  case unreadable
  /// Syntax that only filter lists have: an anchor, a separator, options or a cosmetic filter.
  case filter
  case pattern
  case hostsLine
  /// A host name with a dot, `*.h` or `.h`.
  case name
  /// A single label that is not a known top-level domain.
  case label
  case topLevelDomain
  /// An address without names.
  case address
  case dnsmasq, unbound
  /// A line of a response policy zone that blocks a name, or a setting of the zone.
  case zone
  /// Another line of a zone.
  case record
  case proxyRule
  case otherProxyRule
  /// A Pi-hole regex.
  case regex
  case squid
  /// A zone in a BIND configuration.
  case namedZone
  /// A Privoxy action that blocks: `{+block}`.
  case actions
  case otherActions
  case tag, xmlTag, userscript
  /// A tag at the start of HTML documents.
  case pageTag
  /// `<!-- … -->`, which Markdown and other texts have, too.
  case markup
  case values
  /// `key=value`: a setting, or a part of a URL.
  case assignment
  /// `*.log`, `.env` or `**/x`: a file name, or a wildcard for a top-level domain that does not exist.
  case glob
  /// Signs without a letter or digit, such as `*`, `.` or `@@/`: a slip in a list of any kind.
  case signs
  /// A line that occurs in no list: a hunk header of a diff.
  case mark
  case conflict
  /// A link, a fence of code or a task in Markdown, in a line that is not a filter.
  case markdown
  case text

  /// The kinds of lists for DNS servers and proxies, with the shape of lines that only this kind has, and others that
  /// count with them. The first kind with half of the lines is that of the list.
  static let ofServers: [(kind: ListKind, own: LineShape, others: [LineShape])] = [
    (.responsePolicyZone, .zone, [.record]), (.unbound, .unbound, []),
    (.proxyRules, .proxyRule, [.otherProxyRule]), (.dnsmasq, .dnsmasq, []),
  ]

  /// Whether a line of this shape indicates the kind of file.
  var tellsKind: Bool {
    switch self {
    case .blank, .comment, .title, .header, .instruction, .unreadable, .actions, .conflict: false
    case .filter, .pattern, .hostsLine, .name, .label, .topLevelDomain, .address, .dnsmasq, .unbound, .zone,
      .record,
      .proxyRule, .otherProxyRule, .regex, .squid, .namedZone, .otherActions, .tag, .xmlTag, .pageTag,
      .markup,
      .userscript, .values, .assignment, .glob, .signs, .mark, .markdown, .text:
      true
    }
  }

  /// Determines the shape of a line. `line` has no spaces at its ends.
  init(_ bytes: Span<UInt8>, line: ByteRange, traits: LineTraits) {
    guard !line.isEmpty else {
      self = .blank
      return
    }
    if let shape = Self.byFirst(bytes, line: line) {
      self = shape
    } else if let shape = Self.foreign(bytes, line: line) {
      self = shape
    } else {
      self = Self.parsed(bytes, line: line, traits: traits)
    }
    if self == .text, Self.isMarkdown(bytes, line: line) { self = .markdown }
  }

  private static func byFirst(_ bytes: Span<UInt8>, line: ByteRange) -> LineShape? {
    switch bytes[line.lowerBound] {
    case ASCII.bang:
      if bytes.hasPrefix("!#include", in: line) { return .instruction }
      let text = bytes.trimmed(ByteRange(line.lowerBound + 1, line.upperBound))
      return bytes.lowercased(text).starts(with: "title:".utf8) ? .title : .comment
    case ASCII.percent where bytes.hasPrefix("%include ", in: line): return .instruction
    case ASCII.hash:
      return CosmeticMarker.hashMarker(bytes, at: line.lowerBound, in: line) == nil ? .comment : .filter
    case ASCII.semicolon: return .comment
    case ASCII.slash where bytes.hasPrefix("//", in: line):
      if contains("==UserScript==", in: bytes, line: line) { return .userscript }
      return line.count == 2 || bytes[line.lowerBound + 2].isBlank ? .comment : nil
    case ASCII.less:
      guard line.count > 1 else { return .text }
      if MergeConflict.isMarker(bytes, line: line) { return .conflict }
      let next = bytes[line.lowerBound + 1]
      guard next.isLetter || next == ASCII.slash || next == ASCII.bang || next == ASCII.question else {
        return .text
      }
      let isXML =
        bytes.hasPrefix("<?xml", in: line) || bytes.hasPrefix("<svg", in: line)
        || bytes.hasPrefix("<rss", in: line)
      if isXML, !contains("html", in: bytes, line: line) { return .xmlTag }
      if bytes.hasPrefix("<!--", in: line) { return .markup }
      let head = bytes.lowercased(ByteRange(line.lowerBound + 1, min(line.lowerBound + 14, line.upperBound)))
      return pageTags.contains { head.starts(with: $0) } ? .pageTag : .tag
    case ASCII.openBrace:
      guard line.count > 1 else { return .text }
      switch bytes[line.lowerBound + 1] {
      case ASCII.plus: return bytes.hasPrefix("{+block", in: line) ? .actions : .otherActions
      case ASCII.dash, ASCII.openBrace: return .otherActions
      case _: return .text
      }
    case ASCII.greater where MergeConflict.isMarker(bytes, line: line): return .conflict
    case ASCII.closeBrace: return .text
    case ASCII.at where bytes.hasPrefix("@@ -", in: line):
      return line.count > 4 && bytes[line.lowerBound + 4].isDigit && contains(" @@", in: bytes, line: line)
        ? .mark : nil
    case ASCII.slash
    where bytes.hasPrefix("/* ", in: line) || bytes.hasPrefix("/**", in: line) && line.count == 3:
      return .text
    case ASCII.backtick where bytes.hasPrefix("```", in: line): return .text
    case ASCII.star where bytes.hasPrefix("**/", in: line): return .glob
    case ASCII.openBracket:
      if bytes.hasPrefix("[$", in: line) { return .filter }
      let isHeader =
        contains("Adblock", in: bytes, line: line) || contains("uBlock", in: bytes, line: line)
        || contains("AdGuard", in: bytes, line: line)
      guard bytes.last(in: line) == ASCII.closeBracket else {
        // A link in Markdown.
        return contains("](", in: bytes, line: line) ? .text : nil
      }
      return isHeader ? .header : .comment
    default: return nil
    }
  }

  /// Returns whether a line of text has a mark that few texts other than Markdown have.
  private static func isMarkdown(_ bytes: Span<UInt8>, line: ByteRange) -> Bool {
    bytes.hasPrefix("```", in: line) || bytes.hasPrefix("- [ ] ", in: line)
      || bytes.hasPrefix("- [x] ", in: line)
      || contains("](http", in: bytes, line: line) || contains("](#", in: bytes, line: line)
      || contains("](/", in: bytes, line: line)
      || contains(".md)", in: bytes, line: line) && contains("](", in: bytes, line: line)
  }

  private static let pageTags = [
    "!doctype html", "html", "head", "body", "title", "meta", "frameset", "script", "link", "style",
  ].map { Array($0.utf8) }

  private static func foreign(_ bytes: Span<UInt8>, line: ByteRange) -> LineShape? {
    if bytes.hasPrefix("address=/", in: line) || bytes.hasPrefix("local=/", in: line)
      || bytes.hasPrefix("server=/", in: line)
    {
      return .dnsmasq
    }
    if UnboundLine.matches(bytes, line: line) { return .unbound }
    if let isDomain = ProxyRuleLine.isAboutDomain(bytes, line: line) {
      return isDomain ? .proxyRule : .otherProxyRule
    }
    switch ZoneLine(bytes, line: line) {
    case .names, .setting: return .zone
    case .other: return .record
    case nil: break
    }
    if bytes.hasPrefix("zone \"", in: line) { return .namedZone }
    if isRobotsRule(bytes, line: line) || ForeignLine.matches(bytes, line: line) { return .text }
    if ForeignLine.isVariable(bytes, line: line) { return .assignment }
    if ForeignLine.isFolder(bytes, line: line) { return .glob }
    if bytes.hasPrefix("acl ", in: line) || bytes.hasPrefix("http_access ", in: line) { return .squid }
    return isRegex(bytes, line: line) ? .regex : nil
  }

  /// Returns whether the line belongs to a robots.txt file. Its paths can contain `*` and `$`, as URL
  /// patterns can.
  private static func isRobotsRule(_ bytes: Span<UInt8>, line: ByteRange) -> Bool {
    guard let colon = bytes.firstIndex(of: ASCII.colon, in: line) else { return false }
    let name = bytes.lowercased(ByteRange(line.lowerBound, colon))
    return robotsNames.contains(name)
  }

  private static let robotsNames = ["user-agent", "disallow", "allow", "sitemap", "crawl-delay"].map {
    Array($0.utf8)
  }

  /// Returns whether the line is a regex in Pi-hole's syntax, which does not put it between slashes.
  private static func isRegex(_ bytes: Span<UInt8>, line: ByteRange) -> Bool {
    let first = bytes[line.lowerBound]
    guard first != ASCII.slash, first != ASCII.pipe, first != ASCII.at else { return false }
    if bytes.hasPrefix("(^|", in: line) || bytes.hasPrefix("(\\.|^)", in: line) { return true }
    let isEscaped = contains("\\.", in: bytes, line: line)
    let isClosed = bytes.last(in: line) == ASCII.dollar
    return first == ASCII.caret && (isEscaped || isClosed) || isClosed && isEscaped
      || isEscaped && (bytes.hasPrefix(".*", in: line) || first == ASCII.openParenthesis)
  }

  private static func parsed(_ bytes: Span<UInt8>, line: ByteRange, traits: LineTraits) -> LineShape {
    let isAttempt =
      bytes.hasPrefix("||", in: line) || bytes.hasPrefix("@@", in: line)
      || !traits.hasBlank && traits.hasHash
        && CosmeticMarker.find(bytes, in: line, isBehindModifiers: false) != nil
    switch LineParser().parse(bytes, line: line, traits: traits) {
    case .blank: return .blank
    case .comment, .metadata, .directive, .hint, .continuation: return .comment
    case .header: return .comment
    case .cosmetic: return .filter
    case .hosts(let hosts):
      return hosts.hosts.first.map { isLikeHost(bytes, name: $0) } ?? true ? .hostsLine : .text
    case .network(let filter): return shape(of: filter, bytes, line: line)
    case .rejected(let problem):
      switch problem.reason {
      case .invalidUTF8: return .unreadable
      case .invalidHost:
        if line.count == problem.span.count { return .address }
        return isLikeHost(bytes, name: problem.span) ? .hostsLine : .text
      case .mergeConflict: return .conflict
      case .lineTooLong, .blankInPattern: return isAttempt ? .filter : .text
      case .controlCharacter: return .text
      case .emptyFilter, .patternTooShort, .emptyOption, .malformedOption, .optionNeedsValue,
        .optionTakesNoValue,
        .optionNotNegatable, .emptyDomainList, .invalidDomain, .emptyBody, .unclosedModifiers, .missingMarker,
        .unknownModifier, .singleHash, .templateInstruction, .unclosedCondition, .strayElse, .strayEndif,
        .malformedCondition, .unsupportedEntry, .repeatedOption, .optionNeedsDomain, .optionNeedsRegex,
        .optionNotInException, .incompatibleOptions, .emptyDomain, .repeatedDomains:
        return isAttempt || !traits.hasBlank ? .filter : .text
      }
    }
  }

  /// Returns whether the word is meant as a host name. Log lines also start with an address, and crontab
  /// lines can start with a 0, but no name follows.
  private static func isLikeHost(_ bytes: Span<UInt8>, name: ByteRange) -> Bool {
    name.indices.contains { bytes[$0].isLetter || bytes[$0] == ASCII.dot || bytes[$0] >= 0x80 }
  }

  private static func shape(
    of filter: NetworkFilter, _ bytes: Span<UInt8>, line: ByteRange
  ) -> LineShape {
    if line.indices.allSatisfy({ "*.^|/?&=:@-_+~".utf8.contains(bytes[$0]) }) { return .signs }
    guard !filter.isException, filter.options.isEmpty, case .plain(let plain) = filter.pattern,
      plain.start == .anywhere, !plain.isEndAnchored
    else { return .filter }
    if let name = filter.hostName(in: bytes, for: .hosts) {
      // `-ad-`, `.ads-` and `_300x250_` are words of no text.
      let isPiece = [bytes[name.lowerBound], bytes[name.upperBound - 1]].contains {
        $0 == ASCII.dash || $0 == ASCII.underscore
      }
      if isPiece, bytes.firstIndex(of: ASCII.dot, in: name) == nil { return .pattern }
      if bytes.firstIndex(of: ASCII.dot, in: name) != nil { return .name }
      let isTopLevelDomain = KnownSuffixes.isTopLevel(bytes.lowercased(name))
      if line.lowerBound < name.lowerBound { return isTopLevelDomain ? .name : .glob }
      return isTopLevelDomain ? .topLevelDomain : .label
    }
    // Style sheets and source code contain braces; URLs do not.
    if bytes.firstIndex(of: ASCII.openBrace, in: plain.range) != nil { return .text }
    let isOfFilters = plain.body.indices.contains { bytes[$0] == ASCII.caret || bytes[$0] == ASCII.star }
    if isOfFilters || plain.body != plain.range { return .filter }
    let equals = bytes.firstIndex(of: ASCII.equals, in: line)
    let isSetting = equals.map { isAssignment(bytes, line: line, equals: $0) } ?? false
    if isSetting, bytes.last(in: line) != ASCII.semicolon { return .assignment }
    if bytes.firstIndex(of: ASCII.comma, in: plain.body) != nil { return .values }
    // Source code, or a fragment of it.
    if let last = bytes.last(in: line), last == ASCII.semicolon || last == ASCII.closeParenthesis {
      return .text
    }
    let isOfURLs = line.indices.contains { bytes[$0] == ASCII.slash || bytes[$0] == ASCII.equals }
    return !isOfURLs && bytes.firstIndex(of: ASCII.semicolon, in: line) != nil ? .values : .pattern
  }

  /// Returns whether the line is `name=value`. A line without a value, such as `utm_source=`, is a part of a
  /// URL.
  private static func isAssignment(_ bytes: Span<UInt8>, line: ByteRange, equals: Int) -> Bool {
    let name = ByteRange(line.lowerBound, equals)
    return !name.isEmpty && equals + 1 < line.upperBound && bytes[name.lowerBound].isLetter
      && name.indices.allSatisfy {
        let byte = bytes[$0]
        return byte.isLetter || byte.isDigit || byte == ASCII.underscore || byte == ASCII.dot
          || byte == ASCII.dash
      }
  }

  private static func contains(_ text: StaticString, in bytes: Span<UInt8>, line: ByteRange) -> Bool {
    line.indices.contains { bytes.hasText(text, at: $0, in: line) }
  }
}
