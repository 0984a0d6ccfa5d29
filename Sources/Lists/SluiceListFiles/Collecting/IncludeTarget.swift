#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import SluiceSystem

/// The target of an include directive, resolved against the including list.
enum IncludeTarget {
  /// The reason why a target is not read.
  struct Problem: Error {
    /// The reason, as the end of a sentence about the include.
    let reason: String
    let advice: String?

    init(_ reason: String, advice: String? = nil) { (self.reason, self.advice) = (reason, advice) }
  }

  /// Returns the URL that a list at a URL includes. It must be on the same server, in the folder of the list
  /// or below.
  static func url(_ target: String, from base: String) throws(Problem) -> String {
    try refuseEscape(target)
    let (from, url): (RemoteURL, RemoteURL)
    do throws(RemoteURL.Problem) {
      from = try RemoteURL(base)
      url = try RemoteURL(target, relativeTo: from)
    } catch {
      throw Problem("which \(error)")
    }
    guard url.isOnServer(of: from) else {
      throw Problem(
        "which is from another origin", advice: "name it as a source of the build file if you trust it")
    }
    guard url.isInFolder(of: from) else { throw escape }
    return url.text
  }

  /// Throws if an included document was redirected to a place outside the list's folder.
  ///
  /// The list's folder is the folder of its URL, or of the URL that the list itself was redirected to.
  static func requireInside(_ document: ListDocument, of list: ListDocument) throws(Problem) {
    guard let location = document.location else { return }
    let places = [list.name, list.location].compactMap { $0 }.compactMap { try? RemoteURL($0) }
    if let url = try? RemoteURL(location), places.contains(where: url.isInFolder) { return }
    throw Problem(
      "which the server redirects to '\(location)', outside the list's folder",
      advice: "name it as a source of the build file if you trust it")
  }

  /// Returns the path of the file that a local list includes, in the same form as the path of the list.
  static func file(_ target: String, from base: String, root: String) throws(Problem) -> String {
    try refuseEscape(target)
    guard !target.hasPrefix("/"), !target.contains("://") else {
      throw Problem("which is outside its folder", advice: "name it as a source of the build file")
    }
    let folder = base.contains("/") ? Pathname.folder(of: base) : ""
    let path = folder.isEmpty ? target : "\(folder)/\(target)"
    // Symbolic links must not lead out of the folder either.
    let resolved = resolvingLinks(BuildFile.absolute(path, root))
    let allowed = resolvingLinks(BuildFile.absolute(folder, root))
    guard resolved.hasPrefix(allowed.hasSuffix("/") ? allowed : allowed + "/") else {
      throw escape
    }
    return path
  }

  private static func resolvingLinks(_ path: String) -> String {
    URL(filePath: Pathname.ofSystem(path)).resolvingSymlinksInPath().path
  }

  private static func refuseEscape(_ target: String) throws(Problem) {
    guard !target.isEmpty else { throw Problem("which is empty", advice: "write the path of a list") }
    guard !RemoteURL.climbs(target), !target.contains("\0") else { throw escape }
  }

  private static let escape = Problem(
    "which is outside its folder",
    advice: "to include this list, name it as a source in the build file")

  /// Returns the target for messages. Secrets are removed from URLs; file names have none.
  static func shown(_ target: String, in base: String) -> String {
    (try? RemoteURL(base)) == nil ? target : URLSecrets.removed(fromReference: target)
  }
}
