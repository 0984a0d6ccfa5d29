import Bytes
import Codecs
import PageScript
import Platform
import TrackerRadar

/// The files of a folder that could be surrogates. Which are needed is said by the data, and what of these is not there is
/// missing.
enum SurrogateFiles {
  /// The names that a tds.json has for surrogates, in their order: those that can be names of files in a folder at a URL.
  /// None of what is no such data, of which the build says so later.
  static func names(in blocklist: [UInt8]) -> [String] {
    guard let data = try? TrackerData.decodingJSON(blocklist).data else { return [] }
    return Surrogates(data).scripts.filter { name in
      !name.isEmpty && !name.hasPrefix(".")
        && name.utf8.allSatisfy { $0.isLetter || $0.isDigit || "-._".utf8.contains($0) }
    }
  }

  /// Reads the regular files of a folder that are small enough, by their names in it; links are followed to none.
  ///
  /// - Parameter stamped: gives the path in the file system, and notes what is there.
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
