import SluiceCodecs

/// The fingerprint of everything that affects the files of a list. If it is unchanged, so are the files.
enum Fingerprint {
  static func of(_ list: SourceCollector.Collected, _ inputs: [ListInput], toolVersion: String) -> String {
    let recipe = list.recipe
    var fields: [String] = [
      "6", toolVersion, recipe.name, recipe.split?.rawValue ?? "", recipe.excess.rawValue,
      recipe.domainScope.rawValue, recipe.genericHiding.rawValue,
    ]
    fields.append(recipe.preferredForm.rawValue)
    fields.append(recipe.sharding.map { "\($0.method.rawValue) \($0.count)" } ?? "")
    fields.append(recipe.maximumRules.map(String.init) ?? "")
    fields.append(recipe.maximumBytes.map(String.init) ?? "")
    fields.append(recipe.affinity ?? "")
    fields.append(recipe.makesSourceMaps ? "map" : "")
    fields.append(recipe.makesRequestChanges ? "changes" : "")
    fields.append(recipe.makesPageScripts ? "page" : "")
    fields.append(recipe.reportsFromPages ? "reports" : "")
    fields.append(recipe.collapsesInPages ? "collapse" : "")
    if recipe.makesTextList {
      // The header of the text has these.
      let texts = [recipe.title, recipe.description, recipe.homepage, recipe.version, recipe.expires]
      append((["text", recipe.license] + texts).map { $0 ?? "" }, to: &fields)
      append(recipe.sources.map { $0.license ?? "" }, to: &fields)
    }
    append(recipe.targets.map(\.rawValue), to: &fields)
    append(recipe.constants.sorted(), to: &fields)
    append(recipe.includes.map(\.text), to: &fields)
    append(recipe.excludes.map(\.text), to: &fields)
    append(recipe.transformations.map(\.rawValue).sorted(), to: &fields)
    for source in recipe.sources {
      fields += [
        source.location.name, source.name ?? "", source.dialect?.rawValue ?? "", source.isTrusted ? "1" : "0",
      ]
      append(source.includes.map(\.text), to: &fields)
      append(source.excludes.map(\.text), to: &fields)
      append(source.transformations.map(\.rawValue).sorted(), to: &fields)
    }
    for input in inputs {
      fields += [
        input.source.name, input.sha256, input.source.dialect?.rawValue ?? "",
        input.source.detectedDialect?.rawValue ?? "",
      ]
      switch input.origin {
      case .source(let number): fields.append(String(number))
      case .foreign: fields.append("")
      // Another recipe selects these filters, so their own checksum is part of the fingerprint.
      case .usedWith: fields += [input.changedSHA256, input.isTrusted ? "1" : "0"]
      }
    }
    for document in list.trackers { fields += [document.publicName, document.sha256] }
    append(
      list.surrogates.sorted { $0.key < $1.key }.flatMap { [$0.value.publicName, $0.value.sha256] },
      to: &fields)
    // Length prefixes keep fields apart, regardless of their contents.
    return SHA256Hasher.digest(of: fields.flatMap { Array("\($0.utf8.count):\($0)".utf8) }).description
  }

  private static func append(_ values: [String], to fields: inout [String]) {
    fields.append(String(values.count))
    fields += values
  }
}
