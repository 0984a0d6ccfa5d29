/// The value that a key of a build file takes, in words and with an example: messages about another value show it.
enum ValueShape {
  /// `a list: ["my.txt"]`
  ///
  /// - Parameters:
  ///   - key: The key; nil for the whole file.
  ///   - type: The type that was expected, for keys that have nothing of their own here.
  static func words(of key: String?, _ type: Any.Type) -> String {
    guard let key else { return #"an object: {lists: [{name: "ads", sources: ["my.txt"]}]}"# }
    return examples[key] ?? words(of: type)
  }

  /// The words for an element of the list of a key.
  static func words(ofElementOf key: String, _ type: Any.Type) -> String {
    elements[key] ?? words(of: type)
  }

  /// How a missing key is written; nil for a key that has nothing here.
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
    "beside": #"a list: ["privacy"]"#,
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
