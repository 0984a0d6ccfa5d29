/// Finds the rule that makes WebKit reject a list, with few compilations.
public struct FaultSearch {
  /// The result of the search.
  @frozen public enum Outcome: Hashable, Sendable {
    /// WebKit rejects this rule even alone. The values are its index, its place and WebKit's message.
    case rule(Int, place: Range<Int>, words: String)
    /// WebKit accepts each rule alone, but not the rules together.
    case none
  }

  /// The number of compilations so far.
  public private(set) var compiles = 0
  private let json: [UInt8]
  private let slices: RuleSlices

  /// Creates a search in a list; returns nil if the list has no rules.
  public init?(inJSON json: some InputBytes & ~Escapable) {
    let json = json.inputArray()
    guard let slices = RuleSlices(inJSON: json), !slices.ranges.isEmpty else { return nil }
    self.json = json
    self.slices = slices
  }

  /// Performs a binary search for the rule.
  ///
  /// - Parameters:
  ///   - pattern: the pattern in WebKit's message, or nil. Rules with this pattern are tried first.
  ///   - rejection: a closure that compiles a list and returns WebKit's message if it rejects the list.
  public mutating func run<Failure: Error>(
    pattern: [UInt8]? = nil, rejection: ([UInt8]) throws(Failure) -> String?
  ) throws(Failure) -> Outcome {
    if let pattern {
      let suspects = slices.rules(with: pattern, in: json.span)
      let outcome = try search(suspects, rejection)
      if outcome != .none { return outcome }
    }
    return try search(Array(slices.ranges.indices), rejection)
  }

  /// Searches the rules by bisection. One half must contain the rule, so only the first half of each step and
  /// the last remaining rule are compiled.
  private mutating func search<Failure: Error>(
    _ rules: [Int], _ rejection: ([UInt8]) throws(Failure) -> String?
  ) throws(Failure) -> Outcome {
    var rest = rules[...]
    while rest.count > 1 {
      let half = rest.prefix(rest.count / 2)
      compiles += 1
      rest = try rejection(slices.list(of: half, in: json.span)) == nil ? rest[half.endIndex...] : half
    }
    guard let rule = rest.first else { return .none }
    compiles += 1
    guard let words = try rejection(slices.list(of: [rule], in: json.span)) else { return .none }
    return .rule(rule, place: slices.ranges[rule], words: words)
  }
}
