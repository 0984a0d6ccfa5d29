/// Features of CSS that not every WebKit version supports in the selector of a rule.
///
/// Every name and form that the parser knows was measured in WebKit 2.38 to 2.54.
/// `Tests/Core/SluiceRulesTests/EngineSelectorTests.swift` compares the features with these engines.
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

  /// Returns the needs of both selectors together.
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
