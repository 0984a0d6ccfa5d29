import Foundation
import Testing
import TestSupport

@testable import SluicePageScript

@Suite(.ends) struct ScriptComposerTests {
  private let files = [
    "a.js": "// needs: b.js c.js\n/** Doc. */\nfunction a() {}\n",
    "b.js": "// needs: c.js\n/**\n * @param {string} x\n */\nfunction b(x) {\n  // Why.\n  return x;\n}\n",
    "c.js": "const c = \"// no comment\"; // rest\n", "self.js": "// needs: twin.js\n",
    "twin.js": "// needs: self.js\n", "lost.js": "// needs: nowhere.js\n",
  ]

  private func composer(_ names: String...) -> ScriptComposer {
    var composer = ScriptComposer { name in files[name].map { Array($0.utf8) } }
    for name in names { composer.add(name) }
    return composer
  }

  @Test func fragmentsAreIncludedOnceAfterDependencies() throws {
    let code = """
      \(PageScript.firstLine)
      (() => {
      "use strict";
      const c = "// no comment"; // rest
      function b(x) {return x;}
      function a() {}
      a()
      })();

      """
    for composer in [composer("a.js"), composer("c.js", "a.js", "b.js")] {
      #expect(String(decoding: composer.script(last: Array("a()".utf8)), as: UTF8.self) == code)
      #expect(composer.faults == [])
    }
  }

  @Test func circularAndMissingFragmentsAreReported() {
    #expect(composer("self.js").faults == [.circular("self.js")])
    #expect(composer("lost.js", "a.js").faults == [.missing("nowhere.js")])
  }

  @Test func everyScriptFileIsInLibrary() throws {
    let folder = Repository.root.appending(path: "Sources/SluicePageScript/Scripts")
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
      $0.hasSuffix(".js")
    }.sorted()
    #expect(!names.isEmpty)
    let table = names.map { "TEXT(\"\($0.split(separator: "/").last ?? "")\")\n#embed \"\($0)\"\nEND\n" }
    try GeneratedText.check(
      "Sources/SluicePageScript/Scripts/ScriptTexts.c", of: "ScriptComposerTests",
      to: "};\n\nconst ScriptText *page",
      is: table.joined())
    for path in names {
      let name = try #require(path.split(separator: "/").last.map(String.init))
      #expect(
        try ScriptLibrary.file(name) == [UInt8](Data(contentsOf: folder.appending(path: path))), "\(path)")
      var composer = ScriptComposer()
      composer.add(name)
      #expect(composer.faults == [], "\(path)")
      // A single character outside ASCII makes WebKit store the script, with its megabyte of data, in two
      // bytes per character.
      #expect(composer.script(last: []).allSatisfy { $0 < 0x80 }, "\(path)")
    }
  }

  /// A file must require the file that captures each native function it uses.
  ///
  /// Otherwise a scriptlet would work only together with another one that does.
  @Test func scriptFilesRequireTheirCapturedNatives() throws {
    let folder = Repository.root.appending(path: "Sources/SluicePageScript/Scripts")
    var texts: [String: String] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where path.hasSuffix(".js") {
      let name = try #require(path.split(separator: "/").last.map(String.init))
      texts[name] = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    }
    var owners: [String: String] = [:]
    for (name, text) in texts where name.hasPrefix("natives") {
      for match in text.matches(of: /(?m)^  native\.(\w+) =/) { owners[String(match.output.1)] = name }
    }
    #expect(owners["matches"] == "natives-elements.js" && owners["parse"] == "natives.js")
    for (name, text) in texts where !name.hasPrefix("natives") {
      var composer = ScriptComposer()
      composer.add(name)
      for match in text.matches(of: /native\.(\w+)/) {
        guard let owner = owners[String(match.output.1)] else { continue }
        #expect(composer.done.contains(owner), "\(name): \(match.output.0)")
      }
    }
  }

  /// Declarations in a loader are invisible outside it and can use preceding ones.
  @Test func loaderContainsOnlyMissingFragments() {
    var composer = composer("c.js")
    composer.addLoader("load", of: ["a.js"], result: "a")
    let code = String(decoding: composer.code, as: UTF8.self)
    let expected = """
      const c = "// no comment"; // rest
      const load = () => {
      function b(x) {return x;}
      function a() {}
      return a;
      };

      """
    #expect(code == expected)
    #expect(!composer.done.contains("a.js"))
    composer.addLoader("lost", of: ["lost.js"], result: "0")
    #expect(composer.faults == [.missing("nowhere.js")])
  }

  /// Pages that only call scriptlets for all pages, or only hide style sheets, create no other code.
  @Test func codeForAllPagesComesFirst() throws {
    let filters = ["*##+js(set, a, 1)", "a.com##+js(aopr, b)", "##p:style(top: 0)", "c.com##+js(set, a, 2)"]
    let page = try #require(try Scripts(filters).page)
    let parts = page.components(separatedBy: "const loadRest = ")
    try #require(parts.count == 2)
    for name in ["scriptlet_set_constant", "hideSheets", "captureNatives"] {
      #expect(parts[0].contains("function \(name)(") && !parts[1].contains("function \(name)("), "\(name)")
    }
    #expect(parts[1].contains("function scriptlet_abort_on_property_read("))
    // In these pages, the natives of other scriptlets are not captured.
    #expect(!parts[0].contains("function captureLanguage("))
  }

  /// Functions that capture native functions are named after their files.
  @Test func captureFunctionsAreListed() {
    var composer = ScriptComposer()
    composer.add("replace-node-text.js")
    #expect(composer.captures == ["captureDocument", "captureElements", "captureLanguage", "captureScripts"])
  }

  /// A script that most frames do not need to run is created only where it is needed.
  @Test func scriptIsCreatedOnlyWhereConditionFails() {
    let code = String(
      decoding: composer("c.js").script(
        last: Array("go(secret, data);".utf8), data: Array("{}".utf8), unless: composer("b.js"), "isDone"),
      as: UTF8.self)
    let expected = """
      \(PageScript.firstLine)
      ((secret, start, data) => {
      "use strict";
      const c = "// no comment"; // rest
      function b(x) {return x;}
      if (!isDone(secret)) start(secret, data);
      })("\(PageScript.secretToken)",
      ((secret, data) => {
      "use strict";
      const c = "// no comment"; // rest
      go(secret, data);
      }),
      {});

      """
    #expect(code == expected)
  }

  /// The fragments of a world share one scope, so no two may declare the same name.
  @Test(arguments: [["Shared", "Isolated", "Scriptlets"], ["Shared", "Page", "Scriptlets"]])
  func fragmentsDeclareUniqueNamesPerWorld(folders: [String]) throws {
    var owners: [String: String] = [:]
    for folder in folders {
      let url = Repository.root.appending(path: "Sources/SluicePageScript/Scripts/\(folder)")
      for name in try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() {
        let text = String(decoding: try Data(contentsOf: url.appending(path: name)), as: UTF8.self)
        // Several variables without values share one declaration.
        let pattern = /^(?:const|let|class|(?:async )?function\*?) +([A-Za-z_]+(?:,\s+[A-Za-z_]+)*)/
          .anchorsMatchLineEndings()
        for declared in text.matches(of: pattern).flatMap({ $0.output.1.matches(of: /[A-Za-z_]+/) }) {
          #expect(
            owners.updateValue(name, forKey: String(declared.output)) == nil, "\(declared.output) of \(name)")
        }
      }
    }
    #expect(owners.count > 100)
  }
}
