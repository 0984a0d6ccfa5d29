import Foundation

/// What an instruction to include names, seen from the list in which it stands.
enum IncludeTarget {
  /// The URL that a list at a URL includes: on the same server, in the folder of the list or below it.
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

  /// Refuses what a list includes if its server led to another place than the list is in: the folder of the
  /// list's URL, or of where the server led for the list itself.
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

  /// The file that a list in a file includes, as a path like that of the list.
  static func file(_ target: String, from base: String, root: String) throws(BuildProblem) -> String {
    try refuseEscape(target, from: base)
    guard !target.hasPrefix("/"), !target.contains("://") else {
      throw BuildProblem(
        base, "includes '\(target)', which is outside its folder",
        advice: "name it as a source of the build file")
    }
    let folder = (base as NSString).deletingLastPathComponent
    let path = folder.isEmpty ? target : "\(folder)/\(target)"
    // A link may not lead out either.
    let resolved = URL(filePath: absolute(path, root)).resolvingSymlinksInPath().path
    let allowed = URL(filePath: absolute(folder, root)).resolvingSymlinksInPath().path
    guard resolved.hasPrefix(allowed.hasSuffix("/") ? allowed : allowed + "/") else {
      throw escape(target, from: base)
    }
    return path
  }

  /// A path of the build file as one of the file system.
  static func absolute(_ path: String, _ root: String) -> String {
    if path.hasPrefix("/") { return path }
    return path.isEmpty ? root : "\(root)/\(path)"
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

  /// What messages call it: in a URL secrets can stand, and in the name of a file they do not.
  static func shown(_ target: String, in base: String) -> String {
    (try? RemoteURL(base)) == nil ? target : URLSecrets.removed(fromReference: target)
  }
}
