import ListBuilding
import PageScript
import Platform
import TrackerRadar

/// A folder with surrogates and their `mapping.json`: the value of `--surrogates`.
struct SurrogateFolder {
  let path: String

  /// The document of the rules that need the scripts, when all of these are there, and the rules of the mapping that the data
  /// has not. The files of the folder are inputs, too.
  func document(
    of radar: TrackerRadar?, _ inputs: inout [InputFile]
  ) throws(CommandError) -> (json: [UInt8], unused: [String]) {
    guard let radar else { throw CommandError(MergeFailure.surrogatesNeedTrackers) }
    let surrogates = Surrogates(radar.data)
    let mapping = try InputFile("mapping.json", in: path, atMost: Self.largestMapping)
    inputs.append(mapping)
    let unused: [String]
    do throws(Surrogates.Problem) {
      // What is no name of a file is no script in this folder.
      let names = try surrogates.scripts(alsoIn: mapping.bytes).filter { FileName($0) != nil }
      unused = try surrogates.check(
        mapping: mapping.bytes, available: names.filter { isFile("\(path)/\($0)") })
    } catch {
      throw CommandError(MergeFailure.surrogates(folder: path, error))
    }
    guard let json = try? surrogates.encodedJSON() else {
      throw CommandError(MergeFailure.notEncodable("surrogates.json"))
    }
    return (json, unused)
  }

  /// The scripts that take the place of those that the rules of the data block; nil where there are none. Only files of the
  /// folder itself are taken, and none by a link.
  func scripts(
    of radar: TrackerRadar?, _ inputs: inout [InputFile]
  ) throws(CommandError) -> PageSurrogates? {
    let rules = radar?.surrogateRules() ?? []
    var scripts: [String: SurrogateScript] = [:]
    for name in PageSurrogates.names(in: rules) {
      guard let file = FileName(name) else { continue }
      let input = try InputFile(file, in: path, atMost: SurrogateScript.maximumBytes)
      do throws(SurrogateScript.Problem) {
        scripts[name] = try SurrogateScript(parsing: input.bytes)
      } catch {
        throw CommandError(PageScriptFailure.unusableSurrogate(path: input.name, error))
      }
      inputs.append(input)
    }
    return PageSurrogates(rules, scripts: scripts)
  }

  /// The most bytes of a mapping: DuckDuckGo's has some kilobytes.
  private static let largestMapping = 1 << 26

  private func isFile(_ path: String) -> Bool { (try? FileStatus.of(path))?.kind == .regular }
}
