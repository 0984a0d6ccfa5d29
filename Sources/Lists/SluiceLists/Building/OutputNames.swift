import SluiceSystem

extension FileName {
  /// Whether a build could give a file this name: letters, digits, `-`, `_` and dots, with an extension that
  /// builds use.
  ///
  /// If a manifest claims that a build wrote any other file, the claim is ignored.
  var isOfABuild: Bool {
    if [Manifest.fileName, BuildReport.fileName, Notice.fileName].contains(self) { return true }
    let isPlain = bytes.allSatisfy { $0.isLabelByte || $0.isCapital || $0 == ASCII.dot }
    return isPlain && !hasPrefix(".") && Self.endings.contains { hasSuffix($0) }
  }

  private static let endings = [".json", ".json.gz", ".map", ".isolated.js", ".page.js"]
}
