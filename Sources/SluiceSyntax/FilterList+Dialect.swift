import SluiceText

extension FilterList {
  mutating func readAsAdBlocker() {
    for index in lines.indices where isDialectCertain || mayBeShort(index) { readAsAdBlocker(index) }
  }

  /// Returns whether a line is a filter with a short pattern: no other filter is refused by all ad blockers.
  private func mayBeShort(_ index: Int) -> Bool {
    if case .network(let filter) = lines[index].content { FilterRefusal.mayBeShort(filter) } else { false }
  }

  /// Reads a filter as the ad blocker of the dialect does. Some filters of correct syntax are refused, and some
  /// patterns have another meaning.
  mutating func readAsAdBlocker(_ index: Int) {
    let line = lines[index].range
    let refusal = FilterRefusal(dialect: dialect, isCertain: isDialectCertain)
    switch lines[index].content {
    case .network(let filter):
      if let problem = refusal.problem(of: filter, in: bytes.span, line: line) {
        lines[index].content = .rejected(problem)
      } else if filter.isException || !filter.options.isEmpty,
        let host = filter.namedHost(in: bytes.span, for: dialect)
      {
        anchor(host, of: filter, at: index)
      } else if let pattern = meaning(of: filter) {
        var filter = filter
        filter.pattern = .plain(pattern)
        lines[index].content = .network(filter)
      }
    case .cosmetic(let filter):
      if let problem = refusal.problem(of: filter, in: bytes.span, line: line) {
        lines[index].content = .rejected(problem)
      }
    case .blank, .comment, .header, .metadata, .directive, .hint, .hosts, .continuation, .rejected: break
    }
  }

  /// Replaces the pattern of a filter by `||host^`.
  private mutating func anchor(_ host: ByteRange, of filter: NetworkFilter, at index: Int) {
    let line = lines[index].range
    let pattern = filter.pattern.range
    let before = ByteRange(line.lowerBound, pattern.lowerBound)
    let after = ByteRange(pattern.upperBound, line.upperBound)
    let text = Array("||".utf8) + bytes[host.indices] + [ASCII.caret]
    let start = bytes.count + 1
    if !before.isEmpty { added.addCopy(at: start, of: before) }
    added.addReplacement(at: start + before.count, of: pattern)
    if !after.isEmpty { added.addCopy(at: start + before.count + text.count, of: after) }
    bytes += [ASCII.lineFeed] + bytes[before.indices] + text + bytes[after.indices]
    lines[index] = parse(from: start, mayBeMetadata: false, LineParser())
  }

  /// Returns the meaning of a pattern that the dialect reads in another way than the others; nil for other
  /// patterns.
  private func meaning(of filter: NetworkFilter) -> PlainPattern? {
    guard case .plain(var pattern) = filter.pattern, !pattern.body.isEmpty else { return nil }
    let bytes = bytes.span
    let body = pattern.body
    let endsInSeparator = pattern.isEndAnchored && bytes.last(in: body) == ASCII.caret
    switch dialect {
    case .uBlockOrigin:
      // An anchor is ignored unless a letter, a digit or `%` follows (measured).
      guard pattern.start != .anywhere, !bytes[body.lowerBound].isTokenByte,
        !isOnlyText(filter, pattern: pattern)
      else { return nil }
      pattern.start = .anywhere
    case .hosts:
      // In lists for DNS servers, the end of the URL is the end of the name.
      guard endsInSeparator, pattern.start == .hostLabel,
        DomainListParser.isHost(bytes, in: ByteRange(body.lowerBound, body.upperBound - 1))
      else { return nil }
      pattern.isEndAnchored = false
    case .adblockPlus where isDialectCertain:
      // Adblock Plus ignores a `|` after a `^`.
      guard endsInSeparator else { return nil }
      pattern.isEndAnchored = false
    case .adblockPlus, .adGuard: return nil
    }
    return pattern
  }

  /// Returns whether a filter is only `||` and text without wildcards, separators and capitals. uBlock Origin
  /// never ignores this anchor (measured).
  private func isOnlyText(_ filter: NetworkFilter, pattern: PlainPattern) -> Bool {
    guard pattern.start == .hostLabel, !filter.isException, filter.options.isEmpty,
      pattern.range.upperBound == pattern.body.upperBound
    else { return false }
    let bytes = bytes.span
    return pattern.body.indices.allSatisfy {
      bytes[$0].isLabelByte || "%&,./:;=?".utf8.contains(bytes[$0])
    }
  }
}

extension Dialect {
  /// Detects the dialect of a list from its header, its title or syntax that only one dialect has.
  static func detect(_ list: FilterList) -> Dialect {
    if list.kind.namesHosts { return .hosts }
    let bytes = list.bytes.span
    var hostNames = 0
    var others = 0
    var marked: Dialect?
    for line in list.lines {
      switch line.content {
      case .header(let name):
        if bytes.hasText("uBlock", at: name.lowerBound, in: name) { return .uBlockOrigin }
        if bytes.hasText("AdGuard", at: name.lowerBound, in: name) { return .adGuard }
        if bytes.hasText("Adblock", at: name.lowerBound, in: name) { return .adblockPlus }
      case .metadata(let metadata):
        guard bytes.isText("Title", in: metadata.key) else { continue }
        if bytes.hasText("uBlock", at: metadata.value.lowerBound, in: metadata.value) { return .uBlockOrigin }
        if bytes.hasText("AdGuard", at: metadata.value.lowerBound, in: metadata.value) {
          // The lists of AdGuard's DNS servers.
          return metadata.value.indices.contains { bytes.hasText("DNS", at: $0, in: metadata.value) }
            ? .hosts : .adGuard
        }
      case .hosts: hostNames += 1
      case .network(let filter):
        // A single word can also be a part of URLs.
        let name = filter.hostName(in: bytes, for: .uBlockOrigin)
        if let name, bytes.firstIndex(of: ASCII.dot, in: name) != nil { hostNames += 1 } else { others += 1 }
      case .cosmetic(let filter):
        others += 1
        if marked == nil { marked = dialect(of: filter, bytes) }
      case .blank, .comment, .directive, .hint, .continuation, .rejected: break
      }
    }
    if let marked { return marked }
    // A domain list can have a few exceptions in filter syntax.
    return hostNames > 0 && hostNames >= 9 * others ? .hosts : .adblockPlus
  }

  private static func dialect(of filter: CosmeticFilter, _ bytes: Span<UInt8>) -> Dialect? {
    switch filter.kind {
    case .scriptlet where bytes.hasText("+js", at: filter.body.lowerBound, in: filter.body): .uBlockOrigin
    case .responseHeader: .uBlockOrigin
    case .html: bytes[filter.body.lowerBound] == ASCII.caret ? .uBlockOrigin : .adGuard
    case .script: .adGuard
    case .hiding, .extendedHiding, .style, .extendedStyle, .snippet, .scriptlet:
      filter.modifiers.isEmpty ? nil : .adGuard
    }
  }
}

/// The kind and the dialect in which a list is read.
package struct ListReading: Hashable, Sendable {
  /// The kind of list.
  package var kind: ListKind
  /// The dialect, which determines the meaning of host names.
  package var dialect: Dialect

  /// Determines how to read a list. If `dialect` is nil, the dialect is detected.
  package init(_ list: FilterList, dialect: Dialect?) {
    self.dialect = dialect ?? list.dialect
    kind = list.kind.read(as: self.dialect)
  }

  /// A description such as `a hosts file` or `a filter list in the dialect of uBlock Origin`.
  package var words: String {
    kind == .filters ? "\(kind.words) in the dialect of \(dialect.name)" : kind.words
  }
}
