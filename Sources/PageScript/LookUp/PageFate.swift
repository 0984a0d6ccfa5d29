import Conversion

/// What becomes of a filter in the scripts for pages.
public enum PageFate: Hashable, Sendable {
  /// It is done.
  case done(PageDeed)
  /// It takes filters with the same body away, or the scriptlet of this name with these arguments, nil for any.
  case exception(scriptlet: String?, arguments: [String]?)
  /// It takes all scriptlets away.
  case exceptionToScriptlets
  /// It takes all filters of these parts away from whole pages.
  case exemption(PageExemption.Parts)
  /// It is not done.
  case notDone(PageFilterProblem)
}

extension PageScript {
  /// What becomes of the filters, each by itself. Exceptions to nothing that is ever done are not among them.
  public static func fates(of deferred: DeferredFilters, in lists: [List]) -> [PageFate] {
    let filters = PageFilters(deferred, of: lists)
    var fates = filters.filters.map { PageFate.done(PageDeed($0)) }
    fates += filters.exceptions.map { exception in
      switch exception.identity {
      case .action: .exception(scriptlet: nil, arguments: [])
      case .scriptlet(let scriptlet, let arguments):
        .exception(scriptlet: scriptlet.rawValue, arguments: arguments)
      case .everyScriptlet(let scriptlet): .exception(scriptlet: scriptlet.rawValue, arguments: nil)
      case .allScriptlets: .exceptionToScriptlets
      }
    }
    fates += deferred.exemptions.map { exemption in
      guard exemption.hosts == nil else { return .exemption(exemption.parts) }
      return .notDone(
        PageFilterProblem(
          reason: .pageException, source: exemption.source, location: exemption.location, text: ""))
    }
    return fates + filters.problems.filter { $0.reason != .pageException }.map { .notDone($0) }
  }
}
