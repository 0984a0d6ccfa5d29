import SluiceAnalysis
import SluiceRules

/// The maximum size of a list.
package struct ListLimit: Hashable, Sendable {
  /// The maximum number of rules.
  package let rules: Int
  /// The maximum size of the JSON in bytes, or `nil` for no limit.
  package let bytes: Int?

  /// Creates a limit, with at most as many rules as WebKit accepts.
  package init(rules: Int?, bytes: Int?) {
    (self.rules, self.bytes) = (min(rules ?? RuleList.maximumRules, RuleList.maximumRules), bytes)
  }

  package init(_ options: ConversionOptions) {
    self.init(rules: options.maximumRules, bytes: options.maximumBytes)
  }

  /// Returns the limit for a list of these rules. It is lower if a larger list would make WebKit's compiler
  /// abort.
  package func safe(for list: [Rule]) -> ListLimit {
    list.areNearAbort ? ListLimit(rules: min(rules, AbortLimit.safeRules), bytes: bytes) : self
  }

  /// The limit for lists of any size.
  static let none = ListLimit()

  private init() { (rules, bytes) = (.max, nil) }

  /// The size of a list.
  package struct Size: Hashable, Sendable {
    package private(set) var rules = 0
    /// The total size of the lines of the rules in bytes, or 0 if it is not needed.
    private var lines = 0

    /// The size of the JSON in bytes. A list without rules is encoded as a rule that does nothing.
    package var bytes: Int {
      RuleList.framingSize + (rules == 0 ? Rule.noOperation.encodedLineSize : lines)
    }

    package init() {}

    /// Creates the size of a list whose size in bytes is not needed.
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

  /// Returns the size of a rule in bytes, or 0 if it is not needed, because counting takes time.
  package func line(of rule: Rule) -> Int { bytes == nil ? 0 : rule.encodedLineSize }

  /// Returns the size of a list of these rules. Bytes are counted only if they are limited.
  package func size(of list: [Rule]) -> Size {
    if bytes == nil { return Size(rules: list.count) }
    var size = Size()
    let span = list.span
    for index in span.indices { size.add(line: line(of: span[index])) }
    return size
  }

  package func allows(_ size: Size) -> Bool {
    size.rules <= rules && (bytes.map { size.bytes <= $0 } ?? true)
  }
}
