import Conversion

extension ListBuild {
  /// What is converted together.
  struct Part {
    /// What its files are called behind the name of the list; nil for the whole list.
    let name: String?
    /// The inputs whose filters become its rules.
    let inputs: [ListInput]
    /// For each of ``sources`` which of all inputs it is.
    let numbers: [Int]
    /// What is converted: first these inputs, then every other input, of which nothing is left but exceptions and
    /// `$badfilter`, since those hold for filters of any input.
    let sources: [ParsedSource]
    /// For each of ``sources`` its text as it was read, for the places that reports give.
    let documents: [Source]
  }

  /// All of the list.
  func whole(_ parsed: [ParsedSource]) -> Part {
    Part(
      name: nil, inputs: inputs, numbers: Array(inputs.indices), sources: parsed,
      documents: inputs.map(\.source))
  }

  /// A part for each source; see ``Part/sources``.
  func parts(of parsed: [ParsedSource]) -> [Part] {
    let others = parsed.map(Self.actingOnOthers)
    let names = partNames()
    return Set(inputs.map(\.origin)).sorted().compactMap { origin in
      let name: String
      switch origin {
      case .source(let number): name = names[number]
      case .foreign: name = Self.foreignName
      // They have nothing to lift in a list of their own.
      case .beside: return nil
      }
      let own = inputs.indices.filter { inputs[$0].origin == origin }
      let rest = inputs.indices.filter { inputs[$0].origin != origin }
      return Part(
        name: name, inputs: own.map { inputs[$0] },
        numbers: own + rest,
        sources: own.map { parsed[$0] } + rest.map { others[$0] },
        documents: (own + rest).map { inputs[$0].source })
    }
  }

  /// The list with nothing but the filters that act on others.
  private static func actingOnOthers(_ source: ParsedSource) -> ParsedSource {
    var editor = ListEditor(source.list, dialect: source.dialect)
    editor.keepActingOnOthers()
    return ParsedSource(name: source.name, list: editor.list, dialect: editor.dialect)
  }

  /// What filters of other lists are called in names of files.
  private static let foreignName = "foreign"

  /// What each source is called in names of files: no two alike where a file system ignores case, and none like
  /// the other files of a list.
  private func partNames() -> [String] {
    var taken: Set<String> = ["advanced", "trackers", Self.foreignName]
    return recipe.sources.enumerated().map { number, source in
      let last = source.place.name.split(separator: "/").last.map(String.init) ?? ""
      var name = ListRecipe.name(
        from: source.name ?? (last.hasSuffix(".txt") ? String(last.dropLast(4)) : last))
      while !taken.insert(name.lowercased()).inserted { name += "-\(number + 1)" }
      return name
    }
  }
}
