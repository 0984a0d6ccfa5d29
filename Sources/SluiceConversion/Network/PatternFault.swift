import SluiceAnalysis
import SluiceRules
import SluiceSyntax
import SluiceText

/// Detects patterns that match no URL, or that are probably not intended.
///
/// Patterns of the form `||host^` are not checked, because they are the majority and cannot be wrong.
enum PatternFault {
  static func check(
    _ filter: NetworkFilter, options: FilterOptions, in bytes: Span<UInt8>
  ) throws(Finding) {
    guard case .plain(let plain) = filter.pattern, !plain.body.isEmpty else { return }
    let body = plain.body
    let whole = plain.range
    let first = bytes[body.lowerBound]
    if plain.start == .anywhere, first == ASCII.at, body.count > 1,
      bytes[body.lowerBound + 1] == ASCII.pipe
    {
      throw .unsupported(.misspeltException, span: whole)
    }
    var hasDollar = false
    var commas = 0
    // A label has at least one character.
    var emptyLabel: Int? = first == ASCII.dot ? body.lowerBound : nil
    var next = body.lowerBound
    while next < body.upperBound {
      let index = bytes.endOfRun(from: next, to: body.upperBound) { !isSpecial($0) }
      if index == body.upperBound { break }
      next = index + 1
      switch bytes[index] {
      case ASCII.pipe where index > body.lowerBound && bytes[index - 1] == ASCII.pipe:
        throw .unsupported(.joinedFilters, span: ByteRange(index - 1, whole.upperBound))
      case ASCII.hash: throw fragment(at: index, filter, pattern: whole, in: bytes)
      // These characters are percent-encoded in URLs.
      case ASCII.less, ASCII.greater, ASCII.quote:
        throw .unsupported(.patternNeverMatches, span: ByteRange(index, index + 1))
      case ASCII.dollar: hasDollar = true
      case ASCII.comma: commas += 1
      case ASCII.dot where emptyLabel == nil && index > body.lowerBound && bytes[index - 1] == ASCII.dot:
        emptyLabel = index
      case _: continue
      }
    }
    if hasDollar, let options = misplacedOptions(filter, body: body, in: bytes) {
      throw .unsupported(.misplacedOptions, span: options)
    }
    if commas > 0, plain.start == .anywhere, !plain.isEndAnchored, areDomains(body, in: bytes) {
      throw .unsupported(.unmarkedDomains, span: whole)
    }
    let isPossible =
      switch plain.start {
      case .anywhere: true
      case .url: canBeginURL(plain, options: options, in: bytes)
      case .hostLabel: canBeginHost(plain, options: options, emptyLabel: emptyLabel, in: bytes)
      }
    if !isPossible { throw .unsupported(.patternNeverMatches, span: whole) }
  }

  /// Returns whether the check of a pattern depends on this byte, in a few instructions.
  @inline(__always)
  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte < 64 ? special >> UInt64(byte) & 1 == 1 : byte == ASCII.pipe
  }

  /// The bits of `"`, `#`, `$`, `,`, `.`, `<` and `>`.
  private static var special: UInt64 {
    1 << 0x22 | 1 << 0x23 | 1 << 0x24 | 1 << 0x2C | 1 << 0x2E | 1 << 0x3C | 1 << 0x3E
  }

  /// Returns the finding about a pattern with a `#`: text that is not a domain before the marker of a cosmetic
  /// filter, or the fragment of a URL, without which WebKit matches.
  private static func fragment(
    at hash: Int, _ filter: NetworkFilter, pattern: ByteRange, in bytes: Span<UInt8>
  ) -> Finding {
    let start = pattern.lowerBound - (filter.isException ? 2 : 0)
    let domains = ByteRange(start, hash)
    if !hasPath(domains, in: bytes), filter.options.isEmpty, !domains.isEmpty,
      case .cosmetic? = FilterList(
        parsing: Array("a".utf8) + bytes.array(ByteRange(hash, pattern.upperBound))
      ).lines.first?.content
    {
      return .syntax(SyntaxProblem(.invalidDomain, span: domains))
    }
    return .unsupported(.fragment, span: ByteRange(hash, hash + 1))
  }

  /// Returns whether a slash precedes more text, apart from the slashes of a scheme.
  private static func hasPath(_ range: ByteRange, in bytes: Span<UInt8>) -> Bool {
    let end = bytes.last(in: range) == ASCII.slash ? range.upperBound - 1 : range.upperBound
    guard let slash = bytes.lastIndex(of: ASCII.slash, in: ByteRange(range.lowerBound, end)) else {
      return false
    }
    return !(slash > range.lowerBound && bytes[slash - 1] == ASCII.slash)
  }

  private static func canBeginURL(
    _ plain: PlainPattern, options: FilterOptions, in bytes: Span<UInt8>
  ) -> Bool {
    let colon = bytes.firstIndex(of: ASCII.colon, in: plain.body)
    let scheme = colon.map { bytes.lowercased(ByteRange(plain.body.lowerBound, $0)) }
    if let scheme, let local = LocalScheme(scheme), !options.schemes.local.contains(local) { return false }
    guard canMatchURL(plain, options: options, in: bytes) else { return false }
    guard let colon, let scheme, bytes.hasText("://", at: colon, in: plain.body)
    else { return !plain.isEndAnchored || plain.body.indices.contains { "*^:".utf8.contains(bytes[$0]) } }
    let host = ByteRange(min(colon + 3, plain.body.upperBound), plain.body.upperBound)
    // `|https://host|` never matches, because a slash follows the host.
    let end = PatternConverter.hostEnd(bytes, body: host)
    if plain.isEndAnchored, end == host.upperBound { return false }
    return !isBrokenHost(host, end: end, in: bytes)
      && canFollow(host: end, plain, defaultPort: WebScheme(scheme)?.port, in: bytes)
  }

  /// Returns whether the scheme of requests can end with this lowercase text.
  static func isEndOfScheme(_ text: [UInt8]) -> Bool {
    WebScheme.allCases.contains { $0.name.utf8.suffix(text.count).elementsEqual(text) }
  }

  /// Returns whether the text of the pattern after its host can follow the host of a URL. URLs contain
  /// neither the default port nor dot segments in paths.
  private static func canFollow(
    host end: Int, _ plain: PlainPattern, defaultPort: Int?, in bytes: Span<UInt8>
  ) -> Bool {
    let body = plain.body
    var index = end
    if index < body.upperBound, bytes[index] == ASCII.colon {
      var port = 0
      var digits = index + 1
      while digits < body.upperBound, bytes[digits].isDigit {
        port = min(10 * port + Int(bytes[digits] - ASCII.zero), 1 << 17)
        digits += 1
      }
      let length = digits - index - 1
      // Only a password can continue after digits with something else than a path.
      let canContinue = digits < body.upperBound ? "/^*".utf8.contains(bytes[digits]) : !plain.isEndAnchored
      if !canContinue, bytes.firstIndex(of: ASCII.at, in: ByteRange(digits, body.upperBound)) == nil {
        return false
      }
      let isWhole = digits < body.upperBound && "/^".utf8.contains(bytes[digits])
      if isWhole, length > 0,
        port > 65_535 || port == defaultPort || length > 1 && bytes[index + 1] == ASCII.zero
      {
        return false
      }
      index = digits
    }
    while index < body.upperBound, bytes[index] == ASCII.slash {
      let start = index + 1
      index = start
      while index < body.upperBound, !"/?*^".utf8.contains(bytes[index]) { index += 1 }
      let isWhole =
        index < body.upperBound ? "/?".utf8.contains(bytes[index]) : plain.isEndAnchored
      let isDots =
        (1...2).contains(index - start) && (start..<index).allSatisfy { bytes[$0] == ASCII.dot }
      if isWhole, isDots { return false }
    }
    return true
  }

  /// Returns whether a host, or a label of a host, can begin with the pattern.
  private static func canBeginHost(
    _ plain: PlainPattern, options: FilterOptions, emptyLabel: Int?, in bytes: Span<UInt8>
  ) -> Bool {
    let body = plain.body
    let end = PatternConverter.hostEnd(bytes, body: body)
    if let emptyLabel, emptyLabel < end { return false }
    if isBrokenHost(body, end: end, in: bytes) { return false }
    guard end < body.upperBound else { return !plain.isEndAnchored || body.isEmpty }
    switch bytes[end] {
    case ASCII.slash:
      return end > body.lowerBound && canFollow(host: end, plain, defaultPort: nil, in: bytes)
    case ASCII.caret, ASCII.star: return true
    // Only addresses have brackets.
    case ASCII.openBracket, ASCII.closeBracket:
      return bytes[end] == ASCII.openBracket && end == body.lowerBound
        && canMatchURL(plain, options: options, in: bytes)
    case ASCII.colon:
      // A port consists of digits. Otherwise, the colon can follow a user name.
      let rest = ByteRange(end + 1, body.upperBound)
      let isPort = rest.isEmpty || bytes[end + 1].isDigit || "*^".utf8.contains(bytes[end + 1])
      guard end > body.lowerBound, isPort || bytes.firstIndex(of: ASCII.at, in: rest) != nil else {
        return false
      }
      return canFollow(host: end, plain, defaultPort: nil, in: bytes)
        && canMatchURL(plain, options: options, in: bytes)
    // A host has no percent sign. A user name before the host may have one.
    case ASCII.percent where bytes.firstIndex(of: ASCII.at, in: ByteRange(end, body.upperBound)) == nil:
      return false
    // After a host, there must be a slash or a port. In a user name before the host, almost anything is
    // possible.
    case _: return canMatchURL(plain, options: options, in: bytes)
    }
  }

  /// Returns whether the pattern begins with a host in a form that never occurs in URLs, such as `[0:0::1]`,
  /// `1.2.3.04/` or a label of Punycode that is not the code of a text.
  private static func isBrokenHost(_ body: ByteRange, end: Int, in bytes: Span<UInt8>) -> Bool {
    guard !body.isEmpty else { return false }
    if bytes[body.lowerBound] == ASCII.openBracket {
      guard let end = bytes.firstIndex(of: ASCII.closeBracket, in: body) else { return false }
      let address = bytes.lowercased(ByteRange(body.lowerBound, end + 1))
      return HostAddress.ipv6(address[...]) != address && !address.contains(ASCII.star)
    }
    // If the pattern does not contain the end of the name, its last label may continue.
    guard end < body.upperBound, end > body.lowerBound,
      bytes[end] == ASCII.slash || bytes[end] == ASCII.caret || bytes[end] == ASCII.colon
    else {
      let labels = bytes.lastIndex(of: ASCII.dot, in: ByteRange(body.lowerBound, end)) ?? body.lowerBound
      return !HostNames.hasOnlyCodes(bytes.extracting(body.lowerBound..<labels))
    }
    let name = bytes.extracting(body.lowerBound..<end)
    return HostAddress.isBroken(name) || !HostNames.hasOnlyCodes(name)
  }

  /// Returns whether any url-filter of the pattern can match a URL. This is slower than the checks of the
  /// pattern.
  private static func canMatchURL(
    _ plain: PlainPattern, options: FilterOptions, in bytes: Span<UInt8>
  ) -> Bool {
    guard
      let result = try? PatternConverter.convert(
        .plain(plain), isCaseSensitive: options.isCaseSensitive, in: bytes)
    else {
      // The conversion reports the error.
      return true
    }
    let schemes = options.schemes
    return result.filters.contains {
      $0.canMatchURL(isCaseSensitive: result.isCaseSensitive, schemes: schemes)
    }
  }

  /// Returns the range of options that the parser treated as part of the pattern, with the options after it,
  /// starting with their `$`.
  private static func misplacedOptions(
    _ filter: NetworkFilter, body: ByteRange, in bytes: Span<UInt8>
  ) -> ByteRange? {
    let end = filter.options.last?.range.upperBound ?? body.upperBound
    // A `$` or a comma directly before the options.
    let isCut = !filter.options.isEmpty && ",$".utf8.contains(bytes[body.upperBound - 1])
    // Malicious lines have thousands of `$`.
    var attempts = 16
    var index = body.lowerBound
    while attempts > 0, let dollar = bytes.firstIndex(of: ASCII.dollar, in: ByteRange(index, body.upperBound))
    {
      attempts -= 1
      let start = bytes.endOfRun(from: dollar, to: body.upperBound) {
        $0 == ASCII.dollar || $0 == ASCII.tilde
      }
      index = bytes.endOfRun(from: start, to: body.upperBound) { $0.isNameByte }
      if isCut, bytes[body.upperBound - 1] == ASCII.comma || start == body.upperBound {
        return ByteRange(dollar, end)
      }
      guard index > start, OptionTable.isOption(bytes, name: ByteRange(start, index)) else { continue }
      // A word between `$` and `/` is part of a path.
      let isClosed = index == body.upperBound || "|,=$~;:".utf8.contains(bytes[index])
      if isClosed || ConversionReason.options(in: bytes.array(ByteRange(dollar, body.upperBound))) != nil {
        return ByteRange(dollar, end)
      }
    }
    return nil
  }

  /// Returns whether the range is a comma-separated list of host names.
  private static func areDomains(_ range: ByteRange, in bytes: Span<UInt8>) -> Bool {
    var start = range.lowerBound
    while start <= range.upperBound {
      let end =
        bytes.firstIndex(of: ASCII.comma, in: ByteRange(start, range.upperBound)) ?? range.upperBound
      // `~` precedes excluded domains.
      let host = ByteRange(start + (end > start && bytes[start] == ASCII.tilde ? 1 : 0), end)
      let isHost =
        !host.isEmpty && PatternConverter.hostEnd(bytes, body: host) == end
        && bytes.firstIndex(of: ASCII.dot, in: host) != nil
        && bytes[host.lowerBound] != ASCII.dot
      guard isHost else { return false }
      start = end + 1
    }
    return true
  }
}
