import SluiceSyntax
import SluiceSystem
import SluiceText

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The lists that a list includes.
extension SourceReading {
  private static let maximumDepth = 16

  /// Adds a list and the lists that it includes.
  mutating func add(
    _ document: ListDocument, at place: SourceRecipe.Location, ancestors: [String], constants: Set<String>,
    tree: inout SourceTree, seen: inout Set<String>
  ) {
    seen.insert(document.name)
    let list = documents.list(document, constants: constants)
    tree.documents.append(list.document)
    let ancestors = ancestors + [document.name]
    for include in list.includes {
      do throws(IncludeTarget.Problem) {
        let target: SourceRecipe.Location
        switch place {
        case .url: target = .url(try IncludeTarget.url(include.target, from: document.name))
        case .file, .directory:
          target = .file(try IncludeTarget.file(include.target, from: document.name, root: documents.root))
        }
        guard !ancestors.contains(target.text) else {
          throw .init("which includes it: the includes form a circle", advice: "remove one of the includes")
        }
        guard ancestors.count < Self.maximumDepth else {
          throw .init("which is too deep: at most \(Self.maximumDepth) lists can include one another")
        }
        guard !seen.contains(target.text) else { continue }
        // Lists that are still to be loaded count too, so no more than the maximum are ever requested.
        guard seen.count <= policy.maximumIncludes else {
          // One message is enough for a list and all that include it.
          guard !isFaulty else { return }
          throw .init(
            "but '\(tree.documents[0].publicName)' includes more than \(policy.maximumIncludes.grouped) lists",
            advice: "raise maximumIncludes of 'fetch' in the build file if that is right")
        }
        seen.insert(target.text)
        guard let next = try included(target, by: document, include: include) else { continue }
        add(next, at: target, ancestors: ancestors, constants: constants, tree: &tree, seen: &seen)
      } catch {
        return report(Self.problem(error.reason, include: include, of: document, advice: error.advice))
      }
    }
  }

  private mutating func included(
    _ target: SourceRecipe.Location, by document: ListDocument, include: IncludeScanner.Include
  ) throws(IncludeTarget.Problem) -> ListDocument? {
    let state = state(of: target, for: .part) {
      Self.problem("which cannot be read: \($0)", include: include, of: document)
    }
    switch state {
    case .missing: return nil
    case .failed(let problem):
      let advice = document.location.map {
        "includes are read from the URL that the build file names; if these are at '\($0)', name that URL"
      }
      throw .init("which cannot be read: \(problem.reason)", advice: advice ?? problem.advice)
    case .read(let next):
      try IncludeTarget.requireInside(next, of: document)
      return next
    }
  }

  private static func problem(
    _ reason: String, include: IncludeScanner.Include, of document: ListDocument, advice: String? = nil
  ) -> BuildProblem {
    let target = IncludeTarget.shown(include.target, in: document.name)
    return BuildProblem(
      document.name, message: "line \(include.line + 1) includes '\(target)', \(reason)", advice: advice)
  }
}

/// A scanner for the include directives of a list.
package enum IncludeScanner {
  /// A directive: its line, from 0, its offset, and its target.
  struct Include: Equatable {
    let line: Int
    let offset: Int
    let target: String
  }

  /// Returns the `!#include` directives, and the `%include` directives of python-abp.
  ///
  /// With `constants`, directives in inactive `!#if` blocks are left out. Without them, all are returned.
  static func includes(in bytes: [UInt8], constants: Set<String>?) -> [Include] {
    guard mayInclude(bytes) else { return [] }
    let list = FilterList(parsingInstructionsOf: bytes)
    let active = constants.map { ActiveLines(constants: $0).read(list) }
    var includes: [Include] = []
    for (number, line) in list.lines.enumerated() where active?.isActive(number) ?? true {
      let target: String
      switch line.content {
      case .directive(let directive) where directive.kind == .include:
        target = String(decoding: list.bytes[directive.argument.indices], as: UTF8.self)
      case .rejected(let problem) where problem.reason == .templateInstruction:
        target = templateTarget(list.bytes[line.range.indices])
      case .blank, .comment, .header, .metadata, .directive, .hint, .network, .cosmetic, .hosts,
        .continuation,
        .rejected:
        continue
      }
      let offset = list.place(of: line.range).lowerBound
      includes.append(Include(line: number, offset: offset, target: target))
    }
    return includes
  }

  /// Returns the target of `%include name:path%`.
  ///
  /// The name stands for a folder that is passed to python-abp. In EasyList's repositories, it is the folder
  /// of the template.
  private static func templateTarget(_ line: ArraySlice<UInt8>) -> String {
    var text = String(decoding: line, as: UTF8.self).dropFirst("%include".count)
    if text.hasSuffix("%") { text = text.dropLast() }
    let target = text.trimmed
    guard let colon = target.firstIndex(of: ":"), !target.contains("://") else { return target }
    return String(target[target.index(after: colon)...])
  }

  private static func mayInclude(_ bytes: [UInt8]) -> Bool {
    bytes.span.contains(word: "?include") { $0 == ASCII.hash || $0 == ASCII.percent }
  }

  /// Returns the list with the directives turned into comments, because their targets are read separately.
  ///
  /// Offsets do not change: `!#include` becomes `! include`, `%include` becomes `!include`.
  static func withoutInstructions(_ bytes: [UInt8], includes: [Include]) -> [UInt8] {
    var bytes = bytes
    for include in includes {
      if bytes[include.offset] == ASCII.bang {
        bytes[include.offset + 1] = ASCII.space
      } else {
        bytes[include.offset] = ASCII.bang
      }
    }
    return bytes
  }

  /// Returns whether a comment is a directive that ``withoutInstructions(_:includes:)`` has turned into one.
  package static func isFormerInstruction(_ comment: ArraySlice<UInt8>) -> Bool {
    comment.starts(with: "! include ".utf8) || comment.starts(with: "!include ".utf8)
  }
}

/// The target of an include directive, resolved against the including list.
enum IncludeTarget {
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
    let resolved = resolvingLinks(BuildFile.absolute(path, root: root))
    let allowed = resolvingLinks(BuildFile.absolute(folder, root: root))
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
