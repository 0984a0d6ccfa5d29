import SluiceListFiles
import SluiceLists
import SluiceSyntax
import SluiceSystem

struct InputFile: Sendable {
  /// The name in diagnostics.
  let name: String
  let bytes: [UInt8]
  /// The identity of the file, if it is a regular file.
  let identity: FileIdentity?
  /// The encoding of the file that ``bytes`` were decoded from.
  private(set) var storage = ListText.Storage.plain
  /// The judgement of the content, once it is made.
  private(set) var judgement: ListJudgement?

  /// Creates an input from contents that were read elsewhere.
  init(name: String, bytes: [UInt8], identity: FileIdentity? = nil) {
    (self.name, self.bytes, self.identity) = (name, bytes, identity)
  }

  static let standardInputName = "<stdin>"

  /// Reads a file, pipe or device, or standard input for `-`.
  init(_ path: String) throws(CommandError) {
    let isStandardInput = path == "-"
    let name = isStandardInput ? "standard input" : path
    ReadFiles.current?.add(path)
    do throws(SystemError) {
      let isWatched = ReadFiles.current?.refusesPipes ?? false
      let file =
        isStandardInput ? .standardInput : try isWatched ? .regularFile(path) : OpenFile.open(path)
      defer { if !isStandardInput { try? file.close() } }
      let (bytes, status) = try file.readInput()
      self.bytes = bytes
      self.name = isStandardInput ? Self.standardInputName : path
      identity = status.kind == .regular ? status.identity : nil
    } catch {
      throw .unreadable(name, because: error)
    }
  }

  /// The file as UTF-8 text. Gzip files are decompressed, and UTF-16 is converted.
  var asText: InputFile {
    let text = ListText(of: bytes)
    var file = InputFile(name: name, bytes: text.bytes, identity: identity)
    file.storage = text.storage
    return file
  }

  /// Returns the file with the judgement of its content, which is made once.
  func judged(as dialect: Dialect?) -> InputFile {
    var file = self
    file.judgement = judgement ?? ListJudgement(of: bytes, dialect: dialect)
    return file
  }

  /// The kind of a judged file that is not a filter list; nil for a list.
  var foreignContent: ForeignContent? {
    if case .foreign(let content)? = judgement { content } else { nil }
  }

  /// Reads a regular file in a folder, at most `limit` bytes. Links are not followed.
  init(_ file: FileName, in folder: String, atMost limit: Int) throws(CommandError) {
    name = folder.path(of: file.description)
    ReadFiles.current?.add(name)
    do throws(SystemError) {
      let directory = try Directory(folder)
      identity = try directory.status(of: file).identity
      bytes = try directory.contents(of: file, atMost: limit)
    } catch {
      throw .unreadable(name, because: error)
    }
  }

  /// Reads all input files of a command, or standard input if there are no operands.
  static func all(_ operands: [String], of command: CommandName) throws(CommandError) -> [InputFile] {
    try all(paths(operands, of: command))
  }

  static func lists(_ operands: [String], of command: CommandName) throws(CommandError) -> [InputFile] {
    try lists(paths(operands, of: command))
  }

  /// Reads lists: filter lists or rule lists, which can be compressed.
  static func lists(_ paths: [String]) throws(CommandError) -> [InputFile] { try all(paths).map(\.asText) }

  static func all(_ paths: [String]) throws(CommandError) -> [InputFile] {
    try paths.map { path throws(CommandError) in try InputFile(path) }
  }

  /// Returns the paths of a command's inputs: standard input if there are no operands.
  static func paths(_ operands: [String], of command: CommandName) throws(CommandError) -> [String] {
    guard !operands.isEmpty else {
      guard !OpenFile.standardInput.isTerminal else { throw .usage(.noInput, of: command) }
      return ["-"]
    }
    try refuseStandardInputTwice(operands, of: command)
    return operands
  }

  static func refuseStandardInputTwice(_ paths: [String], of command: CommandName) throws(CommandError) {
    guard paths.count(where: { $0 == "-" }) <= 1 else { throw .usage(.standardInputTwice, of: command) }
  }
}

extension CommandError {
  /// Returns the error about a file that cannot be read.
  static func unreadable(_ name: String, because error: SystemError) -> CommandError {
    switch error {
    case .isFolder:
      .failure(
        to: "read", name, reason: "it is a folder",
        advice: "name the lists in it, such as \(name.joined("*.txt"))")
    case .notFound where RemoteURL.matches(name):
      .failure(
        to: "read", name, reason: "it is a URL, and this command reads files",
        advice: "fetch it first: curl -fsS \(name.quotedForShell) -o list.txt",
        "'sluice build' fetches lists: name it in sluice.json: {lists: [{name: \"ads\", sources: [\"URL\"]}]}"
      )
    case .notFound:
      .failure(
        to: "read", name, reason: "\(SystemError.notFound)",
        advice: Pathname.nearest(to: name).map { "did you mean \($0.quotedName)?" }
          ?? "check the path; '-' reads standard input")
    default: .failure(to: "read", name, reason: error == .tooLarge ? error.reasonNotRead : "\(error)")
    }
  }

  /// Returns the error for a system without space for temporary files, with its message.
  static func noScratchFolder(_ reason: String) -> CommandError {
    .failure(
      "no space for temporary files: \(reason)", advice: "they are in $TMPDIR, or in /tmp if it is not set")
  }
}

extension OutputError: CommandFailure {
  var report: CommandError {
    switch self {
    case .cannotWrite(let name, let error):
      .failure(
        to: "write", name, reason: "\(error)",
        advice: error.isOutOfSpace ? "free some space, or write elsewhere" : nil)
    case .isFolder(let name):
      .failure(
        to: "write", name, reason: "it is a folder",
        advice: "name a file in it, such as \(name.joined("list.json"))")
    case .missingFolder(let name, let folder):
      .failure(
        to: "write", name, reason: "there is no folder '\(folder)'",
        advice: "make it first: mkdir -p \(folder.quotedForShell)")
    case .sameFile(let name, let other):
      .failure(
        "\(name.quotedName) and \(other.quotedName) would be the same file in that folder",
        advice: "give them names that differ in more than the case of letters")
    case .notPutBack(let names, let output, let error):
      .failure(
        "cannot write \(output.quotedName): \(error); the former content of"
          + " \(names.map(\.quotedName).joined(separator: ", ")) could not be restored",
        advice: "run the command again: the outputs are from different runs")
    case .readerClosedPipe: CommandError(message: nil, advice: [], exitCode: .success)
    case .interrupted: .failure("interrupted; nothing was written")
    }
  }
}
