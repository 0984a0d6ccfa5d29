// swift-tools-version: 6.2
import PackageDescription

// A release for Linux is one file, which starts in little more than half of the time. These flags hold for the program alone:
// packages that depend on this one use its libraries.
let inReleases = BuildSettingCondition.when(platforms: [.linux], configuration: .release)
let staticLibraries: [LinkerSetting] =
  [
    .unsafeFlags(["-static-stdlib", "-use-ld=lld"], inReleases),
    // In a debug build FoundationNetworking is a library, which calls CurlOnDemand's functions only where the program has
    // them for others.
    .unsafeFlags(["-Xlinker", "--export-dynamic"], .when(platforms: [.linux], configuration: .debug)),
  ]
  + [
    "_CFURLSessionInterface", "CoreFoundation", "_FoundationICU", "_FoundationCShims",
    "_FoundationCollections",
    "swiftSynchronization",
  ].map { .linkedLibrary($0, inReleases) }

#if os(macOS)
  let platformTarget = Target.target(
    name: "Platform", dependencies: ["CLibrary"], resources: [.copy("PrivacyInfo.xcprivacy")])
#else
  let platformTarget = Target.target(
    name: "Platform", dependencies: ["CLibrary"], exclude: ["PrivacyInfo.xcprivacy"])
#endif

// Layers: each target imports only those above it. FilterSyntax and ContentBlocker know nothing of
// each other and nothing of Foundation; ListBuilding and the programs stand on the ground floor of files, processes and
// checksums too. What Apple's oldest systems here lack is not used: .ci/apple checks it.
let package = Package(
  name: "sluice",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [
    .library(name: "FilterSyntax", targets: ["FilterSyntax"]),
    .library(name: "ContentBlocker", targets: ["ContentBlocker"]),
    .library(name: "Documents", targets: ["Documents"]),
    .library(name: "Conversion", targets: ["Conversion"]),
    .library(name: "TrackerRadar", targets: ["TrackerRadar"]),
    .library(name: "PageScript", targets: ["PageScript"]),
    .library(name: "ListBuilding", targets: ["ListBuilding"]),
    .library(name: "Lint", targets: ["Lint"]),
    .library(name: "PageInspection", targets: ["PageInspection"]),
    .library(name: "PageEngine", targets: ["PageEngine"]),
    .library(name: "Protection", targets: ["Protection"]),
    .library(name: "ProtectionGTK", targets: ["ProtectionGTK"]),
    // For the Xcode project of Samples/Browser.
    .library(name: "BrowserModel", targets: ["BrowserModel"]),
    .executable(name: "sluice", targets: ["sluice"]),
    .executable(name: "sluice-browser", targets: ["sluice-browser"]),
  ],
  targets: [
    .target(name: "Bytes", swiftSettings: [.enableExperimentalFeature("Lifetimes")]),
    .target(name: "JSON", dependencies: ["Bytes"], swiftSettings: [.enableExperimentalFeature("Lifetimes")]),
    .target(name: "Codecs"),
    // Imported by nobody but Platform.
    .target(name: "CLibrary"),
    // Apps declare to Apple's store why they ask for the times of files. Nothing else has a use for it.
    platformTarget,
    .target(name: "FilterSyntax", dependencies: ["Bytes"]),
    .target(name: "ContentBlocker", dependencies: ["Bytes", "JSON"]),
    .target(
      name: "Documents", dependencies: ["Bytes", "ContentBlocker"],
      swiftSettings: [.enableExperimentalFeature("Lifetimes")]),
    // In a build for WebAssembly, Platform/WebAssembly replaces Platform/Native.
    .target(
      name: "Conversion", dependencies: ["Bytes", "JSON", "FilterSyntax", "ContentBlocker"],
      exclude: ["Platform/WebAssembly"]),
    .target(name: "TrackerRadar", dependencies: ["JSON", "ContentBlocker", "Conversion"]),
    // The scripts, of which C makes constants.
    .target(
      name: "ScriptTexts", path: "Sources/PageScript/Scripts",
      exclude: ["Isolated", "Page", "Scriptlets", "Shared"]),
    .target(
      name: "PageScript",
      dependencies: [
        "ScriptTexts", "Bytes", "JSON", "FilterSyntax", "ContentBlocker", "Conversion", "TrackerRadar",
      ],
      exclude: ["Scripts"]),
    .target(
      name: "ListBuilding",
      dependencies: [
        "Bytes", "JSON", "Codecs", "Platform", "FilterSyntax", "ContentBlocker", "Conversion",
        "TrackerRadar", "PageScript",
      ]),
    // Functions of libcurl's names, which open it when it is needed first and watch what servers send: a release for
    // Linux has the rest of FoundationNetworking in it.
    .target(
      name: "CurlOnDemand",
      cSettings: [.define("SLUICE_CURL_ON_DEMAND", .when(platforms: [.linux]))]),
    .target(
      name: "Fetching",
      dependencies: [
        .target(name: "CurlOnDemand", condition: .when(platforms: [.linux])), "Platform", "Conversion",
        "ListBuilding",
      ]),
    .target(
      name: "Lint",
      dependencies: ["Bytes", "JSON", "FilterSyntax", "ContentBlocker", "Conversion", "ListBuilding"]),
    .target(
      name: "PageInspection",
      dependencies: [
        "Bytes", "JSON", "Platform", "FilterSyntax", "ContentBlocker", "Documents", "Conversion",
        "TrackerRadar", "PageScript",
      ],
      exclude: ["WebAssembly"]),
    // The functions of a module for WebAssembly, on bytes.
    .target(
      name: "WebInterface",
      dependencies: ["Bytes", "JSON", "FilterSyntax", "ContentBlocker", "Conversion", "PageInspection"]),
    // WebKitGTK again, opened at run time, in a process that is shut in; on macOS WKWebView.
    .target(
      name: "PageEngine",
      dependencies: [
        "Platform", "ContentBlocker", "Documents", "Conversion", "TrackerRadar", "PageInspection",
      ]),
    .target(
      name: "Protection",
      dependencies: [
        "Bytes", "Codecs", "Platform", "ContentBlocker", "Conversion", "TrackerRadar", "PageScript",
        "ListBuilding",
      ]),
    // WebKitGTK, opened at run time.
    .target(name: "ProtectionGTK", dependencies: ["Platform", "PageScript", "Protection"]),
    .executableTarget(
      name: "sluice",
      dependencies: [
        "Codecs", "Platform", "FilterSyntax", "ContentBlocker", "Documents", "Conversion", "TrackerRadar",
        "PageScript", "ListBuilding", "Fetching", "Lint", "PageInspection", "PageEngine",
      ],
      linkerSettings: staticLibraries),
    .executableTarget(
      name: "sluice-bench", dependencies: ["Platform", "FilterSyntax", "ContentBlocker", "Conversion"]),
    // A browser without a face: GTK and SwiftUI draw it.
    .target(
      name: "BrowserModel",
      dependencies: [
        "Codecs", "ContentBlocker", "Documents", "Conversion", "TrackerRadar", "PageScript", "ListBuilding",
        "PageInspection", "Protection",
      ],
      path: "Samples/Browser/Model"),
    // GTK 4 and WebKitGTK by the names of their functions. A program with bindings of its own does without.
    .target(name: "GTKCalls", dependencies: ["Platform"], path: "Samples/Browser/GTKCalls"),
    .executableTarget(
      name: "sluice-browser", dependencies: ["BrowserModel", "GTKCalls", "Protection", "ProtectionGTK"],
      path: "Samples/Browser/Linux"),
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .testTarget(name: "BytesTests", dependencies: ["Bytes", "TestSupport"]),
    .testTarget(name: "JSONTests", dependencies: ["JSON", "TestSupport"]),
    .testTarget(name: "CodecsTests", dependencies: ["Codecs", "TestSupport"]),
    .testTarget(name: "PlatformTests", dependencies: ["Platform", "TestSupport"]),
    .testTarget(name: "FilterSyntaxTests", dependencies: ["FilterSyntax", "TestSupport"]),
    .testTarget(name: "ContentBlockerTests", dependencies: ["ContentBlocker", "TestSupport"]),
    .testTarget(name: "DocumentsTests", dependencies: ["Documents", "ContentBlocker", "TestSupport"]),
    .testTarget(
      name: "ConversionTests", dependencies: ["Conversion", "FilterSyntax", "ContentBlocker", "TestSupport"]),
    .target(
      name: "TrackerTestSupport", dependencies: ["TrackerRadar", "ContentBlocker", "TestSupport"],
      path: "Tests/TrackerTestSupport"),
    .testTarget(
      name: "TrackerRadarTests",
      dependencies: ["TrackerRadar", "TrackerTestSupport", "Conversion", "ContentBlocker", "TestSupport"]),
    .testTarget(
      name: "PageScriptTests",
      dependencies: [
        "PageScript", "Conversion", "FilterSyntax", "ContentBlocker", "TrackerRadar", "TestSupport",
      ],
      exclude: ["Cases", "Driver", "Health"]),
    .testTarget(
      name: "ListBuildingTests",
      dependencies: [
        "ListBuilding", "Codecs", "Platform", "TrackerRadar", "Conversion", "ContentBlocker", "FilterSyntax",
        "TestSupport",
      ]),
    .testTarget(
      name: "LintTests",
      dependencies: ["Lint", "ListBuilding", "Conversion", "ContentBlocker", "FilterSyntax", "TestSupport"]),
    .testTarget(
      name: "PageInspectionTests",
      dependencies: [
        "PageInspection", "Documents", "Conversion", "ContentBlocker", "FilterSyntax", "TrackerRadar",
        "Platform", "TestSupport",
      ]),
    .testTarget(
      name: "WebInterfaceTests",
      dependencies: ["WebInterface", "Conversion", "ContentBlocker", "TestSupport"]),
    .testTarget(
      name: "PageEngineTests",
      dependencies: [
        "PageEngine", "PageInspection", "Conversion", "ContentBlocker", "Documents", "sluice", "TestSupport",
      ]),
    // A browser without a user: WebKitGTK wants a main thread with GLib's main loop, which tests do not have.
    .executableTarget(
      name: "protection-driver",
      dependencies: ["Protection", "ProtectionGTK", "ListBuilding", "Codecs", "Platform"],
      path: "Tests/ProtectionDriver"),
    .testTarget(
      name: "ProtectionTests",
      dependencies: [
        "Protection", "ListBuilding", "Conversion", "ContentBlocker", "Codecs", "Platform", "PageScript",
        "protection-driver", "sluice-browser", "TestSupport",
      ],
      exclude: ["Driver"]),
    .testTarget(
      name: "BrowserModelTests",
      dependencies: [
        "BrowserModel", "Protection", "ContentBlocker", "ListBuilding", "sluice-browser", "TestSupport",
      ],
      exclude: ["Driver"]),
    // Counts what is allocated.
    .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
    .testTarget(
      name: "ProportionTests",
      dependencies: [
        "AllocationCounter", "PageScript", "Lint", "Conversion", "ContentBlocker", "FilterSyntax",
        "TestSupport",
      ]),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "PageScript", "sluice", "sluice-bench", "Documents", "ContentBlocker", "Lint",
        "PageInspection", "ListBuilding",
        "Codecs",
        "Platform", "Conversion",
        "FilterSyntax", "TestSupport",
      ]),
    .testTarget(
      name: "WebKitTests",
      dependencies: [
        "Conversion", "ContentBlocker", "Documents", "FilterSyntax", "PageInspection", "TrackerRadar",
        "TrackerTestSupport", "sluice", "TestSupport",
      ],
      exclude: ["Cases", "Driver"]),
  ],
  swiftLanguageModes: [.v6]
)

// SLUICE_CORE=1 leaves the core and its tests; SLUICE_ONLY="LintTests sluice" leaves these targets. What they need stays.
let core = ["BytesTests", "JSONTests", "FilterSyntaxTests", "ContentBlockerTests", "ConversionTests"]
let only =
  Context.environment["SLUICE_CORE"] == "1"
  ? core : (Context.environment["SLUICE_ONLY"] ?? "").split(separator: " ").map(String.init)
if !only.isEmpty {
  var kept = Set(only)
  // A target stands behind those that it needs.
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
