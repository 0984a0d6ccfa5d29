import SluiceConversion
import SluiceRules
import SluiceText

/// A SARIF 2.1.0 log (OASIS) with one run. The results come before the tool, because the tool lists only
/// rules that have results.
struct SARIFLog: FindingRenderer {
  var output = Array(
    #"{"$schema":"\#(schema)","version":"2.1.0","runs":[{"columnKind":"unicodeCodePoints","results":["#.utf8)
  private let source: FindingSource
  private let project: ProjectFolder
  private var fingerprints = FindingFingerprints()
  /// The reasons, in the order of their first occurrence, each with its highest severity.
  private var rules: [(id: String, severity: RuleListFinding.Severity)] = []
  private var ruleIndices: [String: Int] = [:]
  private var hasResults = false

  private static let schema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
  /// The maximum length of a snippet in bytes.
  private static let snippetLimit = 1024

  init(of source: FindingSource, in project: ProjectFolder) {
    self.source = source
    self.project = project
  }

  mutating func begin(file: String) {}

  mutating func add(_ finding: LocatedDiagnostic) {
    let place = project.location(of: finding.file)
    let rule = ruleIndex(of: finding)
    let fingerprint = fingerprints.next(of: finding, at: place.path)
    output += hasResults ? ",\n".utf8 : "\n".utf8
    hasResults = true
    JSONWriter.append(to: &output, .hidden) { json in
      json.object { json in
        json.add("ruleId", text: finding.reason)
        json.add("ruleIndex", number: rule)
        json.add("level", text: finding.severity.rawValue)
        json.add("message") { $0.add("text", text: finding.lines.joined(separator: "\n")) }
        json.add("locations", objects: [finding]) { json, finding in
          json.add("physicalLocation") { json in
            json.add("artifactLocation") { Self.add(place, to: &$0) }
            json.add("region") { Self.addRegion(of: finding, to: &$0) }
          }
        }
        // GitHub expects this property name.
        json.add("partialFingerprints") { $0.add("primaryLocationLineHash", text: fingerprint) }
      }
    }
  }

  mutating func finish() {
    var json = JSONWriter(.hidden)
    json.object { json in
      json.add("driver") { json in
        json.add("name", text: "sluice \(source.command.rawValue)")
        json.add("version", text: Program.version)
        json.add("rules", objects: rules, isBroken: true) { add($1.id, severity: $1.severity, to: &$0) }
      }
    }
    output += "\n],\"tool\":".utf8
    output += json.bytes
    output += "}]}\n".utf8
  }

  private mutating func ruleIndex(of finding: LocatedDiagnostic) -> Int {
    guard let index = ruleIndices[finding.reason] else {
      ruleIndices[finding.reason] = rules.count
      rules.append((finding.reason, finding.severity))
      return rules.count - 1
    }
    rules[index].severity = max(rules[index].severity, finding.severity)
    return index
  }

  private func add(_ id: String, severity: RuleListFinding.Severity, to json: inout JSONWriter) {
    json.add("id", text: id)
    if let rule = source.rule(id) {
      json.add("shortDescription") { $0.add("text", text: rule.summary) }
      json.add("fullDescription") { $0.add("text", text: rule.meaning) }
      json.add("help") {
        $0.add("text", text: rule.help.text)
        $0.add("markdown", text: rule.help.markdown)
      }
    }
    json.add("defaultConfiguration") { $0.add("level", text: severity.rawValue) }
  }

  private static func add(_ place: ProjectFolder.Location, to json: inout JSONWriter) {
    switch place {
    case .inside(let path):
      json.add("uri", text: percentEncoded(path))
      json.add("uriBaseId", text: "%SRCROOT%")
    case .outside(let path): json.add("uri", text: "file://\(percentEncoded(path))")
    case .nowhere(let name): json.add("uri", text: percentEncoded(name))
    }
  }

  private static func addRegion(of finding: LocatedDiagnostic, to json: inout JSONWriter) {
    json.add("startLine", number: finding.location.line)
    json.add("startColumn", number: finding.location.column)
    json.add("endColumn", number: finding.location.endColumn)
    // The full text or nothing, because a truncated snippet would differ from the region.
    let span = finding.span.clamped(to: finding.excerpt.indices)
    if span == finding.span, !span.isEmpty, span.count <= snippetLimit {
      json.add("snippet") { $0.add("text", utf8: finding.excerpt[span]) }
    }
  }

  /// Percent-encodes a path for a URI. Colons are encoded, too, because a colon could end a scheme.
  static func percentEncoded(_ path: String) -> String {
    let bytes = path.utf8.flatMap { byte in
      byte.isLetter || byte.isDigit || "/-._~".utf8.contains(byte) ? [byte] : byte.percentEncoded
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Fingerprints that identify findings by their subject instead of their line. Viewers compare the findings
/// of two versions of a file, in which lines can move.
struct FindingFingerprints {
  private var counts: [UInt64: Int] = [:]

  /// Returns a unique fingerprint like `9ae16a3b2f90404f:1`. Equal findings in a file are numbered.
  mutating func next(of finding: LocatedDiagnostic, at path: String) -> String {
    var hash = ByteHash()
    for byte in path.utf8 { hash.add(byte) }
    hash.add(0)
    for byte in finding.reason.utf8 { hash.add(byte) }
    hash.add(0)
    for byte in finding.subject { hash.add(byte) }
    counts[hash.value, default: 0] += 1
    let digits = String(hash.value, radix: 16).padded(to: 16, with: "0")
    return "\(digits):\(counts[hash.value, default: 1])"
  }
}
