#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import SluiceListFiles
import SluiceSystem

/// The output folder of a command that writes a page, replaced atomically like that of a build.
///
/// The folder must be new, empty, or written by an earlier run of the same command. The user serves all of it
/// to other devices, so it must not contain anything else.
package final class PageOutputFolder {
  package enum Kind: Sendable {
    /// The page of `sluice conformance`, with its rule lists.
    case conformance
    /// The page of `sluice playground`.
    case playground
  }

  private let folder: OutputFolder
  private let claims: OutputClaims
  private let kind: Kind
  private var manifest: Manifest

  /// Opens or creates the folder at a path.
  package init(
    _ path: String, of kind: Kind, toolVersion: String, whenWaiting: () -> Void
  ) throws(BuildFailure) {
    self.kind = kind
    folder = try OutputFolder(path, whenWaiting: whenWaiting)
    let previous = Manifest(in: folder.directory, of: kind.definition.origin)
    let names: [FileName]
    do throws(SystemError) {
      names = try folder.directory.names()
    } catch {
      throw OutputFolder.failure(error, path: path)
    }
    // Hidden files are not served.
    if previous == nil, let stranger = names.first(where: { !$0.hasPrefix(".") }) {
      throw BuildFailure(
        path, message: "has '\(stranger)' in it, and no \(kind.definition.name) was written there",
        advice: "name an empty or a new folder")
    }
    var files: [FileName: [Manifest.File]] = [Manifest.fileName: []]
    for (name, contents) in previous?.contents ?? [:] where kind.isOwn(name) { files[name] = contents }
    claims = OutputClaims(files: files, inputs: [:])
    manifest = Manifest(tool: .init(version: toolVersion), outputs: [], inputs: [])
    manifest[keyPath: kind.definition.files] = []
  }

  /// Writes a rule list and adds it to the manifest.
  ///
  /// - Parameter actions: The number of rules of each action.
  package func writeList(
    _ json: [UInt8], to name: FileName, actions: [String: Int]
  ) throws(BuildFailure) {
    let output = Manifest.Output(name: name, json: json, actions: actions)
    try folder.write(json, as: output.file)
    manifest.outputs.append(output)
  }

  package func write(_ bytes: [UInt8], to name: FileName) throws(BuildFailure) {
    manifest[keyPath: kind.definition.files]?.append(try folder.write(bytes, to: name))
  }

  /// Replaces the files of the previous run with the new ones.
  package func commit() throws(BuildFailure) {
    defer { folder.close() }
    try folder.write(manifest.encoded(), to: Manifest.fileName)
    _ = try folder.commit(claims) { [manifest] begun throws(BuildFailure) in
      var interim = manifest
      interim.begun = begun
      return try interim.encoded()
    }
  }
}

extension PageOutputFolder.Kind {
  /// The name in messages, the origin of the manifest, and the place of the files in it.
  fileprivate var definition:
    (name: String, origin: Manifest.Origin, files: WritableKeyPath<Manifest, [Manifest.File]?>)
  {
    switch self {
    case .conformance: ("conformance page", .conformance, \.conformance)
    case .playground: ("playground", .playground, \.playground)
    }
  }

  /// Returns whether the command could have written a file of this name. The manifest is untrusted and could
  /// name any file.
  fileprivate func isOwn(_ name: FileName) -> Bool {
    switch self {
    case .conformance: name.hasPrefix("sluice-")
    case .playground: [".html", ".css", ".js", ".wasm"].contains { name.description.hasSuffix($0) }
    }
  }
}
