/// A url-filter as a tree: what ``URLFilter`` says in WebKit's syntax.
///
/// WebKit's subset has no alternatives, so a pattern is a sequence of terms, found anywhere in the URL
/// unless it is anchored.
public struct URLFilterPattern: Hashable, Sendable {
  /// Whether the pattern must begin where the URL begins.
  public var isAnchoredAtStart: Bool
  /// The terms, in order.
  public var terms: [Term]
  /// Whether the pattern must end where the URL ends, query included.
  public var isAnchoredAtEnd: Bool

  /// A pattern of these terms.
  public init(_ terms: [Term], isAnchoredAtStart: Bool = false, isAnchoredAtEnd: Bool = false) {
    self.isAnchoredAtStart = isAnchoredAtStart
    self.terms = terms
    self.isAnchoredAtEnd = isAnchoredAtEnd
  }

  /// Every URL.
  public static let any = URLFilterPattern([Term(.any, .zeroOrMore)])

  /// An atom and how often it stands.
  public struct Term: Hashable, Sendable {
    /// What is matched.
    public var atom: Atom
    /// How often.
    public var repetition: Repetition

    /// An atom and how often it stands.
    public init(_ atom: Atom, _ repetition: Repetition = .one) {
      self.atom = atom
      self.repetition = repetition
    }
  }

  /// What a term matches once.
  public enum Atom: Hashable, Sendable {
    /// One byte. In a case-insensitive filter a letter stands for both cases. A byte outside ASCII never
    /// matches.
    case literal(UInt8)
    /// One byte, whichever: `.`
    case any
    /// One byte of a class.
    case characters(CharacterClass)
    /// Terms in order.
    case group([Term])
  }

  /// How often an atom stands; WebKit has no counts.
  public enum Repetition: UInt8, Hashable, Sendable {
    /// Once.
    case one
    /// `?`
    case optional
    /// `*`
    case zeroOrMore
    /// `+`
    case oneOrMore
  }

  /// A class in brackets.
  ///
  /// Whether it is negated is kept, not resolved: a case-insensitive filter adds the other case to the
  /// members first and negates then, so `[^a]` excludes `A` too.
  public struct CharacterClass: Hashable, Sendable {
    /// What stands in the brackets. NUL stands for the end of the URL, as in WebKit.
    public var members: ASCIISet
    /// Whether the class has a `^`.
    public var isNegated: Bool

    /// A class of, or of all but, `members`.
    public init(_ members: ASCIISet, isNegated: Bool = false) {
      self.members = members
      self.isNegated = isNegated
    }

    /// The bytes that the class matches.
    public func matched(isCaseSensitive: Bool) -> ASCIISet {
      let closed = isCaseSensitive ? members : members.caseFolded
      return isNegated ? closed.inverted : closed
    }
  }
}

extension URLFilterPattern.Term {
  /// Whether the term consumes something in every match, by the rule of WebKit's compiler, which is purely
  /// syntactic.
  var isMandatory: Bool {
    guard repetition == .one || repetition == .oneOrMore else { return false }
    guard case .group(let terms) = atom else { return true }
    return terms.contains { $0.isMandatory }
  }

  /// Whether it stands for texts of several lengths.
  var repeats: Bool {
    guard repetition == .one, case .group(let terms) = atom else { return repetition != .one }
    return terms.contains(where: \.repeats)
  }
}

extension URLFilterPattern {
  /// How deep groups nest in the terms.
  static func depth(of terms: [Term]) -> Int {
    var deepest = 0
    for case .group(let inner) in terms.lazy.map(\.atom) { deepest = max(deepest, 1 + depth(of: inner)) }
    return deepest
  }
}
