import SluiceSystem

/// The files of the playground that are installed with the program.
///
/// They are not part of the program, because the WebAssembly module among them comes from a build with another
/// kind of Swift.
struct PlaygroundFiles: Sendable {
  /// The folder of the files, relative to the folder of the program or to the folder above its `bin`.
  static let place = "share/sluice/playground"
  static let page: FileName = "index.html"
  /// The module, which the page cannot do without.
  private static let module: FileName = "sluice.wasm"

  let folder: String

  struct File {
    let name: FileName
    let bytes: [UInt8]
  }

  /// The folder next to the program in which the playground belongs.
  static var ownPlace: String {
    ((try? CurrentProcess.executableFile()).map(Pathname.folder) ?? ".").joined(place)
  }

  /// Finds the files; returns nil if they are not installed.
  static func installed() -> PlaygroundFiles? {
    guard let program = try? CurrentProcess.executableFile() else { return nil }
    let folder = Pathname.folder(of: program)
    var prefixes = [folder]
    // Only there: the folder above another one, such as /tmp, can belong to anybody.
    if Pathname.name(of: folder) == "bin" { prefixes.append(Pathname.folder(of: folder)) }
    return prefixes.lazy.map { PlaygroundFiles(folder: $0.joined(place)) }.first(where: \.isComplete)
  }

  private var isComplete: Bool {
    guard let directory = try? Directory(folder) else { return false }
    return [Self.page, Self.module].allSatisfy { (try? directory.status(of: $0).kind) == .regular }
  }

  /// Reads the files, in the order of their names.
  func files() throws(SystemError) -> [File] {
    let directory = try Directory(folder)
    var files: [File] = []
    for name in try directory.names() where !name.hasPrefix(".") {
      guard try directory.status(of: name).kind == .regular else { continue }
      files.append(File(name: name, bytes: try directory.contents(of: name)))
    }
    return files
  }
}
