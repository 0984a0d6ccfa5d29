import SluiceCodecs
import SluiceLists
import SluicePageScript

extension ListOffer {
  /// Creates an offer from the `manifest.json` of `sluice build` or `sluice merge`.
  ///
  /// All files of a list of a build are activated together, as are all files of a merge.
  init(manifest bytes: [UInt8], etag: String? = nil) throws(ListSourceProblem) {
    let manifest: Manifest
    do throws(Manifest.Problem) {
      manifest = try Manifest(decodingJSON: bytes)
    } catch {
      throw .badManifest(error.message)
    }
    // After an interrupted build, the directory can contain files of two builds.
    guard manifest.begun == nil else { throw .badManifest("the build that wrote it did not end") }
    let outputs = Dictionary(manifest.outputs.map { ($0.name, $0) }) { first, _ in first }
    var lists: [List] = []
    if let described = manifest.lists {
      for list in described {
        guard list.targets.count <= 1 else {
          throw .badManifest(
            "the list '\(list.name)' is for several targets: build one for the WebKit of the app")
        }
        let files = list.outputs.compactMap { outputs[$0] }
        guard files.count == list.outputs.count else {
          throw .badManifest("it does not describe all files of the list '\(list.name)'")
        }
        guard !files.isEmpty else { continue }
        lists.append(List(list.name, files, list.pageScripts))
      }
    } else if !manifest.outputs.isEmpty {
      lists = [List("lists", manifest.outputs, manifest.pageScripts)]
    }
    let identifier = SHA256Hasher.digest(of: bytes).description
    self.init(identifier: identifier, etag: etag, lists: lists)
    guard isSound else { throw .badManifest("it has no lists, or invalid ones") }
  }
}

extension ListOffer.List {
  fileprivate init(_ name: String, _ outputs: [Manifest.Output], _ scripts: [Manifest.File]?) {
    let files = outputs.map { output in
      ListOffer.File(
        name: output.name, sha256: output.sha256, bytes: output.bytes, rules: output.rules,
        isHiding: output.actions["css-display-none"] ?? 0 > 0
          && output.actions.keys.allSatisfy { $0 == "css-display-none" || $0.hasPrefix("ignore-") })
    }
    self.init(
      name: name, forms: [ListOffer.Form(files: files)],
      scripts: (scripts ?? []).map {
        ListOffer.Script(
          name: $0.name, sha256: $0.sha256, bytes: $0.bytes,
          isOfPage: $0.name.description.hasSuffix(".\(PageScript.World.page.rawValue).js"))
      })
  }
}
