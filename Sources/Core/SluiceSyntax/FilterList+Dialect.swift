extension FilterList {
  /// Reads all filters as the ad blocker of the dialect does.
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
        anchor(host, of: filter, index)
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
  private mutating func anchor(_ host: ByteRange, of filter: NetworkFilter, _ index: Int) {
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
      guard pattern.start != .anywhere, !bytes[body.lowerBound].isTokenByte, !isOnlyText(filter, pattern)
      else { return nil }
      pattern.start = .anywhere
    case .hosts:
      // In lists for DNS servers, the end of the URL is the end of the name.
      guard endsInSeparator, pattern.start == .hostLabel,
        DomainListParser.isHost(bytes, ByteRange(body.lowerBound, body.upperBound - 1))
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
  private func isOnlyText(_ filter: NetworkFilter, _ pattern: PlainPattern) -> Bool {
    guard pattern.start == .hostLabel, !filter.isException, filter.options.isEmpty,
      pattern.range.upperBound == pattern.body.upperBound
    else { return false }
    let bytes = bytes.span
    return pattern.body.indices.allSatisfy {
      bytes[$0].isLabelByte || "%&,./:;=?".utf8.contains(bytes[$0])
    }
  }
}
