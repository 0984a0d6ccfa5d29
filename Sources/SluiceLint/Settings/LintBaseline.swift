import SluiceConversion
import SluiceText

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A baseline of known findings to hide, so that linting an old list shows only new findings.
///
/// It stores the number of findings of a rule in lines with the same text, regardless of their line numbers.
public struct LintBaseline: Hashable, Sendable {
  private struct Key: Hashable {
    let file: String
    let rule: String
    let text: String
  }

  private var counts: [Key: Int] = [:]

  /// Creates a baseline from the findings of a report.
  ///
  /// - Parameters:
  ///   - report: The report.
  ///   - name: Returns the name of a list in the baseline, independent of the current folder. By default, it
  ///     is the list's name.
  public init(_ report: LintReport, name: (String) -> String = { $0 }) {
    let names = report.sources.map { name($0.name) }
    for finding in report.findings {
      counts[Self.key(finding, report: report, names: names), default: 0] += 1
    }
  }

  private static func key(_ finding: LintFinding, report: LintReport, names: [String]) -> Key {
    let list = report.lists[finding.source].list
    let line = list.lines[finding.place.lineIndex]
    return Key(
      file: names[finding.source], rule: finding.rule.id,
      text: String(decoding: list.bytes[line.range.indices], as: UTF8.self))
  }

  /// Removes known findings from a report. Baseline entries that match no finding are ignored.
  ///
  /// - Parameters:
  ///   - report: The report to remove findings from.
  ///   - name: See ``init(_:name:)``.
  /// - Returns: The number of findings that were removed.
  public func apply(to report: inout LintReport, name: (String) -> String = { $0 }) -> Int {
    let names = report.sources.map { name($0.name) }
    var left = counts
    let before = report.findings.count
    let all = report
    report.findings.removeAll { finding in
      let key = Self.key(finding, report: all, names: names)
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

  /// A problem with a baseline file.
  @nonexhaustive public enum Problem: Error, Hashable, Sendable {
    /// The file is invalid JSON, or not the JSON of a baseline.
    case malformed(String)
    /// The file has a newer format version.
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

  /// Encodes the baseline, one finding per line. Equal findings give equal bytes.
  public func encodedJSON() -> [UInt8] {
    let sorted = counts.sorted { left, right in
      (left.key.file, left.key.rule, left.key.text) < (right.key.file, right.key.rule, right.key.text)
    }
    var json = JSONWriter(.hidden)
    json.object { json in
      json.add("version", number: 1)
      json.add("findings", objects: sorted, isBroken: true) { json, entry in
        json.add("file", text: entry.key.file)
        json.add("rule", text: entry.key.rule)
        json.add("filter", text: entry.key.text)
        json.add("count", number: entry.value)
      }
    }
    json.endLine()
    return json.bytes
  }
}

extension LintBaseline.Problem: CustomStringConvertible {
  /// The message for the user.
  public var description: String {
    switch self {
    case .malformed(let reason): "the file is not a baseline: \(reason)"
    case .unknownVersion(let version):
      "the baseline is of version \(version); this program supports version 1"
    }
  }
}

extension LintBaseline.Problem: DescribedError {}
