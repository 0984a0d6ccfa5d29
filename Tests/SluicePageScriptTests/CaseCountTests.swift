import Foundation
import Testing
import TestSupport

import SluiceConversion

@testable import SluicePageScript

/// Every operator, action and scriptlet has at least eight cases in `Cases`.
@Suite struct CaseCountTests {
  private static func cases(in folder: String) throws -> [[String: JSONValue]] {
    let url = Repository.root.appending(path: "Tests/SluicePageScriptTests/Cases/\(folder)")
    return try FileManager.default.contentsOfDirectory(atPath: url.path).filter { $0.hasSuffix(".json") }
      .flatMap { name in
        try JSONDecoder().decode(
          [[String: JSONValue]].self, from: Data(contentsOf: url.appending(path: name)))
      }
  }

  private static func texts(_ value: JSONValue?) -> [String] {
    switch value {
    case .string(let text): [text]
    case .array(let values): values.flatMap { texts($0) }
    case .null, .bool, .number, .object, nil: []
    }
  }

  @Test func everyScriptletHasEightCases() throws {
    var counts: [String: Int] = [:]
    for one in try Self.cases(in: "Scriptlets") {
      guard case .array(let calls)? = one["calls"] else { continue }
      let names = calls.compactMap { call -> String? in
        guard case .array(let parts) = call, case .string(let name)? = parts.first else { return nil }
        if case .string("abp")? = one["dialect"] { return Snippet(rawValue: name)?.scriptlet?.name ?? name }
        if case .string("script")? = one["dialect"] { return AssigningScript.scriptlet?.name }
        let scriptlet =
          Scriptlet.resolve(name: name, dialect: .uBlockOrigin)
          ?? Scriptlet.resolve(name: name, dialect: .adGuard)
        return scriptlet?.name ?? name
      }
      for name in Set(names) { counts[name, default: 0] += 1 }
    }
    for scriptlet in Scriptlet.all {
      #expect(counts[scriptlet.name, default: 0] >= 8, "\(scriptlet.name)")
    }
    #expect(Set(counts.keys) == Set(Scriptlet.all.map(\.name)))
  }

  @Test func everyOperatorAndActionHasEightCases() throws {
    var counts: [SelectorOperator: Int] = [:]
    var actions: [SelectorAction: Int] = [:]
    for one in try Self.cases(in: "") {
      let filters = Self.texts(one["filters"]).joined(separator: "\n")
      let names = SelectorOperator.named.filter { filters.contains(":\($0.key)(") }
      for kind in Set(names.values) { counts[kind, default: 0] += 1 }
      for action in SelectorAction.allCases where filters.contains(":\(action.rawValue)(") {
        actions[action, default: 0] += 1
      }
    }
    for kind in SelectorOperator.allCases { #expect(counts[kind, default: 0] >= 8, "\(kind)") }
    for action in SelectorAction.allCases { #expect(actions[action, default: 0] >= 8, "\(action)") }
  }
}
