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

/// HostlistCompiler's transformations, by their names in its configuration.
///
/// They are applied in the order of the cases, regardless of their order in the configuration. A test writes
/// docs/guide/hostlist-compiler.md and the names in docs/sluice.schema.json from them.
package enum Transformation: String, CaseIterable, Hashable, Sendable {
  /// Converts internationalized host names to Punycode.
  case convertToAscii = "ConvertToAscii"
  // These have no effect on rules, which do not depend on spaces, comments or repeated filters.
  case trimLines = "TrimLines"
  case removeComments = "RemoveComments"
  /// Converts names to `||name^` filters, and removes those whose parent domain is blocked too.
  case compress = "Compress"
  /// Removes options that DNS servers ignore. The filter then applies without them.
  case removeModifiers = "RemoveModifiers"
  /// Converts filters to exceptions.
  case invertAllow = "InvertAllow"
  /// Removes filters that DNS servers cannot use.
  case validate = "Validate"
  /// Like ``validate``, but keeps addresses.
  case validateAllowIP = "ValidateAllowIp"
  /// Like ``validate``, but keeps public suffixes.
  case validateAllowPublicSuffix = "ValidateAllowPublicSuffix"
  /// Like ``validate``, but keeps addresses and public suffixes.
  case validateAllowIPAndPublicSuffix = "ValidateAllowIpAndPublicSuffix"
  case deduplicate = "Deduplicate"
  case removeEmptyLines = "RemoveEmptyLines"
  case insertFinalNewLine = "InsertFinalNewLine"
}

extension Transformation {
  /// The effect of the transformation, for documentation.
  var effect: StaticString {
    switch self {
    case .convertToAscii: "converts host names in patterns to punycode"
    case .trimLines, .insertFinalNewLine: "none: each line of the output is trimmed and complete"
    case .removeComments, .deduplicate, .removeEmptyLines:
      "none for rules; they apply to [the list as text](building.md#text)"
    case .compress:
      #"""
      turns names and lines of hosts files into filters `\|\|name^`, and also removes names whose parent \#
      domain is blocked
      """#
    case .removeModifiers:
      """
      removes `third-party`, `3p`, `document`, `doc`, `all`, `popup` and `network`; the filter applies \
      without them
      """
    case .invertAllow: "turns filters into exceptions; lines of hosts files only after `Compress`"
    case .validate:
      """
      keeps only filters that a DNS server could use: no paths, no other options, no addresses, no top-level \
      domains, and no suffixes of registries (`co.uk`; `github.io` stays). The same applies to the names in \
      lines of hosts files. `report.json` names the removed filters (`removedFilters`). Leave it out to keep paths and element hiding, which a content blocker \
      supports
      """
    case .validateAllowIP: #"keeps addresses, written as `\|\|1.2.3.4^`"#
    case .validateAllowPublicSuffix: "keeps public suffixes"
    case .validateAllowIPAndPublicSuffix: "keeps addresses and public suffixes"
    }
  }
}
