/// Finds the rule because of which WebKit rejects a list, with few compiles.
public struct FaultSearch {
  /// What came of it.
  public enum Outcome: Hashable, Sendable {
    /// This rule, even alone: its index and place, and WebKit's words about it.
    case rule(Int, place: Range<Int>, words: String)
    /// No rule alone: WebKit objects to what the rules are together.
    case none
  }

  /// How many lists were compiled.
  public private(set) var compiles = 0
  private let json: [UInt8]
  private let slices: RuleSlices

  /// A search in a list, or nil when it has no rules.
  public init?(inJSON json: some InputBytes & ~Escapable) {
    let json = json.inputArray()
    guard let slices = RuleSlices(inJSON: json), !slices.ranges.isEmpty else { return nil }
    self.json = json
    self.slices = slices
  }

  /// Searches by halves.
  ///
  /// - Parameters:
  ///   - pattern: the pattern that WebKit named, or nil: rules that have it are tried first.
  ///   - rejection: compiles a list and returns WebKit's words if it rejects it.
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

  /// Of two halves one must have the rule; whether it has is asked of the first only, and of the last rule
  /// that is left.
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
