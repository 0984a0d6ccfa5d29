extension Decoder {
  /// The values of an object whose keys are all known.
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

/// The place of an element of an array.
package struct ListIndex: CodingKey {
  package let intValue: Int?
  package let stringValue: String

  package init(_ index: Int) { (intValue, stringValue) = (index, String(index)) }
  package init?(intValue: Int) { self.init(intValue) }
  package init?(stringValue: String) { nil }
}

extension KeyedDecodingContainer {
  /// One of the cases of an enumeration, or nil when the key is absent.
  package func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ type: Choice.Type, forKey key: Key
  ) throws -> Choice? {
    guard let word = try decodeIfPresent(String.self, forKey: key) else { return nil }
    return try Self.choice(word, codingPath + [key])
  }

  /// Some of the cases of an enumeration, or nil when the key is absent.
  func choices<Choice: CaseIterable & RawRepresentable<String>>(
    _ type: Choice.Type, forKey key: Key
  ) throws -> [Choice]? {
    guard let words = try decodeIfPresent([String].self, forKey: key) else { return nil }
    return try words.map { try Self.choice($0, codingPath + [key]) }
  }

  /// A number within a range, or nil when the key is absent.
  func number(forKey key: Key, in range: ClosedRange<Double>) throws -> Double? {
    guard let number = try decodeIfPresent(Double.self, forKey: key) else { return nil }
    guard range.contains(number) else {
      throw RecipeMistake(
        path: codingPath + [key],
        message: "'\(key.stringValue)' is from \(range.lowerBound) to \(range.upperBound), not \(number)")
    }
    return number
  }

  /// A whole number within a range, or nil when the key is absent. Asked for an integer, Foundation says of
  /// `5.5` that the whole file is no JSON.
  func wholeNumber(forKey key: Key, in range: ClosedRange<Int>) throws -> Int? {
    guard let value = try decodeIfPresent(Double.self, forKey: key) else { return nil }
    guard let number = Int(exactly: value), range.contains(number) else {
      let text = Int(exactly: value).map(String.init) ?? String(value)
      throw RecipeMistake(
        path: codingPath + [key],
        message: "'\(key.stringValue)' is a whole number from \(range.lowerBound) to \(range.upperBound),"
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
