/// The lists that a list includes.
extension SourceReading {
  private static let maximumDepth = 16

  /// Adds a list and the lists that it includes.
  mutating func add(
    _ document: ListDocument, at place: SourceRecipe.Location, ancestors: [String], _ constants: Set<String>,
    _ tree: inout SourceTree, _ seen: inout Set<String>
  ) {
    seen.insert(document.name)
    let list = documents.list(document, constants)
    tree.documents.append(list.document)
    let ancestors = ancestors + [document.name]
    for include in list.includes {
      do throws(IncludeTarget.Problem) {
        let target: SourceRecipe.Location
        switch place {
        case .url: target = .url(try IncludeTarget.url(include.target, from: document.name))
        case .file, .directory:
          target = .file(try IncludeTarget.file(include.target, from: document.name, root: documents.root))
        }
        guard !ancestors.contains(target.text) else {
          throw .init("which includes it: the includes form a circle", advice: "remove one of the includes")
        }
        guard ancestors.count < Self.maximumDepth else {
          throw .init("which is too deep: at most \(Self.maximumDepth) lists can include one another")
        }
        guard !seen.contains(target.text) else { continue }
        // Lists that are still to be loaded count too, so no more than the maximum are ever requested.
        guard seen.count <= policy.maximumIncludes else {
          // One message is enough for a list and all that include it.
          guard !isFaulty else { return }
          throw .init(
            "but '\(tree.documents[0].publicName)' includes more than \(policy.maximumIncludes.grouped) lists",
            advice: "raise maximumIncludes of 'fetch' in the build file if that is right")
        }
        seen.insert(target.text)
        guard let next = try included(target, by: document, include) else { continue }
        add(next, at: target, ancestors: ancestors, constants, &tree, &seen)
      } catch {
        return report(Self.problem(error.reason, include, of: document, advice: error.advice))
      }
    }
  }

  /// Returns the list that another one includes; nil if it is missing.
  private mutating func included(
    _ target: SourceRecipe.Location, by document: ListDocument, _ include: IncludeScanner.Include
  ) throws(IncludeTarget.Problem) -> ListDocument? {
    let state = state(of: target, for: .part) {
      Self.problem("which cannot be read: \($0)", include, of: document)
    }
    switch state {
    case .missing: return nil
    case .failed(let problem):
      let advice = document.location.map {
        "includes are read from the URL that the build file names; if these are at '\($0)', name that URL"
      }
      throw .init("which cannot be read: \(problem.reason)", advice: advice ?? problem.advice)
    case .read(let next):
      try IncludeTarget.requireInside(next, of: document)
      return next
    }
  }

  private static func problem(
    _ reason: String, _ include: IncludeScanner.Include, of document: ListDocument, advice: String? = nil
  ) -> BuildProblem {
    let target = IncludeTarget.shown(include.target, in: document.name)
    return BuildProblem(
      document.name, "line \(include.line + 1) includes '\(target)', \(reason)", advice: advice)
  }
}
