import SluiceSyntax
import SluiceSystem
import SluiceText

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension BuildFile {
  /// Parses a build file, or a HostlistCompiler configuration, which has its sources at the top level.
  ///
  /// Both are JSON5: comments, trailing commas and unquoted keys are allowed.
  ///
  /// - Parameters:
  ///   - file: The contents of the file.
  ///   - name: The name of the file in messages; nil for the name of the file that was read.
  package init(parsing file: some InputBytes & ~Escapable, name: String? = nil) throws(BuildFileMistake) {
    let name = name ?? file.inputName ?? Self.fileName
    try self.init(JSON5Text(parsing: file.inputArray(), name: name))
  }

  /// Decodes a build file or a HostlistCompiler configuration.
  init(_ text: JSON5Text) throws(BuildFileMistake) {
    self =
      text.layout.isHostlistCompiler
      ? try text.decode(HostlistCompilerFile.self).buildFile : try text.decode(BuildFile.self)
  }
}

extension JSON5Text {
  /// The location of each text below the keys `sources` and `trackerRadar`, by the text without secrets.
  var sourcePlaces: [String: TextLocation] {
    var places: [(text: String, offset: Int)] = []
    layout.root.addTexts(below: ["sources", "trackerRadar"], to: &places)
    var counter = PositionCounter()
    var found: [String: TextLocation] = [:]
    for place in places {
      let location = counter.location(of: place.offset..<place.offset, in: bytes.span, file: name)
      if found[place.text] == nil { found[place.text] = location }
    }
    return found
  }
}

extension JSON5Layout.Node {
  /// Adds the texts below these keys, in file order.
  fileprivate func addTexts(
    below keys: Set<String>, isBelow: Bool = false, to places: inout [(text: String, offset: Int)]
  ) {
    switch self {
    case .object(_, let members):
      for member in members {
        member.value.addTexts(below: keys, isBelow: isBelow || keys.contains(member.key), to: &places)
      }
    case .array(_, let elements):
      for element in elements { element.addTexts(below: keys, isBelow: isBelow, to: &places) }
    case .text(let offset, let text):
      if isBelow { places.append((URLSecrets.removed(fromLocation: text), offset)) }
    case .scalar: break
    }
  }
}

extension JSON5Layout {
  fileprivate var isHostlistCompiler: Bool {
    guard case .object(_, let members) = root else { return false }
    return !members.contains { $0.key == "lists" } && members.contains { $0.key == "sources" }
  }
}

extension BuildFile {
  /// A build file and its location.
  package struct Found {
    /// The path of the file, as messages show it.
    package let name: String
    /// The folder that relative paths in the file refer to.
    package let root: String
    package let file: BuildFile
    /// The location of each source in the file, by the text of the source without secrets.
    package let places: [String: TextLocation]

    /// The files that define the build: the build file itself, and its schema if it is a file.
    package var inputs: [String] {
      guard let schema = file.schema, !schema.contains("://") else { return [name] }
      return [name, BuildFile.absolute(String(schema.prefix { $0 != "#" }), root: root)]
    }

    /// Returns the output directory: the given one, the one in the file, or `public` next to the file.
    package func output(_ asked: String?) -> String {
      asked ?? file.outputFolder(from: root)
    }
  }

  /// Returns the output directory that the file names, or `public` next to the file.
  package func outputFolder(from root: String) -> String { Self.absolute(output ?? "public", root: root) }

  static func absolute(_ path: String, root: String) -> String {
    if path.hasPrefix("/") { return path }
    return path.isEmpty ? root : "\(root)/\(path)"
  }

  /// Reads a build file: the given file, the one in the given folder, or the first one in the current folder
  /// or any parent.
  package static func find(_ path: String?) throws(BuildProblem) -> Result<Found, BuildFileMistake> {
    let name: String
    if let path {
      let isFolder = (try? FileStatus.of(path).kind) == .folder
      name =
        isFolder
        ? try self.path(in: path) ?? (path.hasSuffix("/") ? path + fileName : "\(path)/\(fileName)") : path
    } else {
      name = try nearest()
    }
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try contents(of: name)
    } catch {
      guard error != .notFound || !RemoteURL.matches(name) else {
        throw BuildProblem(
          name, message: "is a URL, and a build file is a file that names URLs",
          advice: "write sluice.json: {lists: [{name: \"ads\", sources: [\"URL\"]}]}")
      }
      throw BuildProblem(
        cannot: "read", name, reason: error.reasonNotRead,
        advice: error == .notFound
          ? Pathname.nearest(to: name).map { "did you mean '\($0)'?" } ?? "check the path of the build file"
          : nil)
    }
    do throws(BuildFileMistake) {
      let text = try JSON5Text(parsing: bytes, name: name)
      return .success(
        Found(
          name: name, root: Pathname.folder(of: name), file: try BuildFile(text), places: text.sourcePlaces))
    } catch {
      if case .list = ListJudgement(of: bytes) {
        throw BuildProblem(
          name, message: "is a filter list, and a build file is JSON5 that names lists",
          advice: "use 'sluice convert', or name the list in sluice.json:"
            + " {lists: [{name: \"ads\", sources: [\"my.txt\"]}]}")
      }
      return .failure(error)
    }
  }

  /// Reads a build file, which can also come through a pipe.
  private static func contents(of path: String) throws(SystemError) -> [UInt8] {
    let file = try OpenFile.open(path)
    defer { try? file.close() }
    return try file.readInput().bytes
  }

  private static func nearest() throws(BuildProblem) -> String {
    if let name = try path(in: "") { return name }
    var folder = (try? Pathname.resolved(".")) ?? ""
    while folder != "/", !folder.isEmpty {
      folder = Pathname.folder(of: folder)
      if let name = try path(in: folder) { return name }
    }
    throw BuildProblem(
      fileName, message: "not found in this folder or any parent",
      advice: "write one with 'sluice init', or name a build file")
  }

  /// Returns the path of the build file in a folder, or nil if it has none. An empty path is the current
  /// folder.
  package static func path(in folder: String) throws(BuildProblem) -> String? {
    let prefix = folder.isEmpty || folder.hasSuffix("/") ? folder : "\(folder)/"
    let found = fileNames.filter { (try? FileStatus.of(prefix + $0).kind) == .regular }
    guard found.count < 2 else {
      let others = found.dropFirst().map { "'\($0)'" }.joined(separator: " and ")
      throw BuildProblem(
        prefix + found[0],
        message:
          "\(others) in the same folder \(found.count == 2 ? "is a build file" : "are build files") too",
        advice: "remove all but one, or name the build file")
    }
    return found.first.map { prefix + $0 }
  }

  /// The default folder for cached copies of fetched lists.
  package static var defaultCache: String {
    let own = { CurrentProcess.variable($0).flatMap { $0.hasPrefix("/") ? $0 : nil } }
    // On Linux, Foundation reads the home directory from the user database and ignores `HOME`.
    return "\(own("XDG_CACHE_HOME") ?? "\(own("HOME") ?? URL.homeDirectory.path)/\(Pathname.caches)")/sluice"
  }

  /// The hosts of all URLs in the build file.
  package var namedHosts: Set<String> {
    var texts: [String] = []
    for list in lists {
      var places = list.sources.map(\.location)
      if let trackers = list.trackers {
        places += [trackers.blocklist] + trackers.exceptions + [trackers.surrogates].compactMap { $0 }
      }
      texts += places.map(\.text) + list.includeFiles + list.excludeFiles
      texts += list.sources.flatMap { $0.includeFiles + $0.excludeFiles }
    }
    return Set(texts.compactMap { try? RemoteURL($0) }.map(\.host))
  }
}

extension Pathname {
  /// Returns the path in the same folder that a path to nothing most likely means, or nil if no name is close.
  package static func nearest(to path: String) -> String? {
    let (folder, missing) = (folder(of: path), name(of: path))
    // A link that leads nowhere has the same name.
    let names = names(in: folder).filter { !$0.hasPrefix(".") && $0 != missing }
    guard let name = Suggestion.nearest(to: missing, among: names) else { return nil }
    return path.contains("/") ? path.dropLast(missing.count) + name : name
  }
}
