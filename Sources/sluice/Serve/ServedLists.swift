import ContentBlocker
import ListBuilding
import Platform

/// The lists of a served directory, as its manifest has them.
struct ServedLists {
  /// A list that a build file describes, or all that a merge wrote.
  struct List {
    /// Nil for what has none: a merge, a conformance page.
    let name: String?
    /// What people call it.
    let title: String?
    let description: String?
    let homepage: String?
    let licence: String?
    /// The WebKits that it is built for; none where that is not known.
    let targets: [Target]
    let files: [File]
  }

  /// A rule list.
  struct File {
    let name: FileName
    /// The WebKit that it is for; nil where that is not known.
    let target: Target?
    let rules: Int
    let bytes: Int
    /// Nil where it is not there compressed.
    let compressedBytes: Int?
  }

  let lists: [List]
  /// The page of `sluice conformance`, whose lists nobody subscribes to; nil for other directories.
  let conformancePage: FileName?

  /// A manifest is input like everything else: no build writes one that is larger.
  private static let maximumManifest = 1 << 22

  /// Nil where there is no manifest of this program.
  init?(in folder: Directory) {
    guard let manifest = Manifest(in: folder, atMost: Self.maximumManifest) else { return nil }
    let outputs = Dictionary(manifest.outputs.map { ($0.name, $0) }) { first, _ in first }
    lists =
      manifest.lists.map { lists in
        lists.map { list in
          List(
            name: list.name, title: list.title, description: list.description, homepage: list.homepage,
            licence: list.licence, targets: list.targets.compactMap(Target.init(rawValue:)),
            files: list.outputs.compactMap { name in
              outputs[name].map { File($0, target: list.target(ofFile: name)) }
            })
        }
      } ?? [
        List(
          name: nil, title: nil, description: nil, homepage: nil, licence: nil, targets: [],
          files: manifest.outputs.map { File($0, target: nil) })
      ]
    conformancePage = manifest.conformance == nil ? nil : ConformancePage.fileName
  }
}

extension ServedLists.File {
  fileprivate init(_ output: Manifest.Output, target: Target?) {
    // Anybody can have written the numbers, and they are added up.
    func count(_ number: Int) -> Int { min(max(number, 0), 1 << 40) }
    self.init(
      name: output.name, target: target, rules: count(output.rules), bytes: count(output.bytes),
      compressedBytes: output.gzip.map { count($0.bytes) })
  }

  /// Its URL below one that ends in a slash. No character of it means anything to a shell.
  func url(below base: String) -> String {
    name.bytes.reduce(into: base) { url, byte in
      let isPlain = byte.isLetter || byte.isDigit || "-._~".utf8.contains(byte)
      url += String(decoding: isPlain ? [byte] : byte.percentEncoded, as: UTF8.self)
    }
  }
}

extension ServedLists.List {
  /// The files that a GNOME Web can load on whatever WebKitGTK it runs: those of the oldest one that the list is for.
  var filesForGNOMEWeb: [ServedLists.File] {
    guard !targets.isEmpty else { return files }
    let target = Target.allCases.first { $0.release?.engine == .webKitGTK && targets.contains($0) } ?? .any
    return files.filter { $0.target == target }
  }
}
