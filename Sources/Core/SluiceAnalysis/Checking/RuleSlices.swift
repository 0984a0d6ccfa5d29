/// The positions of the rules in the JSON of a list.
public struct RuleSlices: Sendable {
  /// The byte range of each rule.
  public let ranges: [Range<Int>]

  /// Finds the rules; returns nil if the text is not a JSON array.
  public init?(inJSON json: some InputBytes & ~Escapable) {
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
  public func list(of indices: some Collection<Int>, in json: Span<UInt8>) -> [UInt8] {
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
  public func rules(with text: [UInt8], in json: Span<UInt8>) -> [Int] {
    ranges.indices.filter { index in
      var offset = ranges[index].lowerBound
      while offset < ranges[index].upperBound {
        guard json[offset] == ASCII.quote else {
          offset += 1
          continue
        }
        var cursor = JSONCursor(at: offset)
        guard let string = cursor.nextValue(json) else { return false }
        if JSONText(string, json).bytes == text { return true }
        offset = string.end
      }
      return false
    }
  }
}
