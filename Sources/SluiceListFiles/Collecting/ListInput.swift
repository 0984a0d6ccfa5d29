import SluiceSystem
import SluiceSyntax

/// A document as input for the converter.
package struct ListInput: Sendable {
  /// The name, without secrets.
  package let name: String
  /// The bytes as read.
  package let bytes: [UInt8]
  /// The dialect that the recipe names; nil if it is detected.
  package let dialect: Dialect?
  /// The dialect that was detected in the whole list, if this is a part of it.
  package let detectedDialect: Dialect?
  /// The judgement of the bytes in this dialect, if it was made when the document was read.
  package let judgement: ListJudgement?
  /// The reason why the document belongs to the list.
  package var origin: Origin
  /// The SHA-256 of the document as read.
  package var sha256: String
  /// Whether scripts in the document may be passed on.
  package var isTrusted: Bool
  /// The list with the changes of the recipe; nil if the recipe changes nothing.
  package fileprivate(set) var editor: ListEditor?

  /// The origin of an input. Inputs are sorted in this order.
  package enum Origin: Hashable, Comparable {
    /// The source with this number in the recipe.
    case source(Int)
    /// Filters in another list that are meant for this one.
    case foreign
    /// A list that is used together with this one, reduced to filters that act on filters of other lists.
    case usedWith
  }

  /// The filters that the recipe removed.
  package var removedFilters: [RemovedFilter] {
    switch origin {
    case .source, .foreign: break
    // These filters are in the other list.
    case .usedWith: return []
    }
    guard let editor else { return [] }
    let list = editor.list
    return editor.removals.sorted { $0.line < $1.line }.map { removal in
      let range = list.lines[removal.line].range
      let place = list.place(of: range)
      return RemovedFilter(
        file: name, line: list.location(of: range, inLine: removal.line).line,
        text: String(decoding: list.bytes[place.indices], as: UTF8.self), cause: removal.cause)
    }
  }

  /// A filter that the recipe removed.
  package struct RemovedFilter {
    package let file: String
    /// The line, from 1.
    package let line: Int
    /// The filter as read.
    package let text: String
    package let cause: RemovalCause
  }

  /// Whether the list has neither filters nor invalid lines.
  private var isEmpty: Bool {
    (editor?.list ?? FilterList(parsing: bytes)).lines.allSatisfy { line in
      switch line.content {
      case .network, .cosmetic, .hosts, .rejected: false
      case .blank, .comment, .header, .metadata, .directive, .hint, .continuation: true
      }
    }
  }

  /// Returns a warning if the recipe removes every filter of a list.
  private static func emptyWarning(_ name: String, inputs: [ListInput]) -> [BuildProblem] {
    let removed = inputs.reduce(0) { $0 + ($1.editor?.removed ?? 0) }
    guard removed > 0, inputs.allSatisfy(\.isEmpty) else { return [] }
    return [
      BuildProblem(
        name,
        message:
          "has no filter: exclusions, inclusions and transformations remove all of them (\(Format.grouped(removed)))"
      )
    ]
  }

  /// Returns a warning for each source with the same validation as the entire list.
  private static func validationWarnings(_ recipe: ListRecipe) -> [BuildProblem] {
    guard let own = recipe.transformations.first(where: { $0.validation != nil }) else { return [] }
    return recipe.sources.filter { $0.transformations.contains(own) }.map { source in
      BuildProblem(
        source.location.text, message: "'\(own.rawValue)' has no effect here: the whole list also has it")
    }
  }

  /// The SHA-256 of the remaining lines.
  package var changedSHA256: String {
    guard let list = editor?.list else { return sha256 }
    var text: [UInt8] = []
    for line in list.lines where line.content != .blank { text += list.bytes[line.range.indices] + [0x0a] }
    return SHA256Hasher.digest(of: text).description
  }

  fileprivate mutating func edit(_ change: (inout ListEditor) -> Void) {
    var editor =
      self.editor
      ?? ListEditor(
        FilterList(parsing: bytes, dialect: dialect, detected: detectedDialect, judgement: judgement))
    // Cleared so that the list has only one owner. Otherwise, it would be copied.
    self.editor = nil
    change(&editor)
    self.editor = editor
  }
}

/// The inputs of the lists of a build.
package struct ListInputs {
  /// The documents of a list's sources, changed according to its recipe, and warnings for the report.
  package typealias Changed = (inputs: [ListInput], warnings: [BuildProblem])

  private let lists: [SourceCollector.Collected]
  /// The inputs of lists that others are used with, which these need too.
  private var shared: [String: Changed] = [:]

  /// The place of each list by its name. A build file can have thousands of lists.
  private let places: [String: Int]
  /// The names of the lists that others are used with.
  private let used: Set<String>

  package init(_ lists: [SourceCollector.Collected]) {
    self.lists = lists
    places = Dictionary(lists.enumerated().map { ($1.recipe.name, $0) }) { first, _ in first }
    used = Set(lists.flatMap(\.recipe.usedWith))
  }

  /// Returns the inputs of a list, and warnings for the report.
  ///
  /// - Throws: A ``BuildFailure`` if a regex of the recipe takes too long.
  package mutating func inputs(of number: Int) throws(BuildFailure) -> Changed {
    let list = lists[number]
    let recipe = list.recipe
    let (documents, warnings) = try own(of: list)
    var inputs = documents
    let keys = list.documentKeys
    if let affinity = recipe.affinity {
      let others = lists.indices.filter { $0 != number }.map { lists[$0] }
      inputs += ListInput.foreign(for: affinity, in: others, besides: Set(keys))
    }
    var known = Dictionary(grouping: zip(keys, documents), by: \.0).mapValues { $0.map(\.1) }
    for place in Set(recipe.usedWith.compactMap { places[$0] }).sorted() where place != number {
      let other = lists[place]
      let isReadAlike = other.recipe.constants == recipe.constants
      for (key, var input) in zip(other.documentKeys, try own(of: other).inputs) {
        // The inputs that were already taken from the same document. An unchanged one contains all its
        // filters.
        let here = isReadAlike ? known[key] ?? [] : []
        guard !here.contains(where: { $0.editor == nil }) else { continue }
        if isReadAlike { known[key, default: []].append(input) }
        input.origin = .usedWith
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

  private mutating func own(of list: SourceCollector.Collected) throws(BuildFailure) -> Changed {
    let name = list.recipe.name
    if let known = shared[name] { return known }
    let own = try ListInput.own(of: list)
    if used.contains(name) { shared[name] = own }
    return own
  }
}

extension SourceCollector.Collected {
  fileprivate var documentKeys: [ListDocument.Key] { trees.flatMap { $0.tree.documents.map(\.key) } }
}

extension ListInput {
  /// Returns the documents of a list's sources, changed according to its recipe.
  fileprivate static func own(
    of list: SourceCollector.Collected
  ) throws(BuildFailure) -> ListInputs.Changed {
    let recipe = list.recipe
    var inputs = list.trees.flatMap { number, tree in
      let source = recipe.sources[number]
      return tree.documents.map {
        ListInput(
          $0, dialect: source.dialect, detected: tree.dialect, origin: .source(number),
          isTrusted: source.isTrusted)
      }
    }
    if let affinity = recipe.affinity {
      for index in inputs.indices where Affinity.isNamed(in: inputs[index].bytes) {
        inputs[index].edit { Affinity.keepOwn(&$0, of: affinity) }
      }
    }
    let warnings = try validationWarnings(recipe) + apply(recipe, to: &inputs)
    return (inputs, warnings + emptyWarning(recipe.name, inputs: inputs))
  }

  private init(
    _ document: ListDocument, dialect: Dialect?, detected: Dialect?, origin: Origin, isTrusted: Bool
  ) {
    self.init(
      name: document.publicName, bytes: document.bytes, dialect: dialect, detectedDialect: detected,
      judgement: document.judgement(in: dialect ?? detected), origin: origin, sha256: document.sha256,
      isTrusted: isTrusted)
  }

  /// Returns the filters of other lists that are for this list's content blocker.
  fileprivate static func foreign(
    for affinity: String, in others: [SourceCollector.Collected], besides own: Set<ListDocument.Key>
  ) -> [ListInput] {
    var seen = own
    var inputs: [ListInput] = []
    for tree in others.flatMap({ $0.trees.map(\.tree) }) {
      let documents = tree.documents.filter {
        Affinity.isNamed(in: $0.bytes) && seen.insert($0.key).inserted
      }
      for document in documents {
        var input = ListInput(
          document, dialect: nil, detected: tree.dialect, origin: .foreign, isTrusted: false)
        input.edit { Affinity.keepForeign(&$0, for: affinity) }
        inputs.append(input)
      }
    }
    return inputs
  }
}

// MARK: Changes

extension ListInput {
  /// Applies the changes of each source, then those of the list. Redundant names are removed last.
  private static func apply(
    _ recipe: ListRecipe, to inputs: inout [ListInput]
  ) throws(BuildFailure) -> [BuildProblem] {
    var warnings: [BuildProblem] = []
    for (number, source) in recipe.sources.enumerated() {
      let own = inputs.indices.filter { inputs[$0].origin == .source(number) }
      warnings += try apply(
        source.excludes, includes: source.includes, transformations: source.transformations,
        of: source.location.text, to: own,
        of: &inputs)
    }
    warnings += try apply(
      recipe.excludes, includes: recipe.includes, transformations: recipe.transformations, of: recipe.name,
      to: Array(inputs.indices),
      of: &inputs)

    if recipe.transformations.contains(.compress) {
      removeCovered(inputs.indices, of: &inputs, recipe: recipe)
    } else {
      for (number, source) in recipe.sources.enumerated() where source.transformations.contains(.compress) {
        removeCovered(
          inputs.indices.filter { inputs[$0].origin == .source(number) }, of: &inputs, recipe: recipe)
      }
    }
    return warnings
  }

  /// Applies the exclusions, then the inclusions, then the transformations.
  private static func apply(
    _ excludes: [FilterPattern], includes: [FilterPattern], transformations: Set<Transformation>,
    of name: String, to indices: [Int], of inputs: inout [ListInput]
  ) throws(BuildFailure) -> [BuildProblem] {
    guard !(excludes.isEmpty && includes.isEmpty && transformations.isEmpty), !indices.isEmpty else {
      return []
    }
    var excluding = FilterPattern.Matcher(excludes)
    var including = FilterPattern.Matcher(includes)
    for index in indices {
      inputs[index].edit { editor in
        if !excludes.isEmpty { editor.removeFilters(matching: true, &excluding) }
        if !includes.isEmpty { editor.removeFilters(matching: false, &including) }
        editor.apply(transformations)
      }
      try excluding.check("exclusion", of: name)
      try including.check("inclusion", of: name)
    }
    return unusedWarnings(excluding.unused, kind: "exclusion", of: name)
      + unusedWarnings(including.unused, kind: "inclusion", of: name)
  }

  private static func removeCovered(
    _ indices: some Sequence<Int>, of inputs: inout [ListInput], recipe: ListRecipe
  ) {
    var names = CoveredNames(constants: recipe.constants)
    for index in indices { inputs[index].edit { names.add($0.list) } }
    for index in indices { inputs[index].edit { names.remove(from: &$0) } }
  }

  private static let namedEntries = 3

  /// Returns warnings for exclusions or inclusions that match no filter. Often they are misspelled, or not
  /// written like the filters.
  private static func unusedWarnings(
    _ patterns: [FilterPattern], kind: String, of name: String
  ) -> [BuildProblem] {
    var warnings = patterns.filter { $0.file == nil }.map { pattern in
      BuildProblem(name, message: "the \(kind) '\(pattern.text)' matches no filter")
    }
    // A pattern file can have thousands of entries and be shared, so it gets one warning.
    var files: [(name: String, patterns: [FilterPattern])] = []
    var indices: [String: Int] = [:]
    for pattern in patterns {
      guard let name = pattern.file else { continue }
      let index = indices[name, default: files.count]
      if index == files.count { files.append((name, [])) }
      indices[name] = index
      files[index].patterns.append(pattern)
    }
    for (file, own) in files {
      let entries = own.prefix(namedEntries).map { "'\($0.text)'" }.joined(separator: ", ")
      let more = own.count > namedEntries ? " and \(own.count - namedEntries) more" : ""
      warnings.append(
        BuildProblem(file, message: "has \(kind)s of '\(name)' that match no filter: \(entries)\(more)"))
    }
    return warnings
  }
}
