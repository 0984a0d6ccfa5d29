import SluiceSyntax

extension SourceRecipe: Decodable {
  private enum Key: String, CodingKey, CaseIterable {
    case url, file, directory, name, dialect, license, trusted, mayBeEmpty, optional, includes, excludes
    case transformations
  }

  /// Decodes a source: an object, or a string with its location.
  public init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      self.init(try Self.location(of: text, decoder.codingPath))
      return
    }
    let values = try decoder.strictContainer(keyedBy: Key.self)
    let places = try [Key.url, .file, .directory].compactMap { key in
      try values.decodeIfPresent(String.self, forKey: key).map { (key, $0) }
    }
    guard places.count == 1, let (key, text) = places.first else {
      throw RecipeMistake(
        path: values.codingPath, message: "a source must have one of 'url', 'file' and 'directory'",
        advice: #"name the place of the source: {file: "my.txt"}"#)
    }
    let path = values.codingPath + [key]
    switch key {
    case .file: self.init(.file(try Self.path(text, path)))
    case .directory: self.init(.directory(try Self.path(text, path)))
    default:
      try Self.requireURL(text, path)
      self.init(.url(text))
    }
    name = try values.decodeIfPresent(String.self, forKey: .name)
    dialect = try values.choice(Dialect.self, forKey: .dialect)
    license = try values.decodeIfPresent(String.self, forKey: .license)
    isTrusted = try values.decodeIfPresent(Bool.self, forKey: .trusted) ?? isTrusted
    mayBeEmpty = try values.decodeIfPresent(Bool.self, forKey: .mayBeEmpty) ?? mayBeEmpty
    isOptional = try values.decodeIfPresent(Bool.self, forKey: .optional) ?? isOptional
    includes = try values.decodeIfPresent([FilterPattern].self, forKey: .includes) ?? []
    excludes = try values.decodeIfPresent([FilterPattern].self, forKey: .excludes) ?? []
    transformations = try values.transformations(forKey: .transformations)
  }

  /// Returns the location that a text names.
  static func location(of text: String, _ path: [any CodingKey]) throws -> Location {
    if RemoteURL.matches(text) {
      try requireURL(text, path)
      return .url(text)
    }
    guard !text.contains("://"), !text.isEmpty else {
      throw RecipeMistake(
        path: path, message: "'\(text)' is neither an http or https URL nor a path",
        advice: "name a file next to the build file, or begin the URL with https://")
    }
    return text.hasSuffix("/") ? .directory(text) : .file(text)
  }

  private static func requireURL(_ text: String, _ path: [any CodingKey]) throws {
    do throws(RemoteURL.Problem) {
      _ = try RemoteURL(text)
    } catch {
      guard RemoteURL.matches(text) else {
        throw RecipeMistake(
          path: path, message: "'\(text)' is not an http or https URL",
          advice: "begin it with https://, or use 'file' for a path")
      }
      throw RecipeMistake(
        path: path, message: "the URL '\(text)' \(error)",
        advice: "write it as in https://lists.example/ads.txt")
    }
  }

  /// Returns a path, or throws if the text is a URL.
  private static func path(_ text: String, _ path: [any CodingKey]) throws -> String {
    guard RemoteURL.matches(text) else { return text }
    throw RecipeMistake(
      path: path, message: "'\(text)' is a URL, not a path", advice: "the key for URLs is 'url'")
  }
}
