extension Decoder {
  /// Returns a keyed container, or throws if the object has unknown keys.
  package func strictContainer<Key: CodingKey & CaseIterable & RawRepresentable<String>>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    let keys = Key.allCases.map(\.rawValue)
    for key in try container(keyedBy: AnyKey.self).allKeys.map(\.stringValue).sorted()
    where !keys.contains(key) {
      let suggestion = Suggestion.nearest(to: key, among: keys)
      throw RecipeMistake(
        path: codingPath, key: key,
        message: "unknown key '\(key)'",
        advice: suggestion.map { "did you mean '\($0)'?" } ?? "known are \(keys.joined(separator: ", "))")
    }
    return try container(keyedBy: type)
  }
}

private struct AnyKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init?(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
  init?(intValue: Int) { (stringValue, self.intValue) = (String(intValue), intValue) }
}

/// The index of an array element.
package struct ListIndex: CodingKey {
  package let intValue: Int?
  package let stringValue: String

  package init(_ index: Int) { (intValue, stringValue) = (index, String(index)) }
  package init?(intValue: Int) { self.init(intValue) }
  package init?(stringValue: String) { nil }
}

extension KeyedDecodingContainer {
  /// Decodes a case of an enumeration; nil if the key is absent.
  package func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ type: Choice.Type, forKey key: Key
  ) throws -> Choice? {
    guard let word = try decodeIfPresent(String.self, forKey: key) else { return nil }
    return try Self.choice(word, codingPath + [key])
  }

  /// Decodes several cases of an enumeration; nil if the key is absent.
  package func choices<Choice: CaseIterable & RawRepresentable<String>>(
    _ type: Choice.Type, forKey key: Key
  ) throws -> [Choice]? {
    guard let words = try decodeIfPresent([String].self, forKey: key) else { return nil }
    return try words.map { try Self.choice($0, codingPath + [key]) }
  }

  /// Decodes a number within a range; nil if the key is absent.
  package func number(forKey key: Key, in range: ClosedRange<Double>) throws -> Double? {
    guard let number = try decodeIfPresent(Double.self, forKey: key) else { return nil }
    guard range.contains(number) else {
      throw RecipeMistake(
        path: codingPath + [key],
        message: "'\(key.stringValue)' must be from \(range.lowerBound) to \(range.upperBound), not \(number)"
      )
    }
    return number
  }

  /// Decodes an integer within a range; nil if the key is absent.
  ///
  /// It reads a `Double` because, for `5.5`, Foundation's integer decoding reports that the entire file is
  /// not JSON.
  package func wholeNumber(forKey key: Key, in range: ClosedRange<Int>) throws -> Int? {
    guard let value = try decodeIfPresent(Double.self, forKey: key) else { return nil }
    guard let number = Int(exactly: value), range.contains(number) else {
      let text = Int(exactly: value).map(String.init) ?? String(value)
      throw RecipeMistake(
        path: codingPath + [key],
        message:
          "'\(key.stringValue)' must be a whole number from \(range.lowerBound) to \(range.upperBound),"
          + " not \(text)")
    }
    return number
  }

  private static func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ word: String, _ path: [any CodingKey]
  ) throws -> Choice {
    if let choice = Choice(rawValue: word) { return choice }
    let words = Choice.allCases.map(\.rawValue)
    let suggestion = Suggestion.nearest(to: word, among: words)
    throw RecipeMistake(
      path: path, message: "unknown value '\(word)'",
      advice: suggestion.map { "did you mean '\($0)'?" } ?? "known are \(words.joined(separator: ", "))")
  }
}
