import Foundation
import SluiceSystem

/// The target of an include directive, resolved against the including list.
enum IncludeTarget {
  /// Returns the URL that a list at a URL includes. It must be on the same server, in the folder of the list
  /// or below.
  static func url(_ target: String, from base: String) throws(BuildProblem) -> String {
    try refuseEscape(target, from: base)
    let (from, url): (RemoteURL, RemoteURL)
    do throws(RemoteURL.Problem) {
      from = try RemoteURL(base)
      url = try RemoteURL(target, relativeTo: from)
    } catch {
      throw BuildProblem(base, "includes '\(shown(target, in: base))', which \(error)")
    }
    guard url.isOnServer(of: from) else {
      throw BuildProblem(
        base, "includes '\(shown(target, in: base))' from another origin",
        advice: "name it as a source of the build file if you trust it")
    }
    guard url.isInFolder(of: from) else { throw escape(target, from: base) }
    return url.text
  }

  /// Throws if an included document was redirected to a place outside the list's folder.
  ///
  /// The list's folder is the folder of its URL, or of the URL that the list itself was redirected to.
  static func requireInside(
    _ document: ListDocument, of list: ListDocument, target: String
  ) throws(BuildProblem) {
    guard let location = document.location else { return }
    let places = [list.name, list.location].compactMap { $0 }.compactMap { try? RemoteURL($0) }
    if let url = try? RemoteURL(location), places.contains(where: url.isInFolder) { return }
    throw BuildProblem(
      list.name,
      "includes '\(shown(target, in: list.name))', for which the server leads to '\(location)', out of the list's folder",
      advice: "name it as a source of the build file if you trust it")
  }

  /// Returns the path of the file that a local list includes, in the same form as the path of the list.
  static func file(_ target: String, from base: String, root: String) throws(BuildProblem) -> String {
    try refuseEscape(target, from: base)
    guard !target.hasPrefix("/"), !target.contains("://") else {
      throw BuildProblem(
        base, "includes '\(target)', which is outside its folder",
        advice: "name it as a source of the build file")
    }
    let folder = (base as NSString).deletingLastPathComponent
    let path = folder.isEmpty ? target : "\(folder)/\(target)"
    // Symbolic links must not lead out of the folder either.
    let resolved = resolvingLinks(BuildFile.absolute(path, root))
    let allowed = resolvingLinks(BuildFile.absolute(folder, root))
    guard resolved.hasPrefix(allowed.hasSuffix("/") ? allowed : allowed + "/") else {
      throw escape(target, from: base)
    }
    return path
  }

  private static func resolvingLinks(_ path: String) -> String {
    URL(filePath: Path.ofSystem(path)).resolvingSymlinksInPath().path
  }

  private static func refuseEscape(_ target: String, from base: String) throws(BuildProblem) {
    guard !target.isEmpty else { throw BuildProblem(base, "has an '!#include' without a path") }
    guard !RemoteURL.climbs(target), !target.contains("\0") else { throw escape(target, from: base) }
  }

  private static func escape(_ target: String, from base: String) -> BuildProblem {
    BuildProblem(
      base, "includes '\(shown(target, in: base))', which leads out of its folder",
      advice: "name it as a source of the build file if it is to be part of the list")
  }

  /// Returns the target for messages. Secrets are removed from URLs; file names have none.
  static func shown(_ target: String, in base: String) -> String {
    (try? RemoteURL(base)) == nil ? target : URLSecrets.removed(fromReference: target)
  }
}
