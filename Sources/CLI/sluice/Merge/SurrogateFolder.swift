import SluiceLists
import SluicePageScript
import SluiceSystem
import SluiceTrackers

/// A folder with surrogates and their `mapping.json`: the value of `--surrogates`.
struct SurrogateFolder {
  let path: String

  /// Returns the surrogate rules as JSON, and the rules that only the mapping contains. Throws if a script is
  /// missing. Adds mapping.json to the inputs.
  func document(
    of radar: TrackerRadar?, _ inputs: inout [InputFile]
  ) throws(CommandError) -> (json: [UInt8], unused: [String]) {
    guard let radar else { throw CommandError(MergeFailure.surrogatesNeedTrackers) }
    let surrogates = Surrogates(radar.data)
    let mapping = try InputFile("mapping.json", in: path, atMost: Self.largestMapping)
    inputs.append(mapping)
    let unused = try CommandError.of({ MergeFailure.surrogates(folder: path, $0) }) {
      () throws(Surrogates.Problem) in
      // A name that is not a file name cannot be a script in this folder.
      let names = try surrogates.scripts(alsoIn: mapping.bytes).filter { FileName($0) != nil }
      return try surrogates.check(
        mapping: mapping.bytes, available: names.filter { isFile("\(path)/\($0)") })
    }
    guard let json = try? surrogates.encodedJSON() else {
      throw CommandError(MergeFailure.notEncodable("surrogates.json"))
    }
    return (json, unused)
  }

  /// Returns the surrogates that replace blocked scripts; nil if the Tracker Radar data needs no surrogates.
  /// Only files directly in the folder are used, and links are not followed.
  func scripts(
    of radar: TrackerRadar?, _ inputs: inout [InputFile]
  ) throws(CommandError) -> PageSurrogates? {
    let rules = radar?.surrogateRules() ?? []
    var scripts: [String: SurrogateScript] = [:]
    for name in PageSurrogates.names(in: rules) {
      guard let file = FileName(name) else { continue }
      let input = try InputFile(file, in: path, atMost: SurrogateScript.maximumBytes)
      scripts[name] = try CommandError.of({
        PageScriptFailure.unusableSurrogate(path: input.name, $0)
      }) { () throws(SurrogateScript.Problem) in try SurrogateScript(parsing: input.bytes) }
      inputs.append(input)
    }
    return PageSurrogates(rules, scripts: scripts)
  }

  /// The maximum size of a mapping in bytes. DuckDuckGo's mapping has a few kilobytes.
  private static let largestMapping = 1 << 26

  private func isFile(_ path: String) -> Bool { (try? FileStatus.of(path))?.kind == .regular }
}
