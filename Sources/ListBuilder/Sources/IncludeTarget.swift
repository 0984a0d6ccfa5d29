import Foundation

/// What an instruction to include names, seen from the list in which it stands.
enum IncludeTarget {
  /// The URL that a list at a URL includes.
  static func url(_ target: String, from base: String) throws(BuildProblem) -> String {
    try refuseEscape(target, from: base)
    guard let baseURL = URL(string: base), let url = URL(string: target, relativeTo: baseURL)?.absoluteURL,
      url.host() != nil
    else { throw BuildProblem(base, "includes '\(target)', which is no path") }
    guard url.scheme == baseURL.scheme, url.host() == baseURL.host(), url.port == baseURL.port else {
      throw BuildProblem(
        base, "includes '\(target)' from another origin",
        advice: "name it as a source of the build file if you trust it")
    }
    return url.absoluteString
  }

  /// The file that a list in a file includes, as a path like that of the list.
  static func file(_ target: String, from base: String, root: String) throws(BuildProblem) -> String {
    try refuseEscape(target, from: base)
    guard !target.hasPrefix("/"), !target.contains("://") else {
      throw BuildProblem(
        base, "includes '\(target)', which is not beside or below it",
        advice: "name it as a source of the build file")
    }
    let folder = (base as NSString).deletingLastPathComponent
    let path = folder.isEmpty ? target : "\(folder)/\(target)"
    // A link may not lead out either.
    let resolved = URL(filePath: absolute(path, root)).resolvingSymlinksInPath().path
    let allowed = URL(filePath: absolute(folder, root)).resolvingSymlinksInPath().path
    guard resolved.hasPrefix(allowed.hasSuffix("/") ? allowed : allowed + "/") else {
      throw BuildProblem(base, "includes '\(target)', which leads out of its folder")
    }
    return path
  }

  /// A path of the build file as one of the file system.
  static func absolute(_ path: String, _ root: String) -> String {
    if path.hasPrefix("/") { return path }
    return path.isEmpty ? root : "\(root)/\(path)"
  }

  private static func refuseEscape(_ target: String, from base: String) throws(BuildProblem) {
    let decoded = target.removingPercentEncoding ?? target
    let steps = decoded.split(whereSeparator: { $0 == "/" || $0 == "\\" })
    guard !steps.contains(".."), !decoded.contains("\0") else {
      throw BuildProblem(base, "includes '\(target)', which leads out of its folder")
    }
    guard !target.isEmpty else { throw BuildProblem(base, "has an '!#include' without a path") }
  }
}
