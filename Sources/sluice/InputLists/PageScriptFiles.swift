import SluiceLists
import SluicePageScript
import SluiceSystem
import SluiceTrackers

/// The files that `--page-script NAME` writes.
struct PageScriptFiles {
  struct File: Equatable {
    let name: String
    let bytes: Int
  }

  private let isolated: Destination
  private let page: Destination

  var destinations: [Destination] { [isolated, page] }

  /// Creates the destinations; returns nil if `name` is nil.
  init?(
    _ name: String?, of command: CommandName, besides others: [Destination]
  ) throws(CommandError) {
    guard let name else { return nil }
    guard name != "-", !name.isEmpty, !name.hasSuffix("/") else {
      throw .scriptNeedsOwnFiles(of: command)
    }
    func destination(_ world: PageScript.World) throws(CommandError) -> Destination {
      let destination = try Destination.unnamed(Self.name(name, world: world))
      guard !others.contains(where: { $0.isSame(as: destination) }) else {
        throw .scriptNeedsOwnFiles(of: command)
      }
      guard try destination.isOurs || destination.isNew else {
        throw .failure(
          "\(destination.name.quotedName) exists and is not a script that Sluice wrote",
          advice: "give --page-script another name, or move it away")
      }
      return destination
    }
    isolated = try destination(.isolated)
    page = try destination(.page)
  }

  /// Returns the file name of a script: `NAME.isolated.js` or `NAME.page.js`.
  static func name(_ name: String, world: PageScript.World) -> String { "\(name).\(world.rawValue).js" }

  /// Writes the scripts. Removes the file of a script that is no longer needed, because pages would continue
  /// to run it.
  func write(_ script: PageScript?, in batch: OutputBatch) throws(CommandError) -> [File] {
    var files: [File] = []
    for (bytes, destination) in [(script?.isolated, isolated), (script?.page, page)] {
      if let bytes {
        try batch.add(bytes, to: destination)
        files.append(File(name: destination.name, bytes: bytes.count))
      } else if try destination.isOurs {
        try batch.drop(destination)
      }
    }
    return files
  }
}

extension CommandError {
  fileprivate static func scriptNeedsOwnFiles(of command: CommandName) -> CommandError {
    .usage(
      "option '--page-script' needs files of its own: another output has the same name",
      advice: "name other files", of: command)
  }
}

extension Destination {
  /// Whether no existing content would be lost.
  fileprivate var isNew: Bool {
    switch kind {
    case .stream, .special, .file(_, nil): true
    case .file(_, let existing?): existing.size == 0
    }
  }

  /// Whether an existing file is a page script.
  fileprivate var isOurs: Bool {
    get throws(CommandError) {
      guard case .file(let path, _?) = kind else { return false }
      guard let file = FileName(Pathname.name(of: path)) else { return false }
      let former = try CommandError.of({ .unreadable(name, because: $0) }) { () throws(SystemError) in
        try Directory(Pathname.folder(of: path)).contents(of: file)
      }
      return former.starts(with: "\(PageScript.firstLine)\n".utf8)
    }
  }
}
