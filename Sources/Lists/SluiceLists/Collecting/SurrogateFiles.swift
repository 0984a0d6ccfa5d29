import SluiceCodecs
import SluicePageScript
import SluiceSystem
import SluiceText
import SluiceTrackers

/// The files of a folder that can be surrogates. The Tracker Radar data decides which of them are needed.
enum SurrogateFiles {
  /// Returns the surrogate names in a `tds.json` that can be file names in a folder at a URL, in order.
  ///
  /// Returns an empty array if the JSON is not Tracker Radar data. The build reports that later.
  static func names(in blocklist: [UInt8]) -> [String] {
    guard let data = try? TrackerData.decodingJSON(blocklist).data else { return [] }
    return Surrogates(data).scripts.filter { name in
      !name.isEmpty && !name.hasPrefix(".")
        && name.utf8.allSatisfy { $0.isLetter || $0.isDigit || "-._".utf8.contains($0) }
    }
  }

  /// Reads the regular files of a folder that are small enough, by file name. Links are not followed.
  ///
  /// - Parameter stamped: Returns the path in the file system and records its state.
  static func read(
    _ folder: String, stamped: (String) -> String
  ) throws(SystemError) -> [String: ListDocument] {
    var scripts: [String: ListDocument] = [:]
    let directory = try Directory(stamped(folder))
    for name in try directory.names() where !name.description.hasPrefix(".") {
      guard try directory.status(of: name).kind == .regular else { continue }
      let path = folder.hasSuffix("/") ? "\(folder)\(name)" : "\(folder)/\(name)"
      _ = stamped(path)
      do throws(SystemError) {
        let bytes = try directory.contents(of: name, atMost: SurrogateScript.maximumBytes)
        scripts[name.description] = ListDocument(
          name: path, bytes: bytes, sha256: SHA256.digest(of: bytes).description)
      } catch {
        guard error == .tooLarge else { throw error }
      }
    }
    return scripts
  }
}
