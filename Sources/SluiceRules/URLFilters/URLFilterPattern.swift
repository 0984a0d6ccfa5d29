/// A url-filter as a tree.
///
/// WebKit's subset has no alternatives. A pattern is therefore a sequence of terms, which can match anywhere
/// in the URL unless it is anchored.
package struct URLFilterPattern: Hashable, Sendable {
  /// Whether the pattern must match at the start of the URL.
  package var isAnchoredAtStart: Bool
  /// The terms, in order.
  package var terms: [Term]
  /// Whether the pattern must match up to the end of the URL, including the query.
  package var isAnchoredAtEnd: Bool

  /// Creates a pattern from these terms.
  package init(_ terms: [Term], isAnchoredAtStart: Bool = false, isAnchoredAtEnd: Bool = false) {
    self.isAnchoredAtStart = isAnchoredAtStart
    self.terms = terms
    self.isAnchoredAtEnd = isAnchoredAtEnd
  }

  /// A pattern that matches every URL.
  package static let any = URLFilterPattern([Term(.any, repetition: .zeroOrMore)])

  /// An atom with its repetition.
  package struct Term: Hashable, Sendable {
    /// The atom.
    package var atom: Atom
    /// The repetition.
    package var repetition: Repetition

    /// Creates a term from an atom and its repetition.
    package init(_ atom: Atom, repetition: Repetition = .one) {
      self.atom = atom
      self.repetition = repetition
    }
  }

  /// The unit that a term matches once.
  package enum Atom: Hashable, Sendable {
    /// A single byte. In a case-insensitive filter, a letter matches both cases. A non-ASCII byte never
    /// matches.
    case literal(UInt8)
    /// Any single byte: `.`
    case any
    /// A single byte of a class.
    case characters(CharacterClass)
    /// A sequence of terms.
    case group([Term])
  }

  /// The number of times that an atom can occur. WebKit does not support counts.
  package enum Repetition: UInt8, Hashable, Sendable {
    /// Exactly once.
    case one
    /// `?`
    case optional
    /// `*`
    case zeroOrMore
    /// `+`
    case oneOrMore
  }

  /// A character class in brackets.
  ///
  /// Negation is stored and not resolved, because a case-insensitive filter adds the other case to the
  /// members before it negates them: `[^a]` excludes `A` too.
  package struct CharacterClass: Hashable, Sendable {
    /// The members in the brackets. NUL stands for the end of the URL, as in WebKit.
    package var members: ASCIISet
    /// Whether the class is negated with `^`.
    package var isNegated: Bool

    /// Creates a class of `members` or of all other characters.
    package init(_ members: ASCIISet, isNegated: Bool = false) {
      self.members = members
      self.isNegated = isNegated
    }

    /// Returns all bytes that the class matches.
    package func matched(isCaseSensitive: Bool) -> ASCIISet {
      let closed = isCaseSensitive ? members : members.caseFolded
      return isNegated ? closed.inverted : closed
    }
  }
}

extension URLFilterPattern.Atom {
  /// Returns the bytes that the atom matches; the set is empty for a group.
  package func matched(isCaseSensitive: Bool) -> ASCIISet {
    switch self {
    case .literal(let byte): isCaseSensitive ? ASCIISet(byte) : ASCIISet(byte).caseFolded
    case .any: .all
    case .characters(let characters): characters.matched(isCaseSensitive: isCaseSensitive)
    case .group: ASCIISet()
    }
  }
}

extension URLFilterPattern.Term {
  /// The byte of a literal; nil for other atoms.
  package var literal: UInt8? { if case .literal(let byte) = atom { byte } else { nil } }

  /// Whether every match of the term contains text, by the purely syntactic rule of WebKit's compiler.
  package var isMandatory: Bool {
    guard repetition == .one || repetition == .oneOrMore else { return false }
    guard case .group(let terms) = atom else { return true }
    return terms.contains { $0.isMandatory }
  }

  /// Whether the term can match texts of different lengths.
  package var repeats: Bool {
    guard repetition == .one, case .group(let terms) = atom else { return repetition != .one }
    return terms.contains(where: { $0.repeats })
  }
}

extension URLFilterPattern {
  static func depth(of terms: [Term]) -> Int {
    var deepest = 0
    for case .group(let inner) in terms.lazy.map({ $0.atom }) { deepest = max(deepest, 1 + depth(of: inner)) }
    return deepest
  }
}

/// Collects terms into a ``URLFilterPattern``. It checks the rules that WebKit's compiler has in addition to
/// those of its regex parser: `^` and `$` only at the ends, no alternatives, no counts, and so on.
///
/// As in WebKit, only the first violation is kept, but a later syntax error takes precedence over it.
struct URLFilterTreeBuilder {
  private typealias Term = URLFilterPattern.Term

  /// The first violation.
  private(set) var problem: URLFilterProblem?

  private var groups: [[Term]] = []
  private var terms: [Term] = []
  private var members = ASCIISet()
  /// Whether a repetition can still follow the last atom.
  private var isFloating = false
  /// Whether WebKit treats this atom as a `$`. It does so for a class that contains only NUL.
  private var floatingIsEnd = false
  private var isAnchoredAtStart = false
  private var endOffset: Int?
  private var floatingOffset = 0

  /// Creates a builder for a url-filter of `length` bytes.
  init(length: Int) {
    // Each growth of the array takes as many instructions as the rest of five terms.
    terms.reserveCapacity(min(length, 64))
  }

  mutating func fail(_ reason: URLFilterProblem.Reason, at offset: Int) {
    if problem == nil { problem = URLFilterProblem(reason: reason, offset: offset) }
  }

  /// Starts a new atom, so that no repetition can apply to the previous one.
  mutating func beginAtom() {
    if problem == nil { sink() }
  }

  mutating func start(at offset: Int) {
    if !terms.isEmpty || !groups.isEmpty {
      fail(.misplacedStart, at: offset)
    } else {
      isAnchoredAtStart = true
    }
  }

  mutating func end(at offset: Int) { float(Term(.literal(0)), isEnd: true, at: offset) }

  mutating func literal(_ unit: UInt16, at offset: Int) {
    guard let byte = UInt8(exactly: unit), byte < 0x80 else { return fail(.notASCII, at: offset) }
    float(Term(.literal(byte)), isEnd: byte == 0, at: offset)
  }

  mutating func anyCharacter(at offset: Int) { float(Term(.any), isEnd: false, at: offset) }

  mutating func openClass() {
    beginAtom()
    members = ASCIISet()
  }

  mutating func classMembers(_ units: ClosedRange<UInt16>, at offset: Int) {
    if units.upperBound >= 0x80 { fail(.notASCII, at: offset) }
    guard units.lowerBound < 0x80 else { return }
    members.insert(UInt8(units.lowerBound)...UInt8(min(units.upperBound, 0x7f)))
  }

  mutating func closeClass(isNegated: Bool, at offset: Int) {
    let set = members
    let atom: URLFilterPattern.Atom
    let isNulAlone = set == ASCIISet(0)
    if isNegated ? set.isEmpty || isNulAlone : set == .all {
      atom = .any
    } else if !isNegated, set.count == 1, let byte = set.first {
      atom = .literal(byte)
    } else {
      atom = .characters(URLFilterPattern.CharacterClass(set, isNegated: isNegated))
    }
    // WebKit treats `[^\0]` as an end anchor too when it checks positions.
    float(Term(atom), isEnd: isNulAlone, at: offset)
  }

  mutating func openGroup() {
    guard problem == nil else { return }
    sink()
    groups.append([])
  }

  mutating func closeGroup(_ range: Range<Int>) {
    guard problem == nil else { return }
    sink()
    guard let group = groups.popLast() else { return }
    float(Term(.group(group)), isEnd: false, at: range.lowerBound)
  }

  mutating func repeatLast(_ repetition: URLFilterPattern.Repetition) {
    guard isFloating else { return }
    if groups.isEmpty {
      terms[terms.count - 1].repetition = repetition
    } else {
      groups[groups.count - 1][groups[groups.count - 1].count - 1].repetition = repetition
    }
  }

  mutating func finish() throws(URLFilterProblem) -> URLFilterPattern {
    let lastIsEnd = isFloating && floatingIsEnd
    sink()
    if let problem { throw problem }
    var isAnchoredAtEnd = false
    if lastIsEnd, terms.last?.atom == .literal(0), let end = terms.popLast() {
      // NUL can only match the end of the URL, once: `\0+` is `$`, and `\0*` at the end has no effect.
      isAnchoredAtEnd = end.repetition == .one || end.repetition == .oneOrMore
    }
    guard terms.contains(where: { $0.isMandatory }) else { return .any }
    return URLFilterPattern(
      terms, isAnchoredAtStart: isAnchoredAtStart, isAnchoredAtEnd: isAnchoredAtEnd)
  }

  private mutating func float(_ term: consuming Term, isEnd: Bool, at offset: Int) {
    guard problem == nil else { return }
    sink()
    if groups.isEmpty {
      terms.append(term)
    } else {
      groups[groups.count - 1].append(term)
    }
    (isFloating, floatingIsEnd, floatingOffset) = (true, isEnd, offset)
  }

  /// Ends the last atom. No repetition can apply to it afterwards.
  private mutating func sink() {
    guard isFloating else { return }
    isFloating = false
    if let endOffset { return fail(.misplacedEnd, at: endOffset) }
    if floatingIsEnd { endOffset = floatingOffset }
  }
}
