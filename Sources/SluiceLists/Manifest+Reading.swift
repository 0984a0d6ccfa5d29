#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import SluiceConversion
import SluiceListFiles
import SluiceRules
import SluiceSyntax
import SluiceSystem
import SluiceText

extension Manifest {
  /// The reason why a manifest cannot be used.
  package enum Problem: Error, Hashable, Sendable {
    /// The bytes are not the JSON of a manifest.
    case malformed
    /// The bytes are something else, such as an HTML page.
    case foreign(ForeignContent)
    /// The format version is unknown.
    case unknownSchema(Int)

    /// A description of the problem, without a full stop.
    package var message: String {
      switch self {
      case .malformed: "it is not a Sluice manifest"
      case .foreign(let content): "it is \(content.words), not a Sluice manifest"
      case .unknownSchema(let schema): "its schema is \(schema), but only \(currentSchema) is supported"
      }
    }
  }

  /// Decodes the output of ``encodedJSON()``.
  package init(decodingJSON json: some InputBytes & ~Escapable) throws(Problem) {
    let bytes = json.inputArray()
    guard let manifest = try? JSONDecoder().decode(Manifest.self, from: Data(bytes)) else {
      throw BodyCheck.content(inPlaceOfJSON: bytes).map { .foreign($0) } ?? .malformed
    }
    guard manifest.schema == Self.currentSchema else { throw .unknownSchema(manifest.schema) }
    guard manifest.hasPossibleCounts else { throw .malformed }
    self = manifest
  }

  /// Whether all counts are plausible. A manifest is untrusted input, and sums of its counts must not
  /// overflow.
  private var hasPossibleCounts: Bool {
    let possible = 0...1 << 36
    return files.values.allSatisfy { possible ~= $0.bytes }
      && outputs.allSatisfy { output in
        possible ~= output.rules && possible ~= output.bytes && possible ~= output.gzip?.bytes ?? 0
          && output.actions.values.allSatisfy { possible ~= $0 }
      }
  }

  /// The command that wrote a manifest.
  package enum Origin: Hashable, Sendable {
    /// `sluice build`
    case build
    /// `sluice merge`
    case merge
    /// `sluice conformance`
    case conformance
    /// `sluice playground`
    case playground
  }

  private var origin: Origin {
    if conformance != nil { return .conformance }
    if playground != nil { return .playground }
    return lists != nil ? .build : .merge
  }

  /// Reads the manifest of a folder, or returns nil if the given command did not write it.
  package init?(in folder: Directory, of origin: Origin) {
    self.init(in: folder)
    guard self.origin == origin else { return nil }
  }

  /// Reads the manifest of a folder, or returns nil if no command of this program wrote it.
  package init?(in folder: Directory, atMost limit: Int = 1 << 26) {
    guard let bytes = try? folder.contents(of: Self.fileName, atMost: limit),
      let manifest = try? Manifest(decodingJSON: bytes), manifest.tool.name == Tool(version: "").name
    else { return nil }
    self = manifest
  }

  /// All files that the manifest names, each with the first of its possible contents.
  package var files: [FileName: File] { contents.compactMapValues(\.first) }

  /// All files that the manifest names, each with its possible contents: several if a build was killed while
  /// it replaced files one by one.
  var contents: [FileName: [File]] {
    var files = outputs.flatMap { [$0.file] + ($0.gzip.map { [$0] } ?? []) }
    files += (lists ?? []).flatMap { $0.companions }
    files += [report, surrogates].compactMap { $0 } + (pageScripts ?? [])
    files += (conformance ?? []) + (playground ?? []) + (begun ?? [])
    return Dictionary(grouping: files, by: \.name)
  }

  /// Returns the manifest with its checksum.
  func sealed() -> Manifest {
    var manifest = self
    manifest.checksum = ownChecksum
    return manifest
  }

  var isIntact: Bool { checksum != nil && checksum == ownChecksum }

  private var ownChecksum: String? {
    var manifest = self
    manifest.checksum = nil
    return (try? manifest.encodedJSON()).map { SHA256Hasher.digest(of: $0).description }
  }
}

extension Manifest.Output {
  var file: Manifest.File { Manifest.File(name: name, sha256: sha256, bytes: bytes) }
}

extension Manifest.Problem: CustomStringConvertible, DescribedError {
  /// The message for the user.
  package var description: String { message }
}

extension Manifest.Input {
  init(_ document: ListDocument, recipe: SourceRecipe, metadata: ListMetadata) {
    self.init(name: document.publicName, kind: "filters", sha256: document.sha256, bytes: document.size)
    etag = document.etag
    license = recipe.license ?? metadata.license
    version = metadata.version
    if case .url = recipe.location { origin = document.isStale ? "cached" : "fetched" }
  }
}

extension Manifest {
  func encoded() throws(BuildFailure) -> [UInt8] {
    do {
      return try encodedJSON()
    } catch {
      throw BuildFailure(
        problems: [BuildProblem(cannot: "write", Self.fileName.description, reason: "\(error)")])
    }
  }

  mutating func add(_ more: [Input], identifiers: TrackerRadarIdentifiers?) {
    guard !more.isEmpty else { return }
    inputs += more.filter { input in
      !inputs.contains { $0.name == input.name && $0.sha256 == input.sha256 }
    }
    trackerRadar = identifiers
  }
}

extension Manifest.List {
  init(_ recipe: ListRecipe, inputs: [String], advanced: Manifest.File, fingerprint: String) {
    self.init(
      name: recipe.name, targets: recipe.targets.map(\.rawValue), defines: recipe.constants.sorted(),
      outputs: [],
      advanced: advanced, inputs: inputs, fingerprint: fingerprint)
  }

  /// Returns the target that one of the list's files is for; nil if this version does not know it.
  package func target(ofFile file: FileName) -> Target? {
    ListRecipe.target(
      ofFile: file.description, of: name, for: targets.compactMap(Target.init(rawValue:)))
  }

  /// The files next to the rule lists.
  var companions: [Manifest.File] {
    [advanced] + [text].compactMap { $0 } + (sourceMaps ?? []) + (requestChanges ?? []) + (pageScripts ?? [])
  }

  /// Sets the metadata that does not affect the contents of the files.
  mutating func describe(_ recipe: ListRecipe) {
    (title, description) = (recipe.title, recipe.description)
    (homepage, license, version) = (recipe.homepage, recipe.license, recipe.version)
  }
}
