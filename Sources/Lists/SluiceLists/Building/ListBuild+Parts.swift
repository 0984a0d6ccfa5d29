import SluiceConversion

extension ListBuild {
  /// The inputs of one conversion.
  struct Part {
    /// The suffix of its file names after the name of the list; nil for the entire list.
    let name: String?
    /// The inputs whose filters become rules.
    let inputs: [ListInput]
    /// The index of each of ``sources`` among all inputs.
    let numbers: [Int]
    /// The sources to convert. Those of ``inputs`` come first. All others follow, reduced to exceptions and
    /// `$badfilter`, because those apply to filters of any input.
    let sources: [ParsedSource]
    /// The original text of each of ``sources``, for the locations in reports.
    let documents: [Source]
  }

  /// Returns a part with all inputs of the list.
  func whole(_ parsed: [ParsedSource]) -> Part {
    Part(
      name: nil, inputs: inputs, numbers: Array(inputs.indices), sources: parsed,
      documents: inputs.map(\.source))
  }

  /// Returns a part for each source; see ``Part/sources``.
  func parts(of parsed: [ParsedSource]) -> [Part] {
    let others = parsed.map(Self.actingOnOthers)
    let names = partNames()
    return Set(inputs.map(\.origin)).sorted().compactMap { origin in
      let name: String
      switch origin {
      case .source(let number): name = names[number]
      case .foreign: name = Self.foreignName
      // In a separate list, exceptions have nothing to override.
      case .usedWith: return nil
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

  /// Returns the source reduced to filters that act on other filters.
  private static func actingOnOthers(_ source: ParsedSource) -> ParsedSource {
    var editor = ListEditor(source.list)
    editor.keepActingOnOthers()
    return ParsedSource(
      name: source.name, list: editor.list, dialect: editor.dialect, accepts: source.accepts)
  }

  /// The suffix for filters from other lists.
  private static let foreignName = "foreign"

  /// Returns a suffix for each source. Suffixes differ by more than case, and differ from those of the list's
  /// other files.
  private func partNames() -> [String] {
    var taken: Set<String> = ["advanced", "trackers", Self.foreignName]
    return recipe.sources.enumerated().map { number, source in
      let last = source.location.name.split(separator: "/").last.map(String.init) ?? ""
      var name = ListRecipe.name(
        from: source.name ?? (last.hasSuffix(".txt") ? String(last.dropLast(4)) : last))
      while !taken.insert(name.lowercased()).inserted { name += "-\(number + 1)" }
      return name
    }
  }
}
