/// A receiver for the parts of a regex, in the order in which ``RegexParser`` reads them. It also defines the
/// type of problems.
///
/// Groups and classes contain other parts, so they are opened and closed. All offsets are bytes in the regex.
package protocol RegexSink {
  associatedtype Problem: Error

  /// The variant of the grammar.
  static var dialect: RegexDialect { get }
  /// Returns the problem for an invalid regex.
  static func problem(_ fault: RegexFault, range: Range<Int>) -> Problem

  /// `|`
  mutating func nextAlternative(at offset: Int)
  /// `^`
  mutating func start(at offset: Int)
  /// `$`
  mutating func end(at offset: Int)
  /// `\b` and `\B`
  mutating func wordBoundary(isNegated: Bool, at offset: Int)
  /// A single UTF-16 unit.
  mutating func literal(_ unit: UInt16, at offset: Int)
  /// `.`
  mutating func anyCharacter(at offset: Int)
  /// `\d` and similar escapes.
  mutating func classEscape(_ escape: RegexClassEscape, at offset: Int)
  /// `\1`, `\k<name>`
  mutating func reference(_ range: Range<Int>) throws(Problem)

  mutating func openClass()
  mutating func classMembers(_ units: ClosedRange<UInt16>, at offset: Int)
  mutating func classMembers(_ escape: RegexClassEscape, at offset: Int)
  mutating func closeClass(isNegated: Bool, at offset: Int)

  /// A `(` at this depth, before the kind of the group is known.
  mutating func enterGroup(depth: Int, at offset: Int) throws(Problem)
  mutating func openGroup(_ kind: RegexGroupKind, depth: Int, at offset: Int) throws(Problem)
  mutating func closeGroup(_ range: Range<Int>)

  /// Repeats the last character, class, group, lookahead or reference. If `maximum` is nil, the number of
  /// repetitions is unlimited.
  mutating func repeatLast(_ minimum: Int64, maximum: Int64?, at offset: Int)
}

/// The differences between readers of JavaScript regexes.
package struct RegexDialect: Sendable {
  /// The largest repetition count. Larger counts are treated like this one.
  let maximumCount: Int64
  let references: References
  let names: Names

  package init(maximumCount: Int64, references: References, names: Names) {
    self.maximumCount = maximumCount
    self.references = references
    self.names = names
  }

  package enum References: Sendable {
    /// JavaScript's rules. `\2` is a reference if the whole regex has at least two groups; otherwise it is an
    /// octal escape. If any group has a name, `\k` is a reference and requires a name.
    case ofWholeRegex
    /// WebKit's rules in url-filters. There are no numbered references: digits are an octal escape.
    /// `\k<name>` is a reference if an earlier group has the name. Any other `\k` is literal, and then no
    /// group can have a name.
    case toNamesBefore
  }

  package enum Names: Sendable {
    /// ASCII names without escapes, because other names are rare. Each name must be unique.
    case plain
    /// JavaScript identifiers with escapes. As in WebKit, a name can occur again in another alternative, or
    /// after the enclosing group is closed.
    case identifiers
  }
}

/// A reason why a regex is invalid.
package enum RegexFault {
  case unbalancedParenthesis
  case unclosedBracket
  /// The range extends from the hyphen to the end of the last character.
  case reversedRange
  case nothingToRepeat
  case invalidCount
  case invalidGroup
  case invalidGroupName
  case trailingBackslash
}

/// `\d`, `\w`, `\s` or one of their negations.
package struct RegexClassEscape {
  package enum Kind { case digit, word, space }

  package let kind: Kind
  package let isNegated: Bool

  init?(_ letter: UInt8) {
    switch letter | 0x20 {
    case UInt8(ascii: "d"): kind = .digit
    case UInt8(ascii: "w"): kind = .word
    case UInt8(ascii: "s"): kind = .space
    default: return nil
    }
    isNegated = letter & 0x20 == 0
  }
}

package enum RegexGroupKind {
  /// A capturing or non-capturing group, with or without a name.
  case plain
  case look(isBehind: Bool, isNegated: Bool)
}
