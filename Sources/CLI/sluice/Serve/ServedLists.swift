import SluiceLists
import SluiceRules
import SluiceSystem

/// The lists of a served directory, according to its manifest.
struct ServedLists {
  /// A list of a build file, or all lists of a merge.
  struct List {
    /// The name; nil for the lists of a merge or a conformance page.
    let name: String?
    /// A title for display.
    let title: String?
    let description: String?
    let homepage: String?
    let license: String?
    /// The WebKit versions that it was built for; empty if unknown.
    let targets: [Target]
    let files: [File]
    /// The filters as text; nil if the build did not write them.
    var text: Manifest.File?
  }

  /// A rule list.
  struct File {
    let name: FileName
    /// The WebKit version that it is for; nil if unknown.
    let target: Target?
    let rules: Int
    let bytes: Int
    /// The size of the compressed copy; nil if it does not exist.
    let compressedBytes: Int?
  }

  let lists: [List]
  /// The page of `sluice conformance`, whose lists are not for subscription; nil for other directories.
  let conformancePage: FileName?

  /// The maximum size of a manifest, which is untrusted input. No build writes a larger one.
  private static let maximumManifest = 1 << 22

  /// Reads the manifest; returns nil if the folder has no manifest that Sluice wrote.
  init?(in folder: Directory) {
    guard let manifest = Manifest(in: folder, atMost: Self.maximumManifest) else { return nil }
    let outputs = Dictionary(manifest.outputs.map { ($0.name, $0) }) { first, _ in first }
    lists =
      manifest.lists.map { lists in
        lists.map { list in
          List(
            name: list.name, title: list.title, description: list.description, homepage: list.homepage,
            license: list.license, targets: list.targets.compactMap(Target.init(rawValue:)),
            files: list.outputs.compactMap { name in
              outputs[name].map { File($0, target: list.target(ofFile: name)) }
            },
            text: list.text)
        }
      } ?? [
        List(
          name: nil, title: nil, description: nil, homepage: nil, license: nil, targets: [],
          files: manifest.outputs.map { File($0, target: nil) })
      ]
    conformancePage = manifest.conformance == nil ? nil : .conformancePage
  }
}

extension ServedLists.File {
  fileprivate init(_ output: Manifest.Output, target: Target?) {
    // The counts are untrusted, and their sum must not overflow.
    func count(_ number: Int) -> Int { min(max(number, 0), 1 << 40) }
    self.init(
      name: output.name, target: target, rules: count(output.rules), bytes: count(output.bytes),
      compressedBytes: output.gzip.map { count($0.bytes) })
  }

  /// Returns the file's URL below a base that ends with a slash.
  func url(below base: String) -> String { name.url(below: base) }
}

extension FileName {
  /// Returns the file's URL below a base that ends with a slash. It contains no characters that are special
  /// in a shell.
  func url(below base: String) -> String {
    bytes.reduce(into: base) { url, byte in
      let isPlain = byte.isLetter || byte.isDigit || "-._~".utf8.contains(byte)
      url += String(decoding: isPlain ? [byte] : byte.percentEncoded, as: UTF8.self)
    }
  }
}

extension ServedLists.List {
  /// The files that any version of GNOME Web can load: the files for the oldest WebKitGTK target of the list.
  var filesForGNOMEWeb: [ServedLists.File] {
    guard !targets.isEmpty else { return files }
    let target = Target.allCases.first { $0.release?.engine == .webKitGTK && targets.contains($0) } ?? .any
    return files.filter { $0.target == target }
  }
}
