import Bytes
import Foundation
import JSON

/// Findings that are known and not shown, so that an old list can begin today: how often a rule finds something in lines
/// of one text, wherever in the file they stand.
public struct LintBaseline: Hashable, Sendable {
  private struct Key: Hashable {
    let file: String
    let rule: String
    let text: String
  }

  private var counts: [Key: Int] = [:]

  /// The findings of a report.
  ///
  /// - Parameters:
  ///   - report: What was found.
  ///   - name: What the baseline calls a list, wherever it is looked at from: its name where nothing is said.
  public init(_ report: LintReport, name: (String) -> String = { $0 }) {
    let names = report.sources.map { name($0.name) }
    for finding in report.findings { counts[Self.key(finding, report, names), default: 0] += 1 }
  }

  private static func key(_ finding: LintFinding, _ report: LintReport, _ names: [String]) -> Key {
    let list = report.lists[finding.source].list
    let line = list.lines[Int(finding.lineIndex)]
    return Key(
      file: names[finding.source], rule: finding.rule.id,
      text: String(decoding: list.bytes[line.range.indices], as: UTF8.self))
  }

  /// Takes the findings out of a report that are known. What is left of the baseline is gone from the lists.
  ///
  /// - Parameters:
  ///   - report: What was found, of which the rest is left.
  ///   - name: See ``init(_:name:)``.
  /// - Returns: How many findings were taken out.
  public func apply(to report: inout LintReport, name: (String) -> String = { $0 }) -> Int {
    let names = report.sources.map { name($0.name) }
    var left = counts
    let before = report.findings.count
    let all = report
    report.findings.removeAll { finding in
      let key = Self.key(finding, all, names)
      guard let count = left[key], count > 0 else { return false }
      left[key] = count - 1
      return true
    }
    return before - report.findings.count
  }
}

// MARK: The file

extension LintBaseline {
  private struct Document: Codable {
    struct Finding: Codable {
      let file: String
      let rule: String
      let filter: String
      let count: Int
    }

    let version: Int
    let findings: [Finding]
  }

  /// What is wrong with a file that should be a baseline.
  public enum Problem: Error, Hashable, Sendable {
    /// It is no JSON, or not that of a baseline.
    case malformed(String)
    /// It is of a later version.
    case unknownVersion(Int)
  }

  /// Reads a baseline.
  public init(decodingJSON json: some InputBytes & ~Escapable) throws(Problem) {
    let document: Document
    do {
      document = try JSONDecoder().decode(Document.self, from: Data(json.inputArray()))
    } catch let DecodingError.dataCorrupted(context) {
      throw .malformed(context.debugDescription)
    } catch let DecodingError.keyNotFound(key, _) {
      throw .malformed("the key '\(key.stringValue)' is missing")
    } catch {
      throw .malformed("it is not what 'sluice lint --write-baseline' writes")
    }
    guard document.version == 1 else { throw .unknownVersion(document.version) }
    for finding in document.findings {
      counts[Key(file: finding.file, rule: finding.rule, text: finding.filter), default: 0] += max(
        finding.count, 0)
    }
  }

  /// The file, the same for the same findings, a finding a line.
  public func encodedJSON() -> [UInt8] {
    let sorted = counts.sorted { left, right in
      (left.key.file, left.key.rule, left.key.text) < (right.key.file, right.key.rule, right.key.text)
    }
    var json = JSONWriter(.hidden)
    json.object { json in
      json.add("version", 1)
      json.add("findings", objects: sorted, isBroken: true) { json, entry in
        json.add("file", entry.key.file)
        json.add("rule", entry.key.rule)
        json.add("filter", entry.key.text)
        json.add("count", entry.value)
      }
    }
    json.endLine()
    return json.bytes
  }
}
