import Platform

extension FileName {
  /// Whether a build could give a file this name: letters, digits, `-`, `_` and dots, and an ending of its own.
  ///
  /// A manifest that says of any other file that a build wrote it is not believed.
  var isOfABuild: Bool {
    if [Manifest.fileName, BuildReport.fileName, Notice.fileName].contains(self) { return true }
    let isPlain = bytes.allSatisfy { $0.isLabelByte || $0.isCapital || $0 == UInt8(ascii: ".") }
    return isPlain && !hasPrefix(".") && Self.endings.contains { hasSuffix($0) }
  }

  private static let endings = [".json", ".json.gz", ".map", ".isolated.js", ".page.js"]
}
