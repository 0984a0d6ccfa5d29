import SluiceText

/// A CSS selector that WebKit accepts in a `css-display-none` rule.
public struct CSSSelector: Hashable, Sendable {
  /// The selector as UTF-8, not escaped for JSON.
  package let bytes: [UInt8]

  /// The features of the selector that not every WebKit version supports.
  package let needs: SelectorNeeds

  /// Creates a selector from bytes that this module knows to be valid.
  init(trusted bytes: [UInt8], _ needs: SelectorNeeds = .none) {
    self.bytes = bytes
    self.needs = needs
  }
}

extension CSSSelector {
  /// Hashes the bytes of the selector.
  public func hash(into hasher: inout Hasher) { hasher.combineBytes(bytes) }
}

extension CSSSelector: CustomStringConvertible {
  /// The selector as text.
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}

extension CSSSelector {
  /// Returns the problem that makes WebKit drop a `css-display-none` rule with this selector; nil if the
  /// selector is valid.
  ///
  /// The text may be a selector list with commas. The result is that of WebKit 2.54, the newest measured
  /// version. Older versions do not support all selectors; see ``Capability`` and ``CSSSelector/capabilities``.
  package static func problem(in text: some InputBytes & ~Escapable) -> SelectorProblem? {
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
  package var capabilities: Set<Capability> { Set(needs.required.capabilities) }

  /// The capabilities without which WebKit ignores a part of `:is()`, `:where()` or one of their older names.
  package var forgivenCapabilities: Set<Capability> { Set(needs.forgivenFeatures.capabilities) }

  /// Parses a selector. The result has no white space at its ends.
  public init(parsing text: some InputBytes & ~Escapable) throws(SelectorProblem) {
    self = try text.withInputBytes { (bytes) throws(SelectorProblem) in
      guard let parser = try Self.read(bytes) else { return CSSSelector(trusted: bytes, 0..<bytes.count) }
      return CSSSelector(trusted: bytes, 0..<bytes.count, needs: parser.needsOfAll)
    }
  }

  /// Creates a selector from `.name` or `#name` without escapes, as most generic selectors are; nil for any
  /// other text.
  package init?(plain text: Span<UInt8>) {
    guard Self.isPlain(text) else { return nil }
    self.init(trusted: [UInt8](text))
  }

  /// Creates a selector from text that this module knows to be valid, without white space at its ends.
  init(trusted bytes: Span<UInt8>, _ range: Range<Int>, needs: SelectorNeeds = .none) {
    let start = bytes.endOfRun(from: range.lowerBound, to: range.upperBound) { $0.isCSSSpace }
    var end = range.upperBound
    while end > start, bytes[end - 1].isCSSSpace, !Self.isEscaped(bytes, at: end - 1) { end -= 1 }
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

  private static func isEscaped(_ bytes: Span<UInt8>, at index: Int) -> Bool {
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

/// Features of CSS that not every WebKit version supports in the selector of a rule.
///
/// Every name and form that the parser knows was measured in WebKit 2.38 to 2.54.
/// `Tests/SluiceRulesTests/EngineSelectorTests.swift` compares the features with these engines.
package struct SelectorFeatures: OptionSet, Hashable, Sendable {
  /// One bit for each feature.
  package let rawValue: UInt8

  /// Creates a set from these bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// See ``Capability/hasSelector``.
  package static let has = Self(rawValue: 1 << 0)
  /// See ``Capability/pseudoSpellings``.
  package static let spellings = Self(rawValue: 1 << 1)
  /// See ``Capability/userValiditySelectors``.
  package static let userValidity = Self(rawValue: 1 << 2)
  /// See ``Capability/focusVisibleSelector``.
  package static let focusVisible = Self(rawValue: 1 << 3)
  /// See ``Capability/stateSelectors``.
  package static let states = Self(rawValue: 1 << 4)
  /// See ``Capability/detailsPartSelectors``.
  package static let detailsParts = Self(rawValue: 1 << 5)
  /// See ``Capability/transitionSelectors``.
  package static let transitions = Self(rawValue: 1 << 6)

  /// The features that some supported WebKit version lacks: all except `:has()`, which every target supports.
  static let skippedSomewhere = Self(capabilities.map { $0.feature }).subtracting(.has)

  private static let capabilities: [(feature: Self, capability: Capability)] = [
    (.has, .hasSelector), (.spellings, .pseudoSpellings), (.userValidity, .userValiditySelectors),
    (.focusVisible, .focusVisibleSelector), (.states, .stateSelectors),
    (.detailsParts, .detailsPartSelectors), (.transitions, .transitionSelectors),
  ]

  /// The capabilities that correspond to these features.
  package var capabilities: [Capability] {
    Self.capabilities.filter { contains($0.feature) }.map { $0.capability }
  }

  /// Returns the features that some WebKit version of the target lacks.
  package static func missing(in target: Target) -> Self {
    Self(capabilities.filter { !target.has($0.capability) }.map { $0.feature })
  }
}

/// The features that a selector needs, grouped by their effect on the rule in a WebKit version that lacks
/// them.
package struct SelectorNeeds: Hashable, Sendable {
  /// The features without which WebKit drops the rule.
  package var features: SelectorFeatures = []
  /// The features in `:has()`. Without them, WebKit drops the rule; only WebKit 2.38 ignores that part
  /// instead.
  package var featuresInHas: SelectorFeatures = []
  /// The features in the arguments of `:is()` and similar pseudo-classes. A WebKit version that lacks them
  /// ignores that part.
  package var forgivenFeatures: SelectorFeatures = []
  /// Whether every WebKit version ignores a part of `:is()` or a similar pseudo-class; see
  /// ``CSSSelector/ignoredParts(in:)``.
  package var ignoresParts = false

  /// A selector that every WebKit version supports.
  package static let none = SelectorNeeds()

  /// The features without which some WebKit versions drop the rule.
  package var required: SelectorFeatures { features.union(featuresInHas) }

  /// Returns whether some WebKit that lacks these features drops the rule.
  package func requires(anyOf missing: SelectorFeatures) -> Bool { !required.isDisjoint(with: missing) }

  /// Returns whether a WebKit that lacks these features reads the selector as all others do.
  package func areMet(without missing: SelectorFeatures) -> Bool {
    features.union(ignorable).isDisjoint(with: missing)
  }

  /// The features that some WebKit versions ignore. The rule then hides other elements than intended: more of
  /// them with `:not(:is(…))`.
  package var ignorable: SelectorFeatures { forgivenFeatures.union(featuresInHas) }

  func union(_ other: SelectorNeeds) -> SelectorNeeds {
    SelectorNeeds(
      features: features.union(other.features), featuresInHas: featuresInHas.union(other.featuresInHas),
      forgivenFeatures: forgivenFeatures.union(other.forgivenFeatures),
      ignoresParts: ignoresParts || other.ignoresParts)
  }
}

extension CSSSelector {
  /// Returns the range of the first occurrence of one of these features in a selector; nil if the selector
  /// has none of them.
  package static func place(of features: SelectorFeatures, in text: some InputBytes & ~Escapable) -> Range<
    Int
  >? {
    text.withInputBytes { bytes in
      var parser = SelectorParser()
      parser.sought = features
      try? parser.wholeSelector(bytes)
      return parser.found
    }
  }
}
