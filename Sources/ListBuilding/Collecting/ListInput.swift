import Codecs
import Conversion
import FilterSyntax

/// A document as the converter gets it.
struct ListInput: Sendable {
  /// Name and bytes as they were read, dialect where it is known.
  var source: Source
  /// Why it is one of the list.
  var origin: Origin
  /// The SHA-256 of the document as it was read.
  var sha256: String
  /// Whether its scripts may be handed on.
  var isTrusted: Bool
  /// The list with the changes that the recipe asks for; nil when it asks for none.
  private var editor: ListEditor?

  /// Where an input comes from, in the order in which inputs come.
  enum Origin: Hashable, Comparable {
    /// The source of the recipe with this number.
    case source(Int)
    /// Filters of another list that are meant for this one.
    case foreign
    /// Of a list that is used beside this one: nothing but what acts on filters of others.
    case beside
  }

  /// The filters that the recipe took out.
  var removedFilters: [RemovedFilter] {
    switch origin {
    case .source, .foreign: break
    // They are in the other list.
    case .beside: return []
    }
    guard let editor else { return [] }
    let list = editor.list
    return editor.removals.sorted { $0.line < $1.line }.map { removal in
      let range = list.lines[removal.line].range
      let place = list.place(of: range)
      return RemovedFilter(
        file: source.name, line: list.location(of: range, inLine: removal.line).line,
        text: String(decoding: list.bytes[place.indices], as: UTF8.self), cause: removal.cause)
    }
  }

  /// A filter that the recipe took out.
  struct RemovedFilter {
    let file: String
    /// From 1.
    let line: Int
    /// The filter as it was read.
    let text: String
    let cause: RemovalCause
  }

  /// Whether no line is a filter, or was meant to be one.
  private var isEmpty: Bool {
    (editor?.list ?? FilterList(parsing: source.bytes)).lines.allSatisfy { line in
      switch line.content {
      case .network, .cosmetic, .hosts, .rejected: false
      case .blank, .comment, .header, .metadata, .directive, .hint, .continuation: true
      }
    }
  }

  /// A warning where the recipe leaves nothing of a list that had filters.
  private static func emptyWarning(_ name: String, _ inputs: [ListInput]) -> [BuildProblem] {
    let removed = inputs.reduce(0) { $0 + ($1.editor?.removed ?? 0) }
    guard removed > 0, inputs.allSatisfy(\.isEmpty) else { return [] }
    return [
      BuildProblem(
        name,
        "has no filter: exclusions, inclusions and transformations remove all of them (\(Format.grouped(removed)))"
      )
    ]
  }

  /// A warning for each source that is validated as the whole list is.
  private static func validationWarnings(_ recipe: ListRecipe) -> [BuildProblem] {
    guard let own = recipe.transformations.first(where: { $0.validation != nil }) else { return [] }
    return recipe.sources.filter { $0.transformations.contains(own) }.map { source in
      BuildProblem(source.place.text, "'\(own.rawValue)' does nothing here: the whole list has it too")
    }
  }

  /// The SHA-256 of the lines that are left.
  var changedSHA256: String {
    guard let list = editor?.list else { return sha256 }
    var text: [UInt8] = []
    for line in list.lines where line.content != .blank { text += list.bytes[line.range.indices] + [0x0a] }
    return SHA256.digest(of: text).description
  }

  /// Changes the list.
  fileprivate mutating func edit(_ change: (inout ListEditor) -> Void) {
    var editor =
      self.editor
      ?? ListEditor(FilterList(parsing: source.bytes, dialect: source.dialect), dialect: source.dialect)
    // One owner at a time: the list would be copied otherwise.
    self.editor = nil
    change(&editor)
    self.editor = editor
  }

  /// The lists, those without changes parsed on several threads.
  static func parsed(_ inputs: [ListInput], _ converter: Converter) -> [ParsedSource] {
    inputs.flatMap { input in
      guard let editor = input.editor else { return converter.parse([input.source]) }
      return [ParsedSource(name: input.source.name, list: editor.list, dialect: editor.dialect)]
    }
  }
}

extension ListInput {
  /// The inputs of a list, changed as its recipe says, and what readers of the report should know of that.
  static func inputs(
    of list: SourceCollector.Collected, besides others: [SourceCollector.Collected]
  ) -> (inputs: [ListInput], warnings: [BuildProblem]) {
    let recipe = list.recipe
    let (documents, warnings) = own(of: list)
    var inputs = documents
    let names = names(of: list)
    if let affinity = recipe.affinity { inputs += foreign(for: affinity, in: others, besides: Set(names)) }
    var known = Dictionary(grouping: zip(names, documents), by: \.0).mapValues { $0.map(\.1) }
    for other in others where recipe.beside.contains(other.recipe.name) {
      let isReadAlike = other.recipe.constants == recipe.constants
      for (name, var input) in zip(Self.names(of: other), Self.own(of: other).inputs) {
        // What is here of the same document: all of it, unless the one recipe or the other changes it.
        let here = isReadAlike ? known[name] ?? [] : []
        guard !here.contains(where: { $0.editor == nil }) else { continue }
        if isReadAlike { known[name, default: []].append(input) }
        input.origin = .beside
        input.edit { editor in
          editor.keepActingOnOthers()
          for case let same? in here.map(\.editor) { editor.removeFilters(of: same) }
          if !isReadAlike { editor.decideConditions(other.recipe.constants) }
        }
        inputs.append(input)
      }
    }
    return (inputs, warnings)
  }

  /// What the documents of a list's sources are called, in their order.
  private static func names(of list: SourceCollector.Collected) -> [String] {
    list.trees.flatMap { $0.tree.documents.map(\.name) }
  }

  /// The documents of a list's sources, each changed as its recipe says.
  private static func own(
    of list: SourceCollector.Collected
  ) -> (inputs: [ListInput], warnings: [BuildProblem]) {
    let recipe = list.recipe
    var inputs = list.trees.flatMap { number, tree in
      let dialect = recipe.sources[number].dialect ?? dialect(of: tree)
      return tree.documents.map {
        ListInput($0, dialect, .source(number), isTrusted: recipe.sources[number].isTrusted)
      }
    }
    if let affinity = recipe.affinity {
      for index in inputs.indices where Affinity.isNamed(in: inputs[index].source.bytes) {
        inputs[index].edit { Affinity.keepOwn(&$0, of: affinity) }
      }
    }
    let warnings = validationWarnings(recipe) + apply(recipe, to: &inputs)
    return (inputs, warnings + emptyWarning(recipe.name, inputs))
  }

  private init(_ document: ListDocument, _ dialect: Dialect?, _ origin: Origin, isTrusted: Bool) {
    self.init(
      source: Source(name: document.publicName, bytes: document.bytes, dialect: dialect), origin: origin,
      sha256: document.sha256, isTrusted: isTrusted)
  }

  /// Filters of other lists that are for the content blocker that this list is.
  private static func foreign(
    for affinity: String, in others: [SourceCollector.Collected], besides own: Set<String>
  ) -> [ListInput] {
    var seen = own
    var inputs: [ListInput] = []
    for tree in others.flatMap({ $0.trees.map(\.tree) }) {
      let documents = tree.documents.filter {
        Affinity.isNamed(in: $0.bytes) && seen.insert($0.name).inserted
      }
      for document in documents {
        var input = ListInput(document, dialect(of: tree), .foreign, isTrusted: false)
        input.edit { Affinity.keepForeign(&$0, for: affinity) }
        inputs.append(input)
      }
    }
    return inputs
  }

  /// Of a list with parts: that of the list, because parts have no header. Nil for a single one, for which the
  /// converter finds it out.
  private static func dialect(of tree: SourceTree) -> Dialect? {
    guard tree.documents.count > 1, let first = tree.documents.first else { return nil }
    return Dialect.detect(FilterList(parsing: first.bytes))
  }
}

// MARK: Changes

extension ListInput {
  /// Which filters stay and how they change: of one source, or of the whole list.
  private struct Changes {
    var excludes: [FilterPattern]
    var includes: [FilterPattern]
    var transformations: Set<Transformation>

    var isEmpty: Bool { excludes.isEmpty && includes.isEmpty && transformations.isEmpty }
  }

  /// Makes the changes of the sources, each by itself, then those of the whole; names that are blocked twice go
  /// last.
  private static func apply(_ recipe: ListRecipe, to inputs: inout [ListInput]) -> [BuildProblem] {
    var warnings: [BuildProblem] = []
    for (number, source) in recipe.sources.enumerated() {
      let changes = Changes(
        excludes: source.excludes, includes: source.includes, transformations: source.transformations)
      let own = inputs.indices.filter { inputs[$0].origin == .source(number) }
      warnings += apply(changes, of: source.place.text, to: own, of: &inputs)
    }
    let changes = Changes(
      excludes: recipe.excludes, includes: recipe.includes, transformations: recipe.transformations)
    warnings += apply(changes, of: recipe.name, to: Array(inputs.indices), of: &inputs)

    if recipe.transformations.contains(.compress) {
      removeCovered(inputs.indices, of: &inputs, recipe)
    } else {
      for (number, source) in recipe.sources.enumerated() where source.transformations.contains(.compress) {
        removeCovered(inputs.indices.filter { inputs[$0].origin == .source(number) }, of: &inputs, recipe)
      }
    }
    return warnings
  }

  /// First the exclusions, then the inclusions, then the transformations.
  private static func apply(
    _ changes: Changes, of name: String, to indices: [Int], of inputs: inout [ListInput]
  ) -> [BuildProblem] {
    guard !changes.isEmpty, !indices.isEmpty else { return [] }
    var excludes = FilterPattern.Matcher(changes.excludes)
    var includes = FilterPattern.Matcher(changes.includes)
    for index in indices {
      inputs[index].edit { editor in
        if !changes.excludes.isEmpty { editor.removeFilters(matching: true, &excludes) }
        if !changes.includes.isEmpty { editor.removeFilters(matching: false, &includes) }
        editor.apply(changes.transformations)
      }
    }
    return UnusedPatterns(excludes.unused, "exclusion", of: name).warnings
      + UnusedPatterns(includes.unused, "inclusion", of: name).warnings
  }

  private static func removeCovered(
    _ indices: some Sequence<Int>, of inputs: inout [ListInput], _ recipe: ListRecipe
  ) {
    var names = CoveredNames(constants: recipe.constants)
    for index in indices { inputs[index].edit { names.add($0.list) } }
    for index in indices { inputs[index].edit { names.remove(from: &$0) } }
  }
}

/// Exclusions or inclusions that mean no filter: often they are misspelt, or not written as the filters are.
private struct UnusedPatterns {
  let warnings: [BuildProblem]

  private static let namedEntries = 3

  init(_ patterns: [FilterPattern], _ kind: String, of name: String) {
    var warnings = patterns.filter { $0.file == nil }.map { pattern in
      BuildProblem(name, "the \(kind) '\(pattern.text)' means none of the filters")
    }
    // Files have thousands of entries, and are shared.
    var files: [String] = []
    for case let file? in patterns.map(\.file) where !files.contains(file) { files.append(file) }
    for file in files {
      let own = patterns.filter { $0.file == file }
      let entries = own.prefix(Self.namedEntries).map { "'\($0.text)'" }.joined(separator: ", ")
      let more = own.count > Self.namedEntries ? " and \(own.count - Self.namedEntries) more" : ""
      warnings.append(
        BuildProblem(file, "as \(kind)s of '\(name)' mean none of the filters: \(entries)\(more)"))
    }
    self.warnings = warnings
  }
}
