import SluiceRules
import SluiceTrackers

extension Manifest.Input {
  init(_ document: ListDocument, recipe: SourceRecipe, _ metadata: ListMetadata) {
    self.init(name: document.publicName, kind: "filters", sha256: document.sha256, bytes: document.size)
    etag = document.etag
    licence = recipe.licence ?? metadata.licence
    version = metadata.version
    if case .url = recipe.location { origin = document.isStale ? "cached" : "fetched" }
  }
}

extension Manifest {
  /// Adds Tracker Radar's inputs and their identifiers.
  mutating func add(_ more: [Input], _ identifiers: TrackerRadarIdentifiers?) {
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

  /// Sets the metadata that does not affect the contents of the files.
  mutating func describe(_ recipe: ListRecipe) {
    (title, description) = (recipe.title, recipe.description)
    (homepage, licence, version) = (recipe.homepage, recipe.licence, recipe.version)
  }
}
