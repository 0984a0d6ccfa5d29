import ContentBlocker

/// How large a list may be.
package struct ListLimit: Hashable, Sendable {
  /// The most rules.
  package let rules: Int
  /// The most bytes of JSON; nil for any number.
  package let bytes: Int?

  /// What is asked for, and no more rules than WebKit takes.
  package init(rules: Int?, bytes: Int?) {
    (self.rules, self.bytes) = (min(rules ?? RuleList.maximumRules, RuleList.maximumRules), bytes)
  }

  /// What the options allow.
  package init(_ options: ConversionOptions) {
    self.init(rules: options.maximumRules, bytes: options.maximumBytes)
  }

  /// The limit for a list of these rules, which is lower where more would end WebKit's compiler.
  package func safe(for list: [Rule]) -> ListLimit {
    list.areNearAbort ? ListLimit(rules: min(rules, AbortLimit.safeRules), bytes: bytes) : self
  }

  /// Any list.
  static let none = ListLimit()

  private init() { (rules, bytes) = (.max, nil) }

  /// How large a list is.
  package struct Size: Hashable, Sendable {
    package private(set) var rules = 0
    /// The bytes of the rules' lines; zero where nobody asks for them.
    private var lines = 0

    /// Of the JSON. A list without rules is written as one that does nothing.
    package var bytes: Int {
      RuleList.framingSize + (rules == 0 ? Rule.noOperation.encodedLineSize : lines)
    }

    package init() {}

    /// So many rules, whose bytes nobody asks for.
    init(rules: Int) { self.rules = rules }

    package mutating func add(line: Int) {
      rules += 1
      lines += line
    }

    package mutating func remove(line: Int) {
      rules -= 1
      lines -= line
    }
  }

  /// The bytes of a rule, or nothing where they do not matter: to count them costs time.
  package func line(of rule: Rule) -> Int { bytes == nil ? 0 : rule.encodedLineSize }

  /// The size of a list of these rules.
  package func size(of list: [Rule]) -> Size {
    if bytes == nil { return Size(rules: list.count) }
    var size = Size()
    let span = list.span
    for index in span.indices { size.add(line: line(of: span[index])) }
    return size
  }

  /// Whether a list may be of this size.
  package func allows(_ size: Size) -> Bool {
    size.rules <= rules && (bytes.map { size.bytes <= $0 } ?? true)
  }
}
