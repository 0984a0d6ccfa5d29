import SluiceRules
import TestSupport

extension EngineTool {
  /// Returns the release of an engine.
  static func version(of engine: String) throws -> Version {
    let release = try release(of: engine)
    return Version(release.major, release.minor)
  }
}
