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

  /// Returns the words for an element of a key's list.
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
