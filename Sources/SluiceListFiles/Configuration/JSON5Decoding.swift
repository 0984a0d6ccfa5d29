import SluiceText

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A configuration in JSON5: comments, trailing commas and unquoted keys are allowed.
package struct JSON5Text {
  package let bytes: [UInt8]
  package let name: String
  package let layout: JSON5Layout

  /// Parses the contents of a file. Messages show `name`.
  package init(parsing bytes: [UInt8], name: String) throws(BuildFileMistake) {
    (self.bytes, self.name) = (bytes, name)
    do throws(JSON5Layout.Mistake) {
      layout = try JSON5Layout(bytes)
    } catch {
      throw BuildFileMistake(
        at: error.offset, of: bytes, name, message: error.message,
        advice:
          "the file is JSON5: {key: value} for objects, [value] for lists, commas in between, text in quotation marks"
      )
    }
  }

  /// Decodes the values of the file. Errors include a location.
  package func decode<Values: Decodable>(_ type: Values.Type) throws(BuildFileMistake) -> Values {
    do {
      return try JSONDecoder().decode(type, from: Data(layout.json))
    } catch let mistake as RecipeMistake {
      let offset = layout.offset(of: mistake.path, key: mistake.key)
      throw BuildFileMistake(at: offset, of: bytes, name, message: mistake.message, advice: mistake.advice)
    } catch let DecodingError.keyNotFound(key, context) {
      throw mistake(
        context, message: "the key '\(key.stringValue)' is missing",
        advice: "add " + (ValueShape.example(of: key.stringValue) ?? "'\(key.stringValue)'"))
    } catch let DecodingError.typeMismatch(type, context) {
      throw mistake(context, message: Self.words(of: type, at: context.codingPath))
    } catch let DecodingError.valueNotFound(type, context) {
      throw mistake(context, message: Self.words(of: type, at: context.codingPath))
    } catch let DecodingError.dataCorrupted(context) {
      throw mistake(context, message: context.debugDescription)
    } catch {
      throw BuildFileMistake(at: 0, of: bytes, name, message: String(describing: error))
    }
  }

  private func mistake(
    _ context: DecodingError.Context, message: String, advice: String? = nil
  ) -> BuildFileMistake {
    BuildFileMistake(
      at: layout.offset(of: context.codingPath), of: bytes, name, message: message, advice: advice)
  }

  /// Returns the message about a value of the wrong type, such as `'sources' takes a list: ["my.txt"]`.
  private static func words(of type: Any.Type, at path: [any CodingKey]) -> String {
    guard let last = path.last else { return "the file must be \(ValueShape.words(of: nil, type))" }
    guard last.intValue != nil else {
      return "'\(last.stringValue)' takes \(ValueShape.words(of: last.stringValue, type))"
    }
    guard let key = path.last(where: { $0.intValue == nil })?.stringValue else {
      return "the file must be \(ValueShape.words(of: nil, type))"
    }
    return "each of '\(key)' must be \(ValueShape.words(ofElementOf: key, type))"
  }
}

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
    return try Self.choice(word, at: codingPath + [key])
  }

  /// Decodes several cases of an enumeration; nil if the key is absent.
  package func choices<Choice: CaseIterable & RawRepresentable<String>>(
    _ type: Choice.Type, forKey key: Key
  ) throws -> [Choice]? {
    guard let words = try decodeIfPresent([String].self, forKey: key) else { return nil }
    return try words.map { try Self.choice($0, at: codingPath + [key]) }
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
    _ word: String, at path: [any CodingKey]
  ) throws -> Choice {
    if let choice = Choice(rawValue: word) { return choice }
    let words = Choice.allCases.map(\.rawValue)
    let suggestion = Suggestion.nearest(to: word, among: words)
    throw RecipeMistake(
      path: path, message: "unknown value '\(word)'",
      advice: suggestion.map { "did you mean '\($0)'?" } ?? "known are \(words.joined(separator: ", "))")
  }
}

/// The type of a build file value in words, with an example, for messages about a value of another type.
enum ValueShape {
  /// Returns the words for the value of a key, such as `a list: ["my.txt"]`.
  ///
  /// - Parameters:
  ///   - key: The key; nil for the whole file.
  ///   - type: The expected type, which describes keys without an entry in the table.
  static func words(of key: String?, _ type: Any.Type) -> String {
    guard let key else { return #"an object: {lists: [{name: "ads", sources: ["my.txt"]}]}"# }
    return examples[key] ?? words(of: type)
  }

  static func words(ofElementOf key: String, _ type: Any.Type) -> String {
    elements[key] ?? words(of: type)
  }

  /// Returns an example of a missing key and its value; nil if the table has no entry for the key.
  static func example(of key: String) -> String? {
    guard let words = examples[key], let colon = words.firstIndex(of: ":") else { return nil }
    return "\(key):\(words[words.index(after: colon)...])"
  }

  private static let examples = [
    "lists": #"a list: [{name: "ads", sources: ["my.txt"]}]"#,
    "name": #"text: "ads""#,
    "sources": #"a list: ["my.txt"]"#,
    "targets": #"a list: ["safari-17"]"#,
    "defines": #"a list: ["env_safari=false"]"#,
    "includes": #"a list: ["||ads.example^"]"#,
    "excludes": #"a list: ["||ads.example^"]"#,
    "transformations": #"a list: ["Compress"]"#,
    "usedWith": #"a list: ["privacy"]"#,
    "exceptions": #"a list: ["allow.json"]"#,
    "outputs": #"an object: {split: "action"}"#,
    "fetch": "an object: {retries: 3}",
    "shards": #"an object: {by: "host"}"#,
    "trackerRadar": #"an object: {blocklist: "tds.json"}"#,
    "lint": #"an object: {select: ["default"]}"#,
    "blocklist": #"text: "tds.json""#,
    "output": #"text: "public""#,
    "source": #"text: "my.txt""#,
  ]

  private static let elements = [
    "lists": #"an object: {name: "ads", sources: ["my.txt"]}"#,
    "sources": #"a path, a URL or an object: {file: "my.txt"}"#,
    "targets": #"text: "safari-17""#,
  ]

  private static func words(of type: Any.Type) -> String {
    switch type {
    case is String.Type: "text in quotation marks"
    case is Bool.Type: "true or false"
    case is any BinaryInteger.Type: "a whole number"
    case is any BinaryFloatingPoint.Type: "a number"
    case is [Any].Type: "a list: [...]"
    default: "an object: {...}"
    }
  }
}
