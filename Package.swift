// swift-tools-version: 6.2
import PackageDescription

// Layers: each target imports only those above it. FilterSyntax and ContentBlocker know nothing of
// each other and nothing of Foundation.
let package = Package(
  name: "sluice",
  platforms: [.macOS(.v14), .iOS(.v17)],
  products: [
    .library(name: "FilterSyntax", targets: ["FilterSyntax"]),
    .library(name: "ContentBlocker", targets: ["ContentBlocker"]),
    .library(name: "Conversion", targets: ["Conversion"]),
    .library(name: "TrackerRadar", targets: ["TrackerRadar"]),
    .library(name: "ListBuilder", targets: ["ListBuilder"]),
    .executable(name: "sluice", targets: ["sluice"]),
    .executable(name: "sluice-fetch", targets: ["sluice-fetch"]),
  ],
  targets: [
    .target(name: "FilterSyntax"),
    .target(name: "ContentBlocker"),
    .target(name: "Conversion", dependencies: ["FilterSyntax", "ContentBlocker"]),
    .target(name: "TrackerRadar", dependencies: ["ContentBlocker", "Conversion"]),
    .target(
      name: "ListBuilder", dependencies: ["FilterSyntax", "ContentBlocker", "Conversion", "TrackerRadar"]),
    .executableTarget(
      name: "sluice",
      dependencies: ["FilterSyntax", "ContentBlocker", "Conversion", "TrackerRadar", "ListBuilder"]),
    // Apart from sluice, because loading FoundationNetworking takes longer than most commands.
    .executableTarget(name: "sluice-fetch", dependencies: ["ListBuilder"]),
    .executableTarget(
      name: "sluice-bench", dependencies: ["FilterSyntax", "ContentBlocker", "Conversion"]),
    .testTarget(name: "FilterSyntaxTests", dependencies: ["FilterSyntax"]),
    .testTarget(name: "ContentBlockerTests", dependencies: ["ContentBlocker"]),
    .testTarget(
      name: "ConversionTests", dependencies: ["Conversion", "FilterSyntax", "ContentBlocker"]),
    .target(
      name: "TrackerTestSupport", dependencies: ["TrackerRadar", "ContentBlocker"],
      path: "Tests/TrackerTestSupport"),
    .testTarget(
      name: "TrackerRadarTests",
      dependencies: ["TrackerRadar", "TrackerTestSupport", "Conversion", "ContentBlocker"]),
    .testTarget(
      name: "ListBuilderTests",
      dependencies: ["ListBuilder", "TrackerRadar", "Conversion", "ContentBlocker"]),
    .testTarget(
      name: "CommandTests",
      dependencies: ["sluice", "sluice-fetch", "ListBuilder", "Conversion", "FilterSyntax"]),
    .testTarget(
      name: "WebKitTests",
      dependencies: ["Conversion", "ContentBlocker", "FilterSyntax", "TrackerRadar", "TrackerTestSupport"],
      exclude: ["Cases"]),
  ],
  swiftLanguageModes: [.v6]
)
