import Foundation
import TestSupport
import Testing

@testable import PageScript

@Suite(.ends) struct ScriptComposerTests {
  private let files = [
    "a.js": "// needs: b.js c.js\n/** Doc. */\nfunction a() {}\n",
    "b.js": "// needs: c.js\n/**\n * @param {string} x\n */\nfunction b(x) {\n  // Why.\n  return x;\n}\n",
    "c.js": "const c = \"// no comment\"; // rest\n", "self.js": "// needs: twin.js\n",
    "twin.js": "// needs: self.js\n", "lost.js": "// needs: nowhere.js\n",
  ]

  private func compose(_ names: String...) throws -> String {
    let script = try ScriptComposer.script(of: names, last: Array("a()".utf8)) { name in
      files[name].map { Array($0.utf8) }
    }
    return String(decoding: script, as: UTF8.self)
  }

  @Test func eachFragmentOnceAndBehindItsNeeds() throws {
    let code = """
      (() => {
      "use strict";
      const c = "// no comment"; // rest
      function b(x) {
        return x;
      }
      function a() {}
      a()
      })();

      """
    #expect(try compose("a.js") == code)
    #expect(try compose("c.js", "a.js", "b.js") == code)
  }

  @Test func faults() {
    #expect(throws: ScriptComposer.Fault.circular("self.js")) { try compose("self.js") }
    #expect(throws: ScriptComposer.Fault.missing("nowhere.js")) { try compose("lost.js") }
  }

  @Test func everyFileIsInTheLibraryWithAllItNeeds() throws {
    let folder = Repository.root.appending(path: "Sources/PageScript/Scripts")
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
      $0.hasSuffix(".js")
    }
    #expect(!names.isEmpty)
    for path in names {
      let name = try #require(path.split(separator: "/").last.map(String.init))
      #expect(
        try ScriptLibrary.file(name) == [UInt8](Data(contentsOf: folder.appending(path: path))), "\(path)")
      _ = try ScriptComposer.script(of: [name], last: [])
    }
  }
}
