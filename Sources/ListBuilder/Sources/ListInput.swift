import Conversion
import FilterSyntax

/// A document as the converter gets it.
struct ListInput: Sendable {
  /// Name, bytes with the changes that the recipe asks for, dialect.
  var source: Source
  /// The number of the source in the recipe; nil for filters of other lists that are meant for this one.
  var number: Int?
  /// The SHA-256 of the document as it was read.
  var sha256: String
  /// Whether its scripts may be handed on.
  var isTrusted: Bool
  /// How many filters the recipe took out.
  var removed: Int
}

extension ListInput {
  /// The inputs of a list, changed as its recipe says.
  static func inputs(of list: SourceCollector.Collected, besides others: [SourceCollector.Collected])
    -> [ListInput]
  {
    let recipe = list.recipe
    var inputs = list.trees.flatMap { number, tree in
      tree.documents.map { document in
        edited(document, recipe.sources[number], number, tree, recipe)
      }
    }
    guard let affinity = recipe.affinity else { return inputs }
    var seen = Set(list.trees.flatMap { $0.tree.documents.map(\.name) })
    for other in others {
      for (_, tree) in other.trees {
        for document in tree.documents where !seen.contains(document.name) {
          guard let bytes = Affinity.foreign(document.bytes, for: affinity) else { continue }
          seen.insert(document.name)
          inputs.append(
            ListInput(
              source: Source(name: document.publicName, bytes: bytes, dialect: dialect(of: tree)),
              number: nil,
              sha256: document.sha256, isTrusted: false, removed: 0))
        }
      }
    }
    return inputs
  }

  private static func edited(
    _ document: ListDocument, _ source: SourceRecipe, _ number: Int, _ tree: SourceTree, _ recipe: ListRecipe
  ) -> ListInput {
    var bytes = document.bytes
    if let affinity = recipe.affinity { bytes = Affinity.own(bytes, of: affinity) }
    let excludes = source.excludes + recipe.excludes
    let transformations = source.transformations.union(recipe.transformations)
    var removed = 0
    if !excludes.isEmpty || !source.includes.isEmpty || !recipe.includes.isEmpty || !transformations.isEmpty {
      var editor = LineEditor(bytes)
      let excluded = FilterPattern.Matcher(excludes)
      editor.removeFilters { excluded.matches($0) }
      for includes in [source.includes, recipe.includes] where !includes.isEmpty {
        let included = FilterPattern.Matcher(includes)
        editor.removeFilters { !included.matches($0) }
      }
      editor.apply(transformations, dialect: source.dialect)
      (bytes, removed) = (editor.bytes, editor.removed)
    }
    return ListInput(
      source: Source(name: document.publicName, bytes: bytes, dialect: source.dialect ?? dialect(of: tree)),
      number: number, sha256: document.sha256, isTrusted: source.isTrusted, removed: removed)
  }

  /// Of a list with parts: that of the list, because parts have no header. Nil for a single one, for which the
  /// converter finds it out.
  private static func dialect(of tree: SourceTree) -> Dialect? {
    guard tree.documents.count > 1, let first = tree.documents.first else { return nil }
    return Dialect.detect(FilterList(bytes: first.bytes))
  }
}
