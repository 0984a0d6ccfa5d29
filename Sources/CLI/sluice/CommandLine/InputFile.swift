import SluiceLists
import SluiceSystem

/// The content of an input file.
struct InputFile: Sendable {
  /// The name in diagnostics.
  let name: String
  let bytes: [UInt8]
  /// The identity of the file, if it is a regular file.
  let identity: FileIdentity?
  /// The encoding of the file that ``bytes`` were decoded from.
  private(set) var storage = ListText.Storage.plain

  /// Creates an input from contents that were read elsewhere.
  init(name: String, bytes: [UInt8], identity: FileIdentity? = nil) {
    (self.name, self.bytes, self.identity) = (name, bytes, identity)
  }

  /// The name of standard input in diagnostics.
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
      throw CommandError(FileFailure.unreadable(name, error))
    }
  }

  /// The file as UTF-8 text. Gzip files are decompressed, and UTF-16 is converted.
  var asText: InputFile {
    let text = ListText(of: bytes)
    var file = InputFile(name: name, bytes: text.bytes, identity: identity)
    file.storage = text.storage
    return file
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
      throw CommandError(FileFailure.unreadable(name, error))
    }
  }

  /// Reads all input files of a command, or standard input if there are no operands.
  static func all(_ operands: [String], of command: CommandName) throws(CommandError) -> [InputFile] {
    try all(paths(operands, of: command))
  }

  /// Reads all input lists of a command, or standard input if there are no operands.
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

  /// Throws if standard input would be read twice.
  static func refuseStandardInputTwice(_ paths: [String], of command: CommandName) throws(CommandError) {
    guard paths.count(where: { $0 == "-" }) <= 1 else { throw .usage(.standardInputTwice, of: command) }
  }
}
