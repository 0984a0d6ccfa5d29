extension CSSSelector {
  /// Returns the problem that makes WebKit drop a `css-display-none` rule with this selector; nil if the
  /// selector is valid.
  ///
  /// The text may be a selector list with commas. The result is that of WebKit 2.54, the newest measured
  /// version. Older versions do not support all selectors; see ``Capability`` and ``CSSSelector/capabilities``.
  public static func problem(in text: some InputBytes & ~Escapable) -> SelectorProblem? {
    text.withInputBytes { bytes in
      do throws(SelectorProblem) {
        _ = try read(bytes)
        return nil
      } catch {
        return error
      }
    }
  }

  /// Parses a selector and returns the parser; nil for a plain selector, which needs no parsing.
  private static func read(_ bytes: Span<UInt8>) throws(SelectorProblem) -> SelectorParser? {
    if isPlain(bytes) { return nil }
    if let problem = encodingProblem(in: bytes) { throw problem }
    var parser = SelectorParser()
    try parser.wholeSelector(bytes)
    return parser
  }

  /// The capabilities without which WebKit drops a rule with this selector.
  public var capabilities: Set<Capability> { Set(needs.required.capabilities) }

  /// The capabilities without which WebKit ignores a part of `:is()`, `:where()` or one of their older names.
  public var forgivenCapabilities: Set<Capability> { Set(needs.forgivenFeatures.capabilities) }

  /// Parses a selector. The result has no white space at its ends.
  public init(parsing text: some InputBytes & ~Escapable) throws(SelectorProblem) {
    self = try text.withInputBytes { (bytes) throws(SelectorProblem) in
      guard let parser = try Self.read(bytes) else { return CSSSelector(trusted: bytes, 0..<bytes.count) }
      return CSSSelector(trusted: bytes, 0..<bytes.count, parser.needsOfAll)
    }
  }

  /// Creates a selector from `.name` or `#name` without escapes, as most generic selectors are; nil for any
  /// other text.
  package init?(plain text: Span<UInt8>) {
    guard Self.isPlain(text) else { return nil }
    self.init(trusted: [UInt8](text))
  }

  /// Creates a selector from text that this module knows to be valid, without white space at its ends.
  init(trusted bytes: Span<UInt8>, _ range: Range<Int>, _ needs: SelectorNeeds = .none) {
    let start = bytes.endOfRun(from: range.lowerBound, to: range.upperBound) { $0.isCSSSpace }
    var end = range.upperBound
    while end > start, bytes[end - 1].isCSSSpace, !Self.isEscaped(bytes, end - 1) { end -= 1 }
    self.init(trusted: [UInt8](bytes.extracting(start..<end)), needs)
  }

  /// Returns whether the selector is `.name` or `#name` with ASCII letters, digits, `-` and `_`. These are
  /// 96% of the generic selectors in EasyList.
  @inline(__always)
  package static func isPlain(_ bytes: Span<UInt8>) -> Bool {
    let first = bytes.byte(0)
    guard first == ASCII.dot || first == ASCII.hash else { return false }
    guard bytes.byte(1).isCSSNameStart else { return false }
    return bytes.withUnsafeBytes { bytes in
      var index = 1
      while index + 8 <= bytes.count {
        guard bytes.paddedWord(at: index).isASCIIName else { return false }
        index += 8
      }
      // Letters instead of the zeros after the end.
      let letters = (0x6161_6161_6161_6161 as UInt64) << UInt64(8 * (bytes.count - index))
      return (bytes.paddedWord(at: index) | letters).isASCIIName
    }
  }

  /// Returns whether an odd number of backslashes precedes the byte.
  private static func isEscaped(_ bytes: Span<UInt8>, _ index: Int) -> Bool {
    var start = index
    while start > 0, bytes[start - 1] == ASCII.backslash { start -= 1 }
    return (index - start) % 2 == 1
  }

  private static func encodingProblem(in bytes: Span<UInt8>) -> SelectorProblem? {
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 0 { return SelectorProblem(.nullCharacter, offset: index, length: 1) }
      if byte < 0x80 {
        index += 1
        continue
      }
      let length = bytes.lengthOfUTF8Character(at: index)
      if length == 0 { return SelectorProblem(.invalidUTF8, offset: index, length: 1) }
      index += length
    }
    return nil
  }
}
