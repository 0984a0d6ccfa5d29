/// A HostlistCompiler configuration: one list with its transformations.
struct HostlistCompilerFile: Decodable {
  private let recipe: ListRecipe
  private let schema: String?

  private enum Key: String, CodingKey, CaseIterable {
    case schema = "$schema"
    case name, description, homepage, license, version, sources, transformations
    case exclusions, exclusionsSources = "exclusions_sources"
    case inclusions, inclusionsSources = "inclusions_sources"
  }

  private enum SourceKey: String, CodingKey, CaseIterable {
    case name, source, type, transformations
    case exclusions, exclusionsSources = "exclusions_sources"
    case inclusions, inclusionsSources = "inclusions_sources"
    /// A key of build files, which HostlistCompiler does not have.
    case mayBeEmpty
  }

  private enum Kind: String, CaseIterable {
    case adblock, hosts
  }

  private struct Source: Decodable {
    let recipe: SourceRecipe

    init(from decoder: any Decoder) throws {
      let values = try decoder.strictContainer(keyedBy: SourceKey.self)
      let text = try values.decode(String.self, forKey: .source)
      var recipe = SourceRecipe(try SourceRecipe.location(of: text, values.codingPath + [SourceKey.source]))
      recipe.name = try values.decodeIfPresent(String.self, forKey: .name)
      if try values.choice(Kind.self, forKey: .type) == .hosts { recipe.dialect = .hosts }
      recipe.transformations = try values.transformations(forKey: .transformations)
      recipe.excludes = try values.patterns(forKey: .exclusions)
      recipe.includes = try values.patterns(forKey: .inclusions)
      recipe.excludeFiles = try values.decodeIfPresent([String].self, forKey: .exclusionsSources) ?? []
      recipe.includeFiles = try values.decodeIfPresent([String].self, forKey: .inclusionsSources) ?? []
      recipe.mayBeEmpty = try values.decodeIfPresent(Bool.self, forKey: .mayBeEmpty) ?? false
      self.recipe = recipe
    }
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.strictContainer(keyedBy: Key.self)
    schema = try values.decodeIfPresent(String.self, forKey: .schema)
    let title = try values.decode(String.self, forKey: .name)
    let name = ListRecipe.name(from: title.lowercased())
    var recipe = ListRecipe(
      name: ListRecipe.isName(name) ? name : "\(name)-list",
      sources: try values.decode([Source].self, forKey: .sources).map(\.recipe))
    guard !recipe.sources.isEmpty else {
      throw RecipeMistake(path: values.codingPath + [Key.sources], message: "the list has no source")
    }
    recipe.title = title
    recipe.description = try values.decodeIfPresent(String.self, forKey: .description)
    recipe.homepage = try values.decodeIfPresent(String.self, forKey: .homepage)
    recipe.license = try values.decodeIfPresent(String.self, forKey: .license)
    recipe.version = try values.decodeIfPresent(String.self, forKey: .version)
    recipe.transformations = try values.transformations(forKey: .transformations)
    try recipe.checkValidations(values.codingPath + [Key.sources])
    recipe.excludes = try values.patterns(forKey: .exclusions)
    recipe.includes = try values.patterns(forKey: .inclusions)
    recipe.excludeFiles = try values.decodeIfPresent([String].self, forKey: .exclusionsSources) ?? []
    recipe.includeFiles = try values.decodeIfPresent([String].self, forKey: .inclusionsSources) ?? []
    self.recipe = recipe
  }

  var buildFile: BuildFile {
    var file = BuildFile(lists: [recipe])
    file.schema = schema
    return file
  }
}

extension KeyedDecodingContainer {
  /// Decodes exclusions or inclusions and drops comments.
  fileprivate func patterns(forKey key: Key) throws -> [FilterPattern] {
    try (decodeIfPresent([FilterPattern].self, forKey: key) ?? []).filter {
      !FilterPattern.isComment($0.text)
    }
  }
}
