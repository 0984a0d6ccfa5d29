import SluiceRules
import Testing
import TestSupport

@testable import sluice
@testable import SluiceListFiles
@testable import SluiceLists

/// The names of `--target` and of targets in build files.
@Suite struct TargetNameTests {
  /// A name, its target, and whether a note says that the target differs from the name.
  @Test(
    arguments: [
      ("any", .any, false), ("ANY", .any, false), ("safari-17", .safari17, false),
      ("Safari-17", .safari17, false), ("safari-17.0", .safari17, false), ("safari-17.4", .safari17, true),
      ("safari-17.4.1", .safari17, true), ("SAFARI-18.6", .safari18_6, false),
      ("safari-18.5", .safari18, true), ("safari-19", .safari18_6, true), ("safari-26.3", .safari26, true),
      ("safari", .safari16_4, false), ("safari-16", .safari16_4, false),
      ("safari-16.5", .safari16_4, true), ("safari-16.3", nil, false), ("safari-15", nil, false),
      ("ios-17", .safari17, false), ("iOS-17", .safari17, false), ("ios-17.5", .safari17, true),
      ("ios-16", .safari16_4, true), ("ios-16.4", .safari16_4, false), ("ios-16.3", nil, false),
      ("ipados-18", .safari18, false), ("ios", .safari16_4, true), ("ios-15", nil, false),
      ("macos-14", .safari17, false), ("macOS-14", .safari17, false), ("macos-14.5", .safari17, true),
      ("macos-13", .safari16_4, true), ("macos-13.3", .safari16_4, false), ("macos-13.2", nil, false),
      ("macos-15", .safari18, false), ("macos-15.6", .safari18_6, false), ("macos-20", .safari18_6, true),
      ("macos-26", .safari26, false), ("macos-12", nil, false),
      ("webkitgtk", .webKitGTK2_44, false), ("WebKitGTK-2.48", .webKitGTK2_48, false),
      ("webkitgtk-2.49", .webKitGTK2_48, true), ("webkitgtk-2.48.3", .webKitGTK2_48, false),
      ("webkitgtk-2.40", .any, true), ("webkitgtk-2.36", nil, false), ("webkitgtk-2", .webKitGTK2_44, true),
      ("webkitgtk-6.0", nil, false), ("safari17", nil, false), ("safari-", nil, false),
      ("safari-x", nil, false),
      ("safari-17.", nil, false), ("safari-17.4.1.2", nil, false), ("safari--17", nil, false),
      ("safari-+17", nil, false), ("safari-99999999999999999999", nil, false), ("", nil, false),
      ("gtk", nil, false), ("17", nil, false),
    ] as [(String, Target?, Bool)])
  func targetNamesAreParsed(name: String, target: Target?, isNoted: Bool) {
    let read = TargetName(name)
    #expect(read?.target == target)
    #expect((read?.note != nil) == isNoted, "\(read?.note ?? "")")
  }

  /// A list for a named version never needs a newer release.
  @Test func targetNamesNeverRoundUp() {
    for line in ["safari", "ios"] {
      for major in 1...40 {
        for minor in 0...9 {
          guard let target = TargetName("\(line)-\(major).\(minor)")?.target, let release = target.release
          else {
            continue
          }
          #expect(release.version <= Version(major, minor))
        }
      }
    }
  }

  @Test(
    arguments: [
      ("safri-17", "safari-17"), ("safari17", "safari-17"), ("safari 17.4", "safari-17.4"),
      ("sfari-19", "safari-19"), ("iso-17", "ios-17"), ("webkitgtk2.48", "webkitgtk-2.48"),
      ("safri", "safari"),
      ("macso-14", "macos-14"), ("safari-15", nil), ("ios-12", nil), ("webkitgtk-6.0", nil),
      ("firefox-128", nil),
      ("", nil), ("17", nil),
    ] as [(String, String?)])
  func suggestedTargetIsNeverNewer(name: String, suggestion: String?) {
    #expect(TargetName.suggestion(for: name) == suggestion)
    if let suggestion { #expect(TargetName(suggestion) != nil) }
  }

  @Test func roundedTargetIsNotedInText() throws {
    let folder = try TemporaryFolder()
    try folder.write("||a.example^$nonsense\n", to: "list.txt")
    func sh(_ script: String) throws -> Shell.Result { try Shell.run(script, in: folder) }
    let result = try sh("sluice convert --target Safari-17.4 list.txt")
    #expect(
      result.error.hasPrefix("note: target 'Safari-17.4' is rounded down to safari-17\n"), "\(result.error)")
    #expect(try result.output == sh("sluice convert -q --target safari-17 list.txt").output)
    for flags in ["-q", "--format jsonl", "--format sarif"] {
      #expect(
        !(try sh("sluice convert --target safari-17.4 \(flags) list.txt").error.contains("rounded down")))
    }
    // The last of several equal flags applies.
    #expect(
      !(try sh("sluice convert --target safari-17.4 --target any list.txt").error.contains("rounded down")))
  }

  @Test(
    arguments: [
      ("iOS-17", nil), ("Safari-18.6", nil),
      ("safari-17.4", "unknown target 'safari-17.4'\n  = help: did you mean 'safari-17'?\n"),
      ("safri-19", "unknown target 'safri-19'\n  = help: did you mean 'safari-18.6'?\n"),
      ("host", "unknown target 'host'\n  = help: known are any, safari-16.4, "),
    ] as [(String, String?)])
  func buildFilesRequireExactTargetNames(name: String, message: String?) throws {
    let folder = try TemporaryFolder()
    try folder.write("||a.example^\n", to: "list.txt")
    try folder.write(
      #"{lists: [{name: "a", sources: ["list.txt"], targets: ["\#(name)"]}]}"#, to: "sluice.json")
    let result = try Shell.run("sluice build -o out --cache c", in: folder)
    #expect((result.status == 0) == (message == nil), "\(result.error)")
    if let message { #expect(result.error.contains("sluice.json:1:55: \(message)"), "\(result.error)") }
  }
}
