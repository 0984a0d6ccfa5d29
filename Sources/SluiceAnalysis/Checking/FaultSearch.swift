import SluiceRules
import SluiceText

/// Finds the rule that makes WebKit reject a list, with few compilations.
package struct FaultSearch {
  /// The result of the search.
  package enum Outcome: Hashable, Sendable {
    /// WebKit rejects this rule even alone. The values are its index, its place and WebKit's message.
    case rule(Int, place: Range<Int>, words: String)
    /// WebKit accepts each rule alone, but not the rules together.
    case none
  }

  /// The number of compilations so far.
  package private(set) var compiles = 0
  private let json: [UInt8]
  private let slices: RuleSlices

  /// Creates a search in a list; returns nil if the list has no rules.
  package init?(inJSON json: some InputBytes & ~Escapable) {
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
  package mutating func run<Failure: Error>(
    pattern: [UInt8]? = nil, rejection: ([UInt8]) throws(Failure) -> String?
  ) throws(Failure) -> Outcome {
    if let pattern {
      let suspects = slices.rules(with: pattern, in: json.span)
      let outcome = try search(suspects, rejection: rejection)
      if outcome != .none { return outcome }
    }
    return try search(Array(slices.ranges.indices), rejection: rejection)
  }

  /// Searches the rules by bisection. One half must contain the rule, so only the first half of each step and
  /// the last remaining rule are compiled.
  private mutating func search<Failure: Error>(
    _ rules: [Int], rejection: ([UInt8]) throws(Failure) -> String?
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

/// The positions of the rules in the JSON of a list.
package struct RuleSlices: Sendable {
  /// The byte range of each rule.
  package let ranges: [Range<Int>]

  /// Finds the rules; returns nil if the text is not a JSON array.
  package init?(inJSON json: some InputBytes & ~Escapable) {
    let ranges = json.withInputBytes { json -> [Range<Int>]? in
      guard let list = try? JSONValue(allOf: json), list.kind == .array else { return nil }
      var ranges: [Range<Int>] = []
      var cursor = JSONCursor(in: list)
      while let rule = cursor.nextValue(json) { ranges.append(rule.start..<rule.end) }
      return ranges
    }
    guard let ranges else { return nil }
    self.ranges = ranges
  }

  /// Returns the JSON of a list with some of the rules. It begins with a rule that does nothing, because
  /// WebKit rejects a list if it drops every rule.
  package func list(of indices: some Collection<Int>, in json: Span<UInt8>) -> [UInt8] {
    var bytes = RuleList([.noOperation]).encodedJSON()
    if let end = bytes.lastIndex(of: ASCII.closeBracket) { bytes.removeSubrange(end...) }
    for index in indices {
      bytes.append(ASCII.comma)
      bytes.append(json.extracting(ranges[index]))
    }
    bytes.append(ASCII.closeBracket)
    return bytes
  }

  /// Returns the indices of the rules that contain this text as a string, such as the pattern that WebKit
  /// names in its log.
  package func rules(with text: [UInt8], in json: Span<UInt8>) -> [Int] {
    ranges.indices.filter { index in
      var offset = ranges[index].lowerBound
      while offset < ranges[index].upperBound {
        guard json[offset] == ASCII.quote else {
          offset += 1
          continue
        }
        var cursor = JSONCursor(at: offset)
        guard let string = cursor.nextValue(json) else { return false }
        if JSONText(string, in: json).bytes == text { return true }
        offset = string.end
      }
      return false
    }
  }
}
