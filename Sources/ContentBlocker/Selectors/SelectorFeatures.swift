/// Parts of CSS that not every WebKit takes in the selector of a rule.
///
/// Measured in WebKit 2.38 to 2.54 for every name and form that the parser knows, and compared with these engines by
/// `Tests/ContentBlockerTests/EngineSelectorTests.swift`.
package struct SelectorFeatures: OptionSet, Hashable, Sendable {
  /// A bit for each.
  package let rawValue: UInt8

  /// A set of these bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// ``Ability/hasSelector``
  package static let has = Self(rawValue: 1 << 0)
  /// ``Ability/pseudoSpellings``
  package static let spellings = Self(rawValue: 1 << 1)
  /// ``Ability/userValiditySelectors``
  package static let userValidity = Self(rawValue: 1 << 2)
  /// ``Ability/focusVisibleSelector``
  package static let focusVisible = Self(rawValue: 1 << 3)
  /// ``Ability/stateSelectors``
  package static let states = Self(rawValue: 1 << 4)
  /// ``Ability/detailsPartSelectors``
  package static let detailsParts = Self(rawValue: 1 << 5)
  /// ``Ability/transitionSelectors``
  package static let transitions = Self(rawValue: 1 << 6)

  /// Those without which some WebKit of a target is: all but `:has()`.
  static let skippedSomewhere = Self(abilities.map(\.feature)).subtracting(.has)

  private static let abilities: [(feature: Self, ability: Ability)] = [
    (.has, .hasSelector), (.spellings, .pseudoSpellings), (.userValidity, .userValiditySelectors),
    (.focusVisible, .focusVisibleSelector), (.states, .stateSelectors),
    (.detailsParts, .detailsPartSelectors), (.transitions, .transitionSelectors),
  ]

  /// The abilities that these features are.
  package var abilities: [Ability] { Self.abilities.filter { contains($0.feature) }.map(\.ability) }

  /// Those without which some WebKit of the target is.
  package static func missing(in target: Target) -> Self {
    Self(abilities.filter { !target.has($0.ability) }.map(\.feature))
  }
}

/// The features of a selector, by what WebKit does where it does not know one.
package struct SelectorNeeds: Hashable, Sendable {
  /// It leaves out the rule.
  package var features: SelectorFeatures = []
  /// The same, of what stands in `:has()`; WebKit 2.38 ignores that instead.
  package var featuresInHas: SelectorFeatures = []
  /// It ignores what `:is()` or its like has of it.
  package var forgivenFeatures: SelectorFeatures = []
  /// Whether every WebKit ignores a part of `:is()` or its like: ``Selector/ignoredParts(in:)``.
  package var ignoresParts = false

  /// Nothing that some WebKit does not know.
  package static let none = SelectorNeeds()

  /// Without which a rule is left out by some WebKit.
  package var required: SelectorFeatures { features.union(featuresInHas) }

  /// Of which some WebKit ignores a part, and so hides other elements: more, in `:not(:is(…))`.
  package var ignorable: SelectorFeatures { forgivenFeatures.union(featuresInHas) }

  /// Both.
  func union(_ other: SelectorNeeds) -> SelectorNeeds {
    SelectorNeeds(
      features: features.union(other.features), featuresInHas: featuresInHas.union(other.featuresInHas),
      forgivenFeatures: forgivenFeatures.union(other.forgivenFeatures),
      ignoresParts: ignoresParts || other.ignoresParts)
  }
}

extension Selector {
  /// Where the first of these features is in a selector; nil where none is.
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
