// swift-tools-version: 6.2.3
import PackageDescription

// The program of a release is one file on Linux, which starts in little more than half of the time, and has no symbols. Its
// commands are not optimized: the work is in the libraries, and to optimize what reads flags and writes messages takes
// a fifth of the time of a build. These flags hold for targets of no library: packages that depend on this one use the
// libraries.
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
  let platformTarget = Target.target(
    name: "SluiceSystem", dependencies: ["SluiceC"], resources: [.copy("PrivacyInfo.xcprivacy")])
#else
  let platformTarget = Target.target(
    name: "SluiceSystem", dependencies: ["SluiceC"], exclude: ["PrivacyInfo.xcprivacy"])
#endif

// Layers: each target imports only targets above it. SluiceSyntax and SluiceRules import neither each other nor Foundation.
// Only SluiceListFiles, SluiceLists, the programs and the layers above them use files, processes and checksums. On Linux,
// the program has FoundationEssentials only, without the 31 MB of Foundation's Unicode tables. .ci/apple checks that nothing
// needs a newer system than `platforms` names.
let package = Package(
  name: "sluice",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [
    .library(name: "SluiceSyntax", targets: ["SluiceSyntax"]),
    .library(name: "SluiceRules", targets: ["SluiceRules"]),
    .library(name: "SluiceAnalysis", targets: ["SluiceAnalysis"]),
    .library(name: "SluiceRequestChanges", targets: ["SluiceRequestChanges"]),
    .library(name: "SluiceDocuments", targets: ["SluiceDocuments"]),
    .library(name: "SluiceConversion", targets: ["SluiceConversion"]),
    .library(name: "SluiceTrackers", targets: ["SluiceTrackers"]),
    .library(name: "SluicePageScript", targets: ["SluicePageScript"]),
    .library(name: "SluiceLists", targets: ["SluiceLists"]),
    .library(name: "SluiceLint", targets: ["SluiceLint"]),
    .library(name: "SluicePageInspection", targets: ["SluicePageInspection"]),
    .library(name: "SluiceProtection", targets: ["SluiceProtection"]),
    .library(name: "SluiceProtectionGTK", targets: ["SluiceProtectionGTK"]),
    // For the Xcode project of Samples/Browser.
    .library(name: "SluiceBrowserModel", targets: ["SluiceBrowserModel"]),
    .executable(name: "sluice", targets: ["sluice"]),
    .executable(name: "sluice-browser", targets: ["sluice-browser"]),
  ],
  targets: [
    // In a build for WebAssembly, Platform/WebAssembly is added, or replaces Platform/Native.
    .target(
      name: "SluiceText", exclude: ["Platform/WebAssembly"],
      swiftSettings: [.enableExperimentalFeature("Lifetimes")]),
    .target(name: "SluiceCodecs"),
    // Only SluiceSystem imports it.
    .target(name: "SluiceC"),
    // Apps must declare to Apple's store why they read the times of files. Other systems do not need the declaration.
    platformTarget,
    // WebKitGTK, opened at run time. Elsewhere it is empty.
    .target(name: "SluiceWebKitGTK", dependencies: ["SluiceSystem"]),
    .target(name: "SluiceSyntax", dependencies: ["SluiceText"]),
    .target(name: "SluiceRules", dependencies: ["SluiceText"]),
    // Url-filters for hosts and regexes, and what they may cost: for filters and for Tracker Radar's data.
    .target(name: "SluicePatterns", dependencies: ["SluiceText", "SluiceSyntax", "SluiceRules"]),
    .target(name: "SluiceAnalysis", dependencies: ["SluiceText", "SluiceRules"]),
    // declarativeNetRequest: the rules of web extensions, and the rule list that WebKit makes of them.
    .target(name: "SluiceRequestChanges", dependencies: ["SluiceText", "SluiceRules", "SluiceAnalysis"]),
    .target(
      name: "SluiceDocuments", dependencies: ["SluiceText", "SluiceRules"],
      swiftSettings: [.enableExperimentalFeature("Lifetimes")]),
    .target(
      name: "SluiceConversion",
      dependencies: [
        "SluiceText", "SluiceSyntax", "SluiceRules", "SluicePatterns", "SluiceAnalysis",
        "SluiceRequestChanges",
      ],
      exclude: ["Platform/WebAssembly"]),
    .target(
      name: "SluiceTrackers",
      dependencies: ["SluiceText", "SluiceRules", "SluicePatterns", "SluiceAnalysis"]),
    // The scripts as constants in C.
    .target(
      name: "SluiceScriptTexts", path: "Sources/Lists/SluicePageScript/Scripts",
      exclude: ["Isolated", "Page", "Scriptlets", "Shared"]),
    .target(
      name: "SluicePageScript",
      dependencies: [
        "SluiceScriptTexts", "SluiceText", "SluiceSyntax", "SluiceRules", "SluiceAnalysis",
        "SluiceConversion",
        "SluiceTrackers",
      ],
      exclude: ["Scripts"]),
    // Settings, build files, sources and the metadata of lists. It does not need SluicePageScript, so both compile at once.
    .target(
      name: "SluiceListFiles",
      dependencies: [
        "SluiceText", "SluiceCodecs", "SluiceSystem", "SluiceSyntax", "SluiceRules", "SluiceAnalysis",
        "SluiceConversion",
        "SluiceTrackers",
      ]),
    .target(
      name: "SluiceLists",
      dependencies: [
        "SluiceListFiles", "SluiceText", "SluiceCodecs", "SluiceSystem", "SluiceSyntax", "SluiceRules",
        "SluiceAnalysis", "SluiceRequestChanges",
        "SluiceConversion",
        "SluiceTrackers", "SluicePageScript",
      ]),
    .target(
      name: "SluiceFetching",
      dependencies: ["SluiceText", "SluiceSystem", "SluiceConversion", "SluiceLists"],
      swiftSettings: ofCommands),
    .target(
      name: "SluiceLint",
      dependencies: [
        "SluiceListFiles", "SluiceText", "SluiceSyntax", "SluiceRules", "SluiceAnalysis", "SluiceConversion",
        "SluicePageScript",
      ]),
    .target(
      name: "SluicePageInspection",
      dependencies: [
        "SluiceText", "SluiceSystem", "SluiceSyntax", "SluiceRules", "SluiceAnalysis", "SluiceDocuments",
        "SluiceConversion",
        "SluiceTrackers", "SluicePageScript",
      ],
      exclude: ["WebAssembly"]),
    // The functions of a module for WebAssembly, on bytes.
    .target(
      name: "SluiceWebInterface",
      dependencies: [
        "SluiceText", "SluiceSyntax", "SluiceRules", "SluiceAnalysis", "SluiceConversion",
        "SluicePageInspection",
      ]),
    // WebKitGTK in a sandboxed process; on macOS, WKWebView.
    .target(
      name: "SluicePageEngine",
      dependencies: [
        "SluiceSystem", "SluiceWebKitGTK", "SluiceRules", "SluiceAnalysis", "SluiceDocuments",
        "SluiceConversion",
        "SluiceTrackers", "SluicePageInspection",
      ],
      swiftSettings: ofCommands),
    .target(
      name: "SluiceProtection",
      dependencies: [
        "SluiceText", "SluiceCodecs", "SluiceSystem", "SluiceRules", "SluiceAnalysis", "SluiceConversion",
        "SluiceTrackers",
        "SluicePageScript", "SluiceLists",
      ]),
    .target(
      name: "SluiceProtectionGTK",
      dependencies: ["SluiceSystem", "SluiceWebKitGTK", "SluicePageScript", "SluiceProtection"]),
    // The files of the page of `sluice conformance` as constants in C.
    .target(
      name: "SluiceConformanceFiles", path: "Sources/CLI/sluice/Conformance/Page", exclude: ["Files"]),
    .executableTarget(
      name: "sluice",
      dependencies: [
        "SluiceConformanceFiles", "SluiceCodecs", "SluiceSystem", "SluiceWebKitGTK", "SluiceSyntax",
        "SluiceRules", "SluiceAnalysis", "SluiceRequestChanges",
        "SluiceDocuments", "SluiceConversion", "SluiceTrackers", "SluicePageScript", "SluiceLists",
        "SluiceFetching", "SluiceLint", "SluicePageInspection", "SluicePageEngine",
      ],
      exclude: ["Conformance/Page"],
      swiftSettings: ofCommands,
      linkerSettings: staticLibraries),
    .executableTarget(
      name: "sluice-bench",
      dependencies: ["SluiceSystem", "SluiceSyntax", "SluiceRules", "SluiceConversion"],
      exclude: ["Pages"]),
    // A browser without a user interface: GTK and SwiftUI draw it.
    .target(
      name: "SluiceBrowserModel",
      dependencies: [
        "SluiceCodecs", "SluiceRules", "SluiceAnalysis", "SluiceDocuments", "SluiceConversion",
        "SluiceTrackers",
        "SluicePageScript", "SluiceLists", "SluicePageInspection", "SluiceProtection",
      ],
      path: "Samples/Browser/Model"),
    // Functions of GTK 4 and WebKitGTK, found by name at run time. Programs with bindings of their own do not need it.
    .target(
      name: "SluiceGTKCalls", dependencies: ["SluiceSystem", "SluiceWebKitGTK"],
      path: "Samples/Browser/GTKCalls"),
    .executableTarget(
      name: "sluice-browser",
      dependencies: [
        "SluiceBrowserModel", "SluiceGTKCalls", "SluiceProtection", "SluiceProtectionGTK",
      ],
      path: "Samples/Browser/Linux"),
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .testTarget(name: "SluiceTextTests", dependencies: ["SluiceText", "TestSupport"]),
    .testTarget(name: "SluiceCodecsTests", dependencies: ["SluiceCodecs", "TestSupport"]),
    .testTarget(name: "SluiceSystemTests", dependencies: ["SluiceSystem", "TestSupport"]),
    .testTarget(name: "SluiceSyntaxTests", dependencies: ["SluiceSyntax", "TestSupport"]),
    .testTarget(name: "SluiceRulesTests", dependencies: ["SluiceRules", "SluiceAnalysis", "TestSupport"]),
    .testTarget(
      name: "SluiceAnalysisTests", dependencies: ["SluiceAnalysis", "SluiceRules", "TestSupport"]),
    .testTarget(
      name: "SluiceRequestChangesTests",
      dependencies: ["SluiceRequestChanges", "SluiceAnalysis", "SluiceRules", "TestSupport"]),
    .testTarget(
      name: "SluiceDocumentsTests", dependencies: ["SluiceDocuments", "SluiceRules", "TestSupport"]),
    .testTarget(
      name: "SluiceConversionTests",
      dependencies: [
        "SluiceConversion", "SluiceRequestChanges", "SluiceSyntax", "SluiceRules", "SluiceAnalysis",
        "TestSupport",
      ]),
    .target(
      name: "TrackerTestSupport",
      dependencies: ["SluiceTrackers", "SluiceRules", "SluiceAnalysis", "TestSupport"],
      path: "Tests/Lists/TrackerTestSupport"),
    .testTarget(
      name: "SluiceTrackersTests",
      dependencies: [
        "SluiceTrackers", "TrackerTestSupport", "SluiceConversion", "SluiceRules", "SluiceAnalysis",
        "TestSupport",
      ]),
    .testTarget(
      name: "SluicePageScriptTests",
      dependencies: [
        "SluicePageScript", "SluiceConversion", "SluiceSyntax", "SluiceRules", "SluiceAnalysis",
        "SluiceTrackers",
        "TestSupport",
      ],
      exclude: ["Cases", "Driver", "Health"]),
    .testTarget(
      name: "SluiceListsTests",
      dependencies: [
        "SluiceListFiles", "SluiceLists", "SluiceCodecs", "SluiceSystem", "SluiceTrackers",
        "SluiceConversion", "SluiceRules",
        "SluiceAnalysis",
        "SluiceSyntax", "TestSupport",
      ]),
    .testTarget(
      name: "SluiceLintTests",
      dependencies: [
        "SluiceLint", "SluiceLists", "SluicePageScript", "SluiceConversion", "SluiceRules", "SluiceAnalysis",
        "SluiceSyntax", "TestSupport",
      ]),
    .testTarget(
      name: "SluicePageInspectionTests",
      dependencies: [
        "SluicePageInspection", "SluiceDocuments", "SluiceConversion", "SluiceRules", "SluiceAnalysis",
        "SluiceSyntax",
        "SluiceTrackers", "SluiceSystem", "TestSupport",
      ]),
    .testTarget(
      name: "SluiceWebInterfaceTests",
      dependencies: ["SluiceWebInterface", "SluiceConversion", "SluiceRules", "TestSupport"]),
    .testTarget(
      name: "SluicePageEngineTests",
      dependencies: [
        "SluicePageEngine", "SluicePageInspection", "SluiceConversion", "SluiceRules", "SluiceAnalysis",
        "SluiceDocuments",
        "SluiceSystem", "sluice", "TestSupport",
      ]),
    // A browser that a test drives: WebKitGTK needs a main thread with GLib's main loop, which tests do not have.
    .executableTarget(
      name: "protection-driver",
      dependencies: [
        "SluiceProtection", "SluiceProtectionGTK", "SluiceWebKitGTK", "SluiceLists", "SluiceCodecs",
        "SluiceSystem",
      ],
      path: "Tests/Protection/ProtectionDriver"),
    .testTarget(
      name: "SluiceProtectionTests",
      dependencies: [
        "SluiceProtection", "SluiceLists", "SluiceConversion", "SluiceRules", "SluiceAnalysis",
        "SluiceCodecs", "SluiceSystem",
        "SluicePageScript", "protection-driver", "sluice-browser", "TestSupport",
      ],
      exclude: ["Driver"]),
    .testTarget(
      name: "BrowserModelTests",
      dependencies: [
        "SluiceBrowserModel", "SluiceProtection", "SluiceRules", "SluiceLists", "sluice-browser",
        "TestSupport",
      ],
      exclude: ["Driver"]),
    // Reads Sources.
    .testTarget(name: "ArchitectureTests", dependencies: ["TestSupport"], exclude: ["circles.txt"]),
    // Counts allocations.
    .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
    .testTarget(
      name: "ProportionTests",
      dependencies: [
        "AllocationCounter", "SluicePageScript", "SluiceLint", "SluiceLists", "SluiceTrackers",
        "SluicePageInspection", "SluiceDocuments", "SluiceConversion", "SluiceRequestChanges", "SluiceRules",
        "SluiceAnalysis", "SluiceSyntax", "TestSupport",
      ]),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "SluicePageScript", "sluice", "sluice-bench", "SluiceDocuments", "SluiceRules", "SluiceLint",
        "SluicePageInspection", "SluiceLists", "SluiceCodecs", "SluiceSystem", "SluiceConversion",
        "SluiceSyntax", "TestSupport",
      ]),
    .testTarget(
      name: "WebKitTests",
      dependencies: [
        "SluiceConversion", "SluiceRequestChanges", "SluiceRules", "SluiceAnalysis", "SluiceDocuments",
        "SluiceSyntax",
        "SluicePageInspection",
        "SluiceTrackers", "TrackerTestSupport", "sluice", "TestSupport",
      ],
      exclude: ["Cases", "Driver"]),
  ],
  swiftLanguageModes: [.v6]
)

// A layer is a folder of Sources with targets, and a folder of Tests with their tests. Tests of several layers are in Tests itself.
let layers = [
  (
    "Core",
    [
      "SluiceText", "SluiceSyntax", "SluiceRules", "SluicePatterns", "SluiceAnalysis", "SluiceRequestChanges",
      "SluiceConversion",
    ]
  ),
  ("Ground", ["SluiceCodecs", "SluiceC", "SluiceSystem", "SluiceWebKitGTK"]),
  (
    "Lists",
    [
      "SluiceTrackers", "SluicePageScript", "SluiceListFiles", "SluiceLists", "SluiceFetching", "SluiceLint",
    ]
  ),
  ("Pages", ["SluiceDocuments", "SluicePageInspection", "SluicePageEngine"]),
  ("Web", ["SluiceWebInterface"]),
  ("Protection", ["SluiceProtection", "SluiceProtectionGTK"]),
  ("CLI", ["sluice", "sluice-bench", "CommandTests"]),
]
for (layer, names) in layers {
  for target in package.targets where target.path == nil {
    if names.contains(target.name) {
      target.path = "\(target.isTest ? "Tests" : "Sources")/\(layer)/\(target.name)"
    } else if target.isTest, names.contains(String(target.name.dropLast("Tests".count))) {
      target.path = "Tests/\(layer)/\(target.name)"
    }
  }
}

// SLUICE_CORE=1 selects the core and its tests, and SLUICE_ONLY="LintTests sluice" these targets, with their dependencies.
let core = (layers.first?.1 ?? []).map { $0 + "Tests" }
let only =
  Context.environment["SLUICE_CORE"] == "1"
  ? core : (Context.environment["SLUICE_ONLY"] ?? "").split(separator: " ").map(String.init)
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
