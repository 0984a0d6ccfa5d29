import SluiceText

/// A regular expression in the subset that WebKit's content blocker compiler accepts.
///
/// WebKit rejects the whole list if a single pattern is outside of this subset. The subset excludes `|`,
/// `\d`, `{n}`, lookaround, `^` and `$` anywhere but at the ends, non-ASCII characters, and the empty pattern
/// (measured). `URLFilterBuilder` cannot produce any of these, and the parser rejects them, so every value
/// of this type is valid.
public struct URLFilter: Hashable, Sendable {
  /// The pattern in ASCII, not escaped for JSON.
  @usableFromInline package let bytes: [UInt8]

  /// Creates a filter from bytes that this module knows to be in the subset.
  init(trusted bytes: [UInt8]) { self.bytes = bytes }

  /// A filter that matches every URL.
  public static let any = URLFilter(trusted: Array(".*".utf8))

  /// A filter for the addresses of data that pages make.
  package static let blob = URLFilter(trusted: Array("^blob:".utf8))
}

extension URLFilter {
  /// Hashes the bytes of the pattern.
  public func hash(into hasher: inout Hasher) { hasher.combineBytes(bytes) }
}

extension URLFilter: CustomStringConvertible {
  /// The pattern as text.
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}

extension URLFilter {
  /// Whether WebKit's compiler treats the pattern as one that matches every URL.
  package var matchesEverything: Bool {
    if self == .any { return true }
    // The start of most patterns is enough to tell.
    if bytes.first == ASCII.caret || plainHost != nil { return false }
    let pattern = self.pattern
    return !pattern.isAnchoredAtEnd && !pattern.terms.contains(where: { $0.isMandatory })
  }
}

extension URLFilter {
  /// Returns a filter for requests to a host and its subdomains: `||host^` in filter syntax.
  ///
  /// Nine of ten filters in real lists have this form, so it is written in a single pass. `host` is converted
  /// to lowercase, as WebKit does with hosts before it matches. Returns nil if the host contains a byte other
  /// than letters, digits, `-`, `_` and `.`, an empty label before a dot, or a label of Punycode that is not the code
  /// of a text.
  package static func host(_ host: Span<UInt8>) -> URLFilter? {
    self.host(host, between: .label, and: .request)
  }

  /// Returns a filter that consists of these two forms and the host between them. The method is inlined so
  /// that the texts of the forms are constants.
  @inline(__always)
  static func host(
    _ host: Span<UInt8>, between anchor: HostAnchor, and hostEnd: HostAnchor.End
  ) -> URLFilter? {
    let (hostStart, hostEnd) = (anchor.text, hostEnd.text)
    // The maximum size: two texts, and up to two bytes for each byte of the host, since dots are escaped. Words
    // are written whole.
    let room = hostStart.utf8CodeUnitCount + 2 * host.count + hostEnd.utf8CodeUnitCount + 8
    return withUnsafeTemporaryAllocation(byteCount: room, alignment: 1) { buffer -> URLFilter? in
      guard !host.isEmpty, let start = buffer.baseAddress else { return nil }
      var end = start
      append(hostStart, at: &end)
      guard append(host, at: &end) else { return nil }
      append(hostEnd, at: &end)
      let written = UnsafeRawBufferPointer(start: start, count: end - start).bindMemory(to: UInt8.self)
      // Two thirds of the instructions of reserving capacity and appending.
      return URLFilter(trusted: [UInt8](written))
    }
  }

  private static func hasOnlyCodes(_ host: UnsafeRawBufferPointer) -> Bool {
    HostNames.hasOnlyCodes(Array(host).span)
  }

  /// Writes a host with escaped dots; the letters between other bytes in words of eight. Returns false if it is
  /// not a host.
  @inline(__always)
  private static func append(_ host: Span<UInt8>, at end: inout UnsafeMutableRawPointer) -> Bool {
    host.withUnsafeBytes { host in
      var index = 0
      while index < host.count {
        let word = host.paddedWord(at: index)
        end.storeBytes(of: word.littleEndian, as: UInt64.self)
        let letters = word.lowercaseLettersAtStart
        index += letters
        end += letters
        if letters == 8 || index == host.count { continue }
        let byte = host[index]
        switch byte {
        // Only labels in Punycode have two hyphens in a row, apart from a few.
        case ASCII.dash where index > 0 && host[index - 1] == byte && !hasOnlyCodes(host): return false
        case _ where byte.isLabelByte: append(byte, at: &end)
        case _ where byte.isCapital: append(byte.asciiLowercased, at: &end)
        case ASCII.dot:
          // The labels of a host are not empty.
          if index == 0 || host[index - 1] == byte { return false }
          append(ASCII.backslash, at: &end)
          append(byte, at: &end)
        default: return false
        }
        index += 1
      }
      return true
    }
  }

  @inline(__always)
  private static func append(_ byte: UInt8, at end: inout UnsafeMutableRawPointer) {
    end.storeBytes(of: byte, as: UInt8.self)
    end += 1
  }

  @inline(__always)
  private static func append(_ text: StaticString, at end: inout UnsafeMutableRawPointer) {
    end.copyMemory(from: text.utf8Start, byteCount: text.utf8CodeUnitCount)
    end += text.utf8CodeUnitCount
  }
}

extension URLFilter {
  /// Whether all letters of the pattern can only match in the host of a URL, or in a user name before it.
  ///
  /// WebKit converts the hosts of http, https, ws and wss URLs to lowercase before it matches. For a
  /// lowercase pattern, case sensitivity therefore only matters if a user name contains the host in
  /// uppercase: `https://www.ADS.example:x@other.example/`.
  @inline(__always)
  var isHostOnly: Bool { isPlainHost || isOtherHostOnly }

  /// Whether ``host(_:)`` writes this text, as for nine of ten patterns. The check takes few instructions.
  @inline(__always)
  private var isPlainHost: Bool {
    let (span, anchor, hostEnd) = (bytes.span, HostAnchor.label.text, HostAnchor.End.request.text)
    let (start, end) = (anchor.utf8CodeUnitCount, span.count - hostEnd.utf8CodeUnitCount)
    guard start < end, span.hasLongText(anchor, at: 0), hostEnd.utf8CodeUnitCount == 4 else { return false }
    return span.withUnsafeBytes { bytes in
      // A single comparison of the four bytes at the end.
      let last = UnsafeRawPointer(hostEnd.utf8Start).loadUnaligned(as: UInt32.self)
      guard bytes.loadUnaligned(fromByteOffset: end, as: UInt32.self) == last else { return false }
      var index = start
      while true {
        // Letters do not go on behind the host, where a bracket follows.
        index += bytes.paddedWord(at: index).lowercaseLettersAtStart
        if index == end { return true }
        switch bytes[index] {
        case let byte where byte.isLabelByte: index += 1
        case ASCII.backslash where bytes[index + 1] == ASCII.dot: index += 2
        default: return false
        }
      }
    }
  }

  private var isOtherHostOnly: Bool {
    let span = bytes.span
    guard let anchor = HostAnchor.labelAnchors.first(where: { span.starts(with: $0.text, at: 0) }) else {
      return false
    }
    let host = WrittenHost(in: span, from: anchor.text.utf8CodeUnitCount)
    var index = host.range.upperBound
    if let suffix = Self.hostSuffixes.first(where: { span.starts(with: $0, at: index) }) {
      index += suffix.utf8CodeUnitCount
    }
    return !host.hasCapitals
      && HostAnchor.End.allCases.contains {
        span.starts(with: $0.text, at: index) && index + $0.text.utf8CodeUnitCount == span.count
      }
  }

  /// The texts that ``URLFilterBuilder`` writes in place of a public suffix.
  private static let hostSuffixes = [URLFilterBuilder.publicSuffixText, URLFilterBuilder.oneOrTwoLabelsText]
}

extension URLFilter {
  /// The host, if ``host(_:)`` returns this filter for it; otherwise nil.
  package var plainHost: [UInt8]? { Self.plainHost(bytes.span) }

  /// Returns the host, if ``host(_:)`` returns a filter with this text for it; otherwise nil.
  package static func plainHost(_ span: Span<UInt8>) -> [UInt8]? {
    host(in: span, between: .label, and: .request)
  }
}

/// A host in a url-filter: letters, digits, `-`, `_` and escaped dots.
package struct WrittenHost {
  /// The range of the host; empty if there is no host.
  package let range: Range<Int>
  /// Whether the host contains uppercase letters.
  package let hasCapitals: Bool

  /// Reads the host that starts at `start`.
  @inline(__always)
  package init(in span: Span<UInt8>, from start: Int) {
    var hasCapitals = false
    var index = start
    scan: while index < span.count {
      switch span[index] {
      case let byte where byte.isLabelByte: break
      case let byte where byte.isCapital: hasCapitals = true
      case ASCII.backslash where span.byte(index + 1) == ASCII.dot: index += 1
      default: break scan
      }
      index += 1
    }
    range = start..<index
    self.hasCapitals = hasCapitals
  }

  /// Returns the host in lowercase, without escapes.
  package func name(in span: Span<UInt8>) -> [UInt8] {
    var name: [UInt8] = []
    name.reserveCapacity(range.count)
    for index in range where span[index] != ASCII.backslash { name.append(span[index].asciiLowercased) }
    return name
  }
}

extension URLFilter {
  /// Returns the host if the text consists of `start`, a lowercase host and `end`; nil for any other text.
  static func host(in span: Span<UInt8>, between start: HostAnchor, and end: HostAnchor.End) -> [UInt8]? {
    let lower = start.text.utf8CodeUnitCount
    let upper = span.count - end.text.utf8CodeUnitCount
    guard lower < upper, span.starts(with: start.text, at: 0), span.starts(with: end.text, at: upper) else {
      return nil
    }
    let host = WrittenHost(in: span, from: lower)
    return host.range.upperBound == upper && !host.hasCapitals ? host.name(in: span) : nil
  }
}
