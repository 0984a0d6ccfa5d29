import SluiceText

/// An entry of a domain list: `a.com`, `~a.com`, `a.*`, `*`, `/regex/`, `a.com>>`, `a.com/path`.
public struct DomainEntry: Hashable, Sendable {
  /// The form of an entry.
  @frozen public enum Kind: Hashable, Sendable {
    /// A host and all its subdomains.
    case host
    /// `name.*`: the name with any public suffix.
    case entity
    /// `*`: any host.
    case any
    /// `/regex/`: all hosts that match a regex.
    case regex
    /// `a.com/path`, in cosmetic filters: pages of a host, an entity or any host, with a path.
    case pages
  }

  /// The form of the entry.
  public var kind: Kind
  /// Whether a `~` precedes the entry: the filter does not apply there.
  public var isExcluded: Bool
  /// The host as written, without the `.*` of an entity or the slashes of a regex. It includes the path of
  /// ``Kind/pages``.
  public var name: ByteRange
  /// Whether `>>` follows the entry. In uBlock Origin, the entry then also applies to everything embedded in
  /// pages of the host, regardless of the host that it comes from.
  public var includesEmbedded = false
  /// Whether the entry is a regex in AdGuard's modifiers, which have escapes of their own.
  var isEscaped = false

  /// Returns the regex of an entry of the kind `regex`.
  package func regex(in bytes: Span<UInt8>) -> [UInt8] {
    isEscaped ? bytes.unescapedModifier(name) : bytes.array(name)
  }
}

extension DomainEntry {
  /// Returns the entry of the host, and the path with its `/`, if the entry has a path.
  package func parts(in bytes: Span<UInt8>) -> (site: DomainEntry, path: ByteRange)? {
    DomainListParser.parts(bytes, entry: self)
  }
}

extension [DomainEntry] {
  /// Parses a domain list in a range of `bytes`. The separator is `|` in `$domain`, `$to` and `$denyallow`,
  /// and `,` in cosmetic filters, where `*` stands for every domain and entries can have a path. Spaces around
  /// entries, and empty entries, are skipped.
  package init(parsing bytes: Span<UInt8>, _ range: ByteRange, separator: UInt8) throws(SyntaxProblem) {
    self = []
    var start = range.lowerBound
    while start <= range.upperBound {
      let end = DomainListParser.entryEnd(bytes, from: start, end: range.upperBound, separator: separator)
      let text = bytes.trimmed(ByteRange(start, end))
      if !text.isEmpty {
        let entry = try DomainListParser.entry(bytes, text: text, mayHavePath: separator == ASCII.comma)
        // No ad blocker reads `*` in an option as every domain.
        if separator == ASCII.pipe, entry.kind == .any { throw SyntaxProblem(.invalidDomain, span: text) }
        append(entry)
      }
      start = end + 1
    }
    guard !isEmpty else { throw SyntaxProblem(.emptyDomainList, span: range) }
  }
}

enum DomainListParser {
  /// Returns the end of the entry at `start`. A separator inside a `/regex/` does not end it.
  static func entryEnd(_ bytes: Span<UInt8>, from start: Int, end: Int, separator: UInt8) -> Int {
    var index = bytes.endOfRun(from: start, to: end) { $0.isBlank || $0 == ASCII.tilde }
    if index < end, bytes[index] == ASCII.slash {
      index += 1
      while index < end {
        if bytes[index] == ASCII.backslash {
          index += 2
          continue
        }
        if bytes[index] == ASCII.slash, index + 1 == end || bytes[index + 1] == separator { return index + 1 }
        index += 1
      }
      // The regex is never closed, so the entry is invalid wherever it ends.
      return end
    }
    while index < end, bytes[index] != separator { index += 1 }
    return index
  }

  /// Returns the place of the first empty entry: the separator before it, or the first one of the list. Returns
  /// nil if no entry is empty.
  static func emptyEntry(_ bytes: Span<UInt8>, in range: ByteRange, separator: UInt8) -> ByteRange? {
    var start = range.lowerBound
    while start <= range.upperBound {
      let end = entryEnd(bytes, from: start, end: range.upperBound, separator: separator)
      if bytes.trimmed(ByteRange(start, end)).isEmpty {
        let isFirst = start == range.lowerBound
        return ByteRange(isFirst ? start : start - 1, isFirst ? min(start + 1, range.upperBound) : start)
      }
      start = end + 1
    }
    return nil
  }

  static func entry(
    _ bytes: Span<UInt8>, text: ByteRange, mayHavePath: Bool = false
  ) throws(SyntaxProblem) -> DomainEntry {
    let isExcluded = bytes[text.lowerBound] == ASCII.tilde
    let includesEmbedded = text.count > 2 && bytes.hasText(">>", at: text.upperBound - 2, in: text)
    let range = ByteRange(
      text.lowerBound + (isExcluded ? 1 : 0), text.upperBound - (includesEmbedded ? 2 : 0))
    guard !range.isEmpty else { throw SyntaxProblem(.invalidDomain, span: text) }
    do throws(SyntaxProblem) {
      var entry = try self.entry(bytes, in: range, isExcluded: isExcluded)
      entry.includesEmbedded = includesEmbedded
      return entry
    } catch {
      // No other entry contains a slash between other characters, so few entries are searched for one.
      guard mayHavePath, !includesEmbedded, let slash = bytes.firstIndex(of: ASCII.slash, in: range),
        slash > range.lowerBound,
        (try? entry(bytes, in: ByteRange(range.lowerBound, slash), isExcluded: isExcluded)) != nil,
        !range.indices.contains(where: { bytes[$0].isBlank })
      else { throw error }
      return DomainEntry(kind: .pages, isExcluded: isExcluded, name: range)
    }
  }

  /// Parses an entry without its `~`.
  private static func entry(
    _ bytes: Span<UInt8>, in range: ByteRange, isExcluded: Bool
  ) throws(SyntaxProblem) -> DomainEntry {
    if range.count == 1, bytes[range.lowerBound] == ASCII.star {
      return DomainEntry(kind: .any, isExcluded: isExcluded, name: range)
    }
    if bytes[range.lowerBound] == ASCII.slash {
      guard range.count > 2, bytes[range.upperBound - 1] == ASCII.slash else {
        throw SyntaxProblem(.invalidDomain, span: range)
      }
      let regex = ByteRange(range.lowerBound + 1, range.upperBound - 1)
      return DomainEntry(kind: .regex, isExcluded: isExcluded, name: regex)
    }
    let isEntity = range.count > 2 && bytes.hasText(".*", at: range.upperBound - 2, in: range)
    let name = isEntity ? ByteRange(range.lowerBound, range.upperBound - 2) : range
    guard isHost(bytes, in: name) || (!isEntity && isIPv6(bytes, in: name)) else {
      throw SyntaxProblem(.invalidDomain, span: range)
    }
    return DomainEntry(kind: isEntity ? .entity : .host, isExcluded: isExcluded, name: name)
  }

  /// Returns the entry of the host in an entry with a path, and the path with its `/`. Returns nil for other
  /// entries.
  static func parts(_ bytes: Span<UInt8>, entry: DomainEntry) -> (site: DomainEntry, path: ByteRange)? {
    guard entry.kind == .pages, let slash = bytes.firstIndex(of: ASCII.slash, in: entry.name),
      let site = try? self.entry(
        bytes, in: ByteRange(entry.name.lowerBound, slash), isExcluded: entry.isExcluded)
    else { return nil }
    return (site, ByteRange(slash, entry.name.upperBound))
  }

  /// Returns whether the range looks like an IPv6 address in brackets, as in URLs.
  private static func isIPv6(_ bytes: Span<UInt8>, in range: ByteRange) -> Bool {
    guard range.count > 3, bytes[range.lowerBound] == ASCII.openBracket,
      bytes[range.upperBound - 1] == ASCII.closeBracket
    else { return false }
    var colons = 0
    for index in range.lowerBound + 1..<range.upperBound - 1 {
      switch bytes[index] {
      case ASCII.colon: colons += 1
      case ASCII.dot: break
      case let byte where byte.isHexDigit: break
      default: return false
      }
    }
    return colons >= 2
  }

  /// Returns the host of `h`, `.h`, `*.h` or `h.`, which all mean the host with its subdomains.
  static func name(_ bytes: Span<UInt8>, word: ByteRange) -> ByteRange {
    var (start, end) = (word.lowerBound, word.upperBound)
    if end - start > 2, bytes[start] == ASCII.star, bytes[start + 1] == ASCII.dot { start += 1 }
    if end - start > 1, bytes[start] == ASCII.dot { start += 1 }
    if end - start > 1, bytes[end - 1] == ASCII.dot { end -= 1 }
    return ByteRange(start, end)
  }

  /// Returns whether the range consists of labels joined by single dots, and not only of signs.
  static func isHost(_ bytes: Span<UInt8>, in range: ByteRange) -> Bool {
    let areLabels = bytes.withUnsafeBytes { bytes in
      var (index, label) = (range.lowerBound, range.lowerBound)
      while index < range.upperBound {
        // Most bytes are letters.
        let letters = bytes.paddedWord(at: index).lowercaseLettersAtStart
        index += letters
        if letters == 8 || index >= range.upperBound { continue }
        guard bytes[index].isHostCharacter else { return false }
        index += 1
        if bytes[index - 1] == ASCII.dot {
          if index - 1 == label { return false }
          label = index
        }
      }
      return label < range.upperBound
    }
    return areLabels
      && range.indices.contains {
        bytes[$0] != ASCII.dot && bytes[$0] != ASCII.dash && bytes[$0] != ASCII.underscore
      }
  }

  /// Returns whether uBlock Origin reads a pattern as a host name (measured). Labels begin with a letter or a
  /// digit, and the last one also ends with one, has two or more characters and no `_`.
  static func isUBlockOriginHost(_ bytes: Span<UInt8>, in range: ByteRange) -> Bool {
    func isAlphanumeric(_ byte: UInt8) -> Bool { byte.isLetter || byte.isDigit || byte >= 0x80 }
    var label = range.lowerBound
    var hasUnderscore = false
    for index in range.indices {
      let byte = bytes[index]
      if byte == ASCII.dot {
        guard index > label else { return false }
        (label, hasUnderscore) = (index + 1, false)
        continue
      }
      guard byte.isHostCharacter, index > label || isAlphanumeric(byte) else { return false }
      if byte == ASCII.underscore { hasUnderscore = true }
    }
    return range.upperBound - label > 1 && !hasUnderscore && isAlphanumeric(bytes[range.upperBound - 1])
  }
}
