// swift-tools-version: 6.2.3
import PackageDescription

// A package that depends on Sluice, like your own would. Each target has the code of an article in the
// documentation.
let package = Package(
  name: "examples",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "sluice", path: "../..")],
  targets: [
    example("ConvertList", from: "list.txt", uses: "SluiceConversion"),
    example("FrontEnd", from: "list.txt", uses: "SluiceConversion"),
    example("CheckRules", from: "rules.json", uses: "SluiceConversion"),
    example("LintList", from: "list.txt", uses: "SluiceConversion", "SluiceLint"),
    example("PageScripts", from: "list.txt", uses: "SluiceConversion", "SluicePageScript"),
    example("TrackerRules", uses: "SluiceConversion", "SluiceTrackers"),
  ],
  swiftLanguageModes: [.v6]
)

/// An example in the folder of its name, with its own input and its output.
func example(_ name: String, from input: String? = nil, uses libraries: String...) -> Target {
  .executableTarget(
    name: name, dependencies: libraries.map { .product(name: $0, package: "sluice") }, path: name,
    exclude: ["expected.txt"] + (input.map { [$0] } ?? []))
}
