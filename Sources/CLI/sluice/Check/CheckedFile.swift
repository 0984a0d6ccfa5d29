import SluiceAnalysis
import SluiceRequestChanges
import SluiceSystem

/// A file with its findings: a rule list, or a ruleset of a web extension.
struct CheckedFile {
  let file: InputFile
  var check: RuleListCheck
  /// The rule list that WebKit compiles; nil if it is the file.
  var compiled: InputFile?

  /// Checks a file, and the rulesets that it names if it is the manifest of an extension.
  static func all(of file: InputFile, _ options: CheckOptions) throws(CommandError) -> [CheckedFile] {
    if let manifest = ExtensionManifest(decodingJSON: file.bytes) {
      return try files(of: manifest, file, options)
    }
    guard Ruleset.isRuleset(file.bytes) else {
      return [CheckedFile(file: file, check: RuleList.check(inJSON: file.bytes, options: options))]
    }
    let ruleset = Ruleset(decodingJSON: file.bytes, limit: options.maximumFindings)
    let translation = Ruleset.translation(of: [ruleset])
    return [
      CheckedFile(
        file: file, check: ruleset.check(file.bytes, in: translation),
        compiled: InputFile(name: file.name, bytes: translation.json))
    ]
  }

  private static func files(
    of manifest: ExtensionManifest, _ file: InputFile, _ options: CheckOptions
  ) throws(CommandError) -> [CheckedFile] {
    let folder = Pathname.folder(of: file.name)
    var files: [InputFile] = []
    for ruleset in manifest.rulesets { files.append(try InputFile(folder.path(of: ruleset.path))) }
    let rulesets = files.map { Ruleset(decodingJSON: $0.bytes, limit: options.maximumFindings) }
    let enabled = rulesets.indices.filter { manifest.rulesets[$0].isEnabled }
    let whole = Ruleset.translation(of: enabled.map { rulesets[$0] })
    var checked = [
      CheckedFile(
        file: file, check: manifest.check(file.bytes, with: rulesets),
        compiled: InputFile(name: file.name, bytes: whole.json))
    ]
    for (index, ruleset) in rulesets.enumerated() {
      let number = enabled.firstIndex(of: index)
      // A ruleset that is not enabled is compiled only after the extension has enabled it.
      let translation = number == nil ? Ruleset.translation(of: [ruleset]) : whole
      let check = ruleset.check(files[index].bytes, in: translation, number: number ?? 0, isStatic: true)
      checked.append(CheckedFile(file: files[index], check: check))
    }
    return checked
  }
}
