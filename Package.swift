// swift-tools-version: 6.2.3
import PackageDescription

// The program of a release is one file on Linux, which starts in little more than half of the time, and has no symbols. Its
// commands are not optimized: the work is in the libraries, and to optimize what reads flags and writes messages takes
// a fifth of the time of a build. Packages that depend on this one use the libraries, whose targets have no such flags.
let inReleases = BuildSettingCondition.when(platforms: [.linux], configuration: .release)
let ofCommands: [SwiftSetting] = [.unsafeFlags(["-Onone", "-gnone"], .when(configuration: .release))]
let staticLibraries: [LinkerSetting] =
  [
    .unsafeFlags(
      ["-static-stdlib", "-use-ld=lld", "-Xlinker", "-s", "-Xlinker", "--no-export-dynamic"], inReleases)
  ]
  + ["_FoundationCShims", "_FoundationCollections", "swiftSynchronization"].map {
    .linkedLibrary($0, inReleases)
  }

#if os(macOS)
  let privacy = (resources: [Resource.copy("PrivacyInfo.xcprivacy")], excluded: [String]())
#else
  let privacy = (resources: [Resource](), excluded: ["PrivacyInfo.xcprivacy"])
#endif

// Targets that others import together. The core does not import Foundation.
let rules = ["SluiceText", "SluiceRules", "SluiceAnalysis"]
let core = ["SluiceSyntax", "SluiceConversion"] + rules
let lists =
  ["SluiceSystem", "SluiceTrackers", "SluicePageScript", "SluiceListFiles", "SluiceLists"] + core
let pages = ["SluiceDocuments", "SluicePageInspection"] + lists

// Layers: each target imports only targets above it. Only SluiceListFiles, SluiceLists, the programs and the layers above
// them use files, processes and checksums. On Linux, the program has FoundationEssentials only, without the 31 MB of
// Foundation's Unicode tables. .ci/apple checks that nothing needs a newer system than `platforms` names.
let package = Package(
  name: "sluice",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [
    .library(name: "SluiceConversion", targets: ["SluiceSyntax", "SluiceConversion"] + rules),
    .library(name: "SluiceTrackers", targets: ["SluiceTrackers"]),
    .library(name: "SluicePageScript", targets: ["SluicePageScript"]),
    .library(name: "SluiceLint", targets: ["SluiceLint"]),
    .library(name: "SluiceProtection", targets: ["SluiceProtection"]),
    .library(name: "SluiceBrowserModel", targets: ["SluiceBrowserModel"]),
    .executable(name: "sluice", targets: ["sluice"]),
    .executable(name: "sluice-browser", targets: ["sluice-browser"]),
  ],
  targets: [
    // Bytes, texts, JSON and URLs. In a build for WebAssembly, Platform/WebAssembly is added, or replaces Platform/Native.
    .target(
      name: "SluiceText", exclude: ["Platform/WebAssembly"],
      swiftSettings: [.enableExperimentalFeature("Lifetimes")]),
    .target(name: "SluiceC"),
    // Files, processes, checksums, compression, and WebKitGTK, opened at run time. Apps must declare to Apple's store why
    // they read the times of files. Other systems do not need the declaration.
    .target(
      name: "SluiceSystem", dependencies: ["SluiceC"], exclude: privacy.excluded,
      resources: privacy.resources),
    .target(name: "SluiceSyntax", dependencies: ["SluiceText"]),
    .target(name: "SluiceRules", dependencies: ["SluiceText"]),
    // HTML: encodings, documents as trees, and which of their elements a selector matches.
    .target(
      name: "SluiceDocuments", dependencies: ["SluiceSystem", "SluiceText", "SluiceRules"],
      swiftSettings: [.enableExperimentalFeature("Lifetimes")]),
    // With the url-filters for hosts and regexes, and what they may cost: for filters and for Tracker Radar's data.
    .target(name: "SluiceAnalysis", dependencies: ["SluiceText", "SluiceSyntax", "SluiceRules"]),
    .target(
      name: "SluiceConversion", dependencies: on(["SluiceSyntax"] + rules), exclude: ["Platform/WebAssembly"]),
    .target(name: "SluiceTrackers", dependencies: on(rules)),
    // The scripts as constants in C.
    .target(
      name: "SluiceScriptTexts", path: "Sources/SluicePageScript/Scripts",
      exclude: ["Isolated", "Page", "Scriptlets", "Shared"]),
    .target(
      name: "SluicePageScript", dependencies: on(["SluiceScriptTexts", "SluiceTrackers"] + core),
      exclude: ["Scripts"]),
    // Settings, build files, sources and the metadata of lists. It does not need SluiceConversion, so both compile at once.
    .target(
      name: "SluiceListFiles", dependencies: on(["SluiceSystem", "SluiceSyntax", "SluiceTrackers"] + rules)),
    .target(
      name: "SluiceLists",
      dependencies: on(["SluiceListFiles", "SluiceSystem", "SluiceTrackers", "SluicePageScript"] + core)),
    .target(name: "SluiceLint", dependencies: on(["SluiceListFiles", "SluicePageScript"] + core)),
    // The effects of lists on pages. Commands add those of page scripts, so both modules compile at once.
    .target(
      name: "SluicePageInspection",
      dependencies: on(["SluiceSystem", "SluiceDocuments", "SluiceTrackers"] + core)),
    // The functions of a module for WebAssembly, on bytes.
    .target(name: "SluiceWebInterface", dependencies: on(["SluicePageInspection"] + core)),
    .target(name: "SluiceProtection", dependencies: on(lists)),
    // The files of the page of `sluice conformance` as constants in C.
    .target(
      name: "SluiceConformanceFiles", path: "Sources/sluice/Conformance/Page", exclude: ["Files"]),
    .executableTarget(
      name: "sluice", dependencies: on(["SluiceConformanceFiles", "SluiceLint"] + pages),
      exclude: ["Conformance/Page"], swiftSettings: ofCommands, linkerSettings: staticLibraries),
    .executableTarget(
      name: "sluice-bench",
      dependencies: ["SluiceSystem", "SluiceSyntax", "SluiceRules", "SluiceConversion"],
      path: "Tests/sluice-bench", exclude: ["Pages"]),
    // A browser without a user interface: GTK and SwiftUI draw it.
    .target(
      name: "SluiceBrowserModel", dependencies: on(["SluiceProtection"] + pages),
      path: "Samples/Browser/Model"),
    // Functions of GTK 4 and WebKitGTK, found by name at run time. Programs with bindings of their own do not need it.
    .target(name: "SluiceGTKCalls", dependencies: ["SluiceSystem"], path: "Samples/Browser/GTKCalls"),
    .executableTarget(
      name: "sluice-browser", dependencies: ["SluiceBrowserModel", "SluiceGTKCalls", "SluiceProtection"],
      path: "Samples/Browser/Linux"),
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
    .target(
      name: "TrackerTestSupport", dependencies: on(["SluiceTrackers", "TestSupport"] + rules),
      path: "Tests/TrackerTestSupport"),
    // A browser that a test drives: WebKitGTK needs a main thread with GLib's main loop, which tests do not have.
    .executableTarget(
      name: "protection-driver", dependencies: ["SluiceProtection", "SluiceLists", "SluiceSystem"],
      path: "Tests/ProtectionDriver"),
    .testTarget(name: "ArchitectureTests", dependencies: ["TestSupport"], exclude: ["circles.txt"]),
    tests(of: "SluiceText"),
    tests(of: "SluiceSystem"),
    tests(of: "SluiceSyntax", with: ["SluiceText"]),
    tests(of: "SluiceRules", with: rules),
    tests(of: "SluiceAnalysis", with: rules),
    tests(of: "SluiceConversion", with: core),
    tests(of: "SluiceTrackers", with: core + ["TrackerTestSupport"]),
    tests(of: "SluicePageScript", with: core + ["SluiceTrackers"], without: ["Cases", "Driver", "Health"]),
    tests(of: "SluiceLists", with: lists),
    tests(of: "SluiceLint", with: lists),
    tests(of: "SluiceDocuments", with: rules),
    tests(of: "SluicePageInspection", with: pages),
    tests(of: "SluiceWebInterface", with: core),
    tests(
      of: "SluiceProtection", with: lists + ["protection-driver", "sluice-browser"], without: ["Driver"]),
    tests(
      of: "SluiceBrowserModel", named: "BrowserModelTests",
      with: lists + ["SluiceProtection", "sluice-browser"],
      without: ["Driver"]),
    tests(of: "sluice", named: "CommandTests", with: pages + ["SluiceLint", "sluice-bench"]),
    tests(of: "sluice", named: "PageEngineTests", with: pages),
    tests(
      of: "SluiceLint", named: "ProportionTests", with: pages + ["AllocationCounter", "SluiceWebInterface"]),
    tests(
      of: "sluice", named: "WebKitTests", with: pages + ["TrackerTestSupport"], without: ["Cases", "Driver"]),
  ],
  swiftLanguageModes: [.v6]
)

/// The targets of these names.
func on(_ names: [String]) -> [Target.Dependency] { names.map { .init(stringLiteral: $0) } }

/// The tests of a target, in the folder of their name.
func tests(
  of target: String, named name: String? = nil, with others: [String] = [], without excluded: [String] = []
) -> Target {
  .testTarget(
    name: name ?? target + "Tests",
    dependencies: on([target, "TestSupport"] + others.filter { $0 != target }), exclude: excluded)
}

// SLUICE_CORE=1 selects the core and its tests, and SLUICE_ONLY="LintTests sluice" these targets, with their dependencies.
let coreTests = ["Text", "Syntax", "Rules", "Analysis", "Conversion"].map {
  "Sluice\($0)Tests"
}
let only =
  Context.environment["SLUICE_CORE"] == "1"
  ? coreTests : (Context.environment["SLUICE_ONLY"] ?? "").split(separator: " ").map(String.init)
if !only.isEmpty {
  var kept = Set(only)
  // A target comes after its dependencies.
  for target in package.targets.reversed() where kept.contains(target.name) {
    for dependency in target.dependencies {
      switch dependency {
      case .targetItem(let name, _), .byNameItem(let name, _): kept.insert(name)
      default: break
      }
    }
  }
  package.targets.removeAll { !kept.contains($0.name) }
  package.products.removeAll { !kept.contains($0.name) }
}
