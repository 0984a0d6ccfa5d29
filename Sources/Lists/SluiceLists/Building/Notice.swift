import SluiceSystem

/// The contents of `NOTICE`: the inputs of the lists and their licenses.
package enum LicenseNotice {
  package static let fileName: FileName = "NOTICE"

  static func text(_ lists: [SourceCollector.Collected]) -> [UInt8] {
    var text = """
      The rule lists in this directory were made by sluice of the filter lists below. Each filter list stays
      under the license of its authors.

      """
    for list in lists {
      text += "\n\(line(list.recipe.title ?? list.recipe.name)) (\(list.recipe.name))\n"
      if let version = list.recipe.version { text += "  Version of the whole: \(line(version))\n" }
      if let license = list.recipe.license { text += "  License of the whole: \(line(license))\n" }
      for (number, tree) in list.trees {
        guard let document = tree.documents.first else { continue }
        let recipe = list.recipe.sources[number]
        text += "\n  \(line(recipe.name ?? tree.metadata.title ?? document.publicName))\n"
        text += "    Source: \(line(document.publicName))\n"
        if let version = tree.metadata.version { text += "    Version: \(line(version))\n" }
        if let homepage = tree.metadata.homepage { text += "    Homepage: \(line(homepage))\n" }
        text += "    License: \(line(recipe.license ?? tree.metadata.license ?? "not stated"))\n"
      }
    }
    return Array(text.utf8)
  }

  /// Returns text from a list, escaped so that it cannot look like lines of this file.
  private static func line(_ text: String) -> String { DisplayText.escaping(text) }
}
