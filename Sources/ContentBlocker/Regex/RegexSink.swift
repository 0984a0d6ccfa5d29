/// What takes a regex as ``RegexParser`` reads it, part by part, and says what is wrong in words of its own.
///
/// What has parts of its own (a group, a class) is opened and closed. All places are bytes of the regex.
package protocol RegexSink {
  associatedtype Problem: Error

  /// What of the grammar is read, where readers differ.
  static var dialect: RegexDialect { get }
  /// The problem for what is no regex.
  static func problem(_ fault: RegexFault, _ range: Range<Int>) -> Problem

  /// `|`
  mutating func nextAlternative(at offset: Int)
  /// `^`
  mutating func start(at offset: Int)
  /// `$`
  mutating func end(at offset: Int)
  /// `\b` and `\B`
  mutating func wordBoundary(isNegated: Bool, at offset: Int)
  /// One UTF-16 unit.
  mutating func literal(_ unit: UInt16, at offset: Int)
  /// `.`
  mutating func anyCharacter(at offset: Int)
  /// `\d` and its like.
  mutating func classEscape(_ escape: RegexClassEscape, at offset: Int)
  /// `\1`, `\k<name>`
  mutating func reference(_ range: Range<Int>) throws(Problem)

  mutating func openClass()
  mutating func classMembers(_ units: ClosedRange<UInt16>, at offset: Int)
  mutating func classMembers(_ escape: RegexClassEscape, at offset: Int)
  mutating func closeClass(isNegated: Bool, at offset: Int)

  /// `(`, so many deep; what kind of group it is has not been read.
  mutating func enterGroup(depth: Int, at offset: Int) throws(Problem)
  mutating func openGroup(_ kind: RegexGroupKind, depth: Int, at offset: Int) throws(Problem)
  mutating func closeGroup(_ range: Range<Int>)

  /// The last character, class, group, look-ahead or reference stands so often; no maximum: any number.
  mutating func repeatLast(_ minimum: Int, _ maximum: Int?, at offset: Int)
}

/// In what readers of JavaScript's regexes differ.
package struct RegexDialect: Sendable {
  /// The largest count that is told apart from larger ones.
  let maximumCount: Int
  /// What refers to groups.
  let references: References
  /// Which names groups can have.
  let names: Names

  package init(maximumCount: Int, references: References, names: Names) {
    self.maximumCount = maximumCount
    self.references = references
    self.names = names
  }

  package enum References: Sendable {
    /// JavaScript's: `\2` if the whole regex has so many groups, otherwise an octal number; `\k` if any group has a
    /// name, and then it must give one.
    case ofWholeRegex
    /// WebKit's in url-filters, which it reads with a limit of no number: digits are octal. `\k<name>` if a group
    /// before has the name; any other `\k` stands for itself, and no group can have a name then.
    case toNamesBefore
  }

  package enum Names: Sendable {
    /// ASCII and no escapes: others are not worth reading. Each once.
    case plain
    /// JavaScript's identifiers, with escapes. WebKit takes one again in another alternative, or where the group is
    /// closed in which it stood.
    case identifiers
  }
}

/// Why a text is no regex.
package enum RegexFault {
  case unbalancedParenthesis
  case unclosedBracket
  /// The range is from the hyphen to the end of the last character.
  case reversedRange
  case nothingToRepeat
  case invalidCount
  case invalidGroup
  case invalidGroupName
  case trailingBackslash
}

/// `\d`, `\w`, `\s` and the negations of these.
package struct RegexClassEscape {
  package enum Kind { case digit, word, space }

  package let kind: Kind
  package let isNegated: Bool

  /// Nil for another letter.
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
  /// One that captures or not, with a name or without.
  case plain
  case look(isBehind: Bool, isNegated: Bool)
}
