import Testing
import TestSupport

/// The layers of docs/contributing/architecture.md.
@Suite struct LayerTests {
  /// The layers, the lowest first, with their modules and the layers that these can import.
  private static let layers: [(name: String, modules: [String], below: [String])] = [
    ("Core", ["SluiceText", "SluiceSyntax", "SluiceRules", "SluiceAnalysis", "SluiceConversion"], []),
    ("System", ["SluiceC", "SluiceSystem"], []),
    (
      "Lists", ["SluiceTrackers", "SluicePageScript", "SluiceListFiles", "SluiceLists", "SluiceLint"],
      ["Core", "System"]
    ),
    ("Pages", ["SluiceDocuments", "SluicePageInspection"], ["Core", "System", "Lists"]),
    ("Web", ["SluiceWebInterface", "WebAssembly"], ["Core", "Pages"]),
    ("Protection", ["SluiceProtection"], ["Core", "System", "Lists"]),
    ("Program", ["sluice"], ["Core", "System", "Lists", "Pages"]),
  ]

  private static let layerOf = [String: String](
    layers.flatMap { layer in layer.modules.map { ($0, layer.name) } },
    uniquingKeysWith: { first, _ in first })

  /// Imports of modules of this package, by module.
  private static let imports = SourceFile.all.reduce(into: [String: Set<String>]()) { imports, file in
    imports[file.module, default: []].formUnion(file.imports.filter { layerOf[$0] != nil })
  }

  @Test func modulesImportOnlyLowerLayers() throws {
    try #require(SourceFile.all.count > 300)
    for file in SourceFile.all {
      let layer = try #require(
        Self.layers.first { $0.modules.contains(file.module) },
        "Sources/\(file.module) is in no layer of LayerTests")
      for module in file.imports.sorted() {
        guard let other = Self.layerOf[module] else { continue }
        #expect(
          other == layer.name || layer.below.contains(other),
          "\(file.path.joined(separator: "/")) imports \(module) of \(other)")
      }
    }
  }

  @Test func modulesOfALayerDoNotImportEachOtherInCircles() {
    let circles = Circles.find(Array(Self.imports.keys)) { Self.imports[$0, default: []] }
    #expect(circles.isEmpty, "\(circles)")
  }

  @Test(arguments: ["SluiceText", "SluiceSyntax", "SluiceRules", "SluiceAnalysis", "SluiceConversion"])
  func moduleDoesWithoutFoundation(_ module: String) {
    let files = SourceFile.all.filter { $0.module == module }
    #expect(!files.isEmpty)
    // Builds for WebAssembly replace Platform/Native.
    for file in files where !file.path.contains("Native") {
      let isFree = file.imports.isDisjoint(with: ["Foundation", "FoundationEssentials"])
      #expect(isFree, "\(file.path.joined(separator: "/"))")
    }
  }

  /// A single import of Foundation adds 31 MB of Unicode tables to the program on Linux.
  @Test func programImportsFoundationOnlyOnApplesSystems() throws {
    let program = SourceFile.all.filter { !["Web", "Protection"].contains(Self.layerOf[$0.module]) }
    #expect(program.contains { $0.imports.contains("FoundationEssentials") })
    for file in program where file.imports.contains("Foundation") {
      let path = "Sources/\(file.path.joined(separator: "/"))"
      var conditions: [Substring] = []
      for line in try Repository.text(of: path).split(separator: "\n") {
        let words = line.drop { $0 == " " }
        if words.hasPrefix("#if") { conditions.append(words) }
        if words.hasPrefix("#else"), let last = conditions.indices.last {
          conditions[last] = "not " + conditions[last]
        }
        if words.hasPrefix("#endif") { conditions.removeLast() }
        guard words == "import Foundation" || words.hasPrefix("import FoundationNet") else { continue }
        let isOfApple = conditions.contains {
          [
            "#if canImport(Darwin)", "#if os(macOS)", "#if canImport(WebKit)",
            "not #if canImport(FoundationEssentials)",
          ].contains($0)
        }
        #expect(isOfApple, "\(path)")
      }
    }
  }

  @Test func onlySystemImportsTheCLibrary() {
    let users = Set(SourceFile.all.filter { $0.imports.contains("SluiceC") }.map(\.module))
    #expect(users == ["SluiceSystem"])
  }

  @Test func pictureShowsAllModules() throws {
    var picture = "```text\n"
    for layer in Self.layers.reversed() {
      let modules = Self.imports.keys.filter { Self.layerOf[$0] == layer.name }
      guard !modules.isEmpty else { continue }
      let below = layer.below.isEmpty ? "" : "imports \(layer.below.joined(separator: ", "))"
      picture += "\(layer.name) \(below)\n"
      // Each stands behind those that it imports.
      var rest = Set(modules)
      while !rest.isEmpty {
        let ready = rest.filter { Self.imports[$0, default: []].isDisjoint(with: rest.subtracting([$0])) }
        guard !ready.isEmpty else { break }
        for module in ready.sorted() {
          let own = Self.imports[module, default: []].filter { Self.layerOf[$0] == layer.name }.sorted()
          picture += "  \(module)\(own.isEmpty ? "" : " ← \(own.joined(separator: ", "))")\n"
        }
        rest.subtract(ready)
      }
    }
    picture = picture.replacing(" \n", with: "\n")
    try GeneratedText.check(
      "docs/contributing/architecture.md", of: "LayerTests", to: "<!-- end of layers -->",
      is: picture + "```\n")
  }
}
