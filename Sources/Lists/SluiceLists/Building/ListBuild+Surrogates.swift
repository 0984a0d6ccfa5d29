import SluicePageScript
import SluiceTrackers

extension ListBuild {
  /// Returns the surrogates that the rules need, if they were requested. Throws if one is missing or is not a
  /// valid script.
  func pageSurrogates(_ radar: TrackerRadar?) throws(BuildFailure) -> PageSurrogates? {
    guard let folder = recipe.trackers?.surrogates, let radar else { return nil }
    let rules = radar.surrogateRules()
    var problems: [BuildProblem] = []
    var scripts: [String: SurrogateScript] = [:]
    for name in PageSurrogates.names(in: rules) {
      guard let document = surrogates[name] else {
        problems.append(
          surrogateProblems[name]
            ?? BuildProblem(
              folder.name,
              "has no surrogate '\(name)', which is a file of at most \(SurrogateScript.maximumBytes.grouped) bytes"
            ))
        continue
      }
      do throws(SurrogateScript.Problem) {
        scripts[name] = try SurrogateScript(parsing: document.bytes)
      } catch {
        problems.append(BuildProblem(document.publicName, "cannot be a surrogate: \(error)"))
      }
    }
    guard problems.isEmpty else { throw BuildFailure(problems: problems) }
    return PageSurrogates(rules, scripts: scripts)
  }
}
