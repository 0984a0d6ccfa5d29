// Converts Tracker Radar's data and its exceptions to a rule list, and explains the decision about a request.
//
//     swift run TrackerRules PAGE URL TDS.json EXCEPTIONS.json
import Foundation
import SluiceConversion
import SluiceRules
import SluiceTrackers

/// Reads the data and its exceptions, and prints what is invalid or unused in them.
func read(_ tds: URL, _ exceptions: URL) throws -> TrackerRadar {
  let (data, dataProblems) = try TrackerData.decodingJSON(.contents(of: tds))
  let (parsed, _, exceptionProblems) = try TrackerExceptions.decodingJSON(
    .contents(of: exceptions), appVersion: "1.120.0")
  for problem in dataProblems + exceptionProblems {
    show("\(problem.path): \(problem.reason.message) [\(problem.reason.id)]")
  }
  return TrackerRadar(data, exceptions: parsed, options: TrackerOptions(target: .safari18))
}

/// Returns the JSON for WebKit.
func json(of radar: TrackerRadar) -> [UInt8] {
  let (rules, problems) = radar.rules()
  for problem in problems { show("\(problem.path): \(problem.reason.message) [\(problem.reason.id)]") }
  return RuleList(rules).encodedJSON()
}

/// Returns Tracker Radar's decision about a script.
func decision(_ radar: TrackerRadar, page: String, script: String) -> String {
  let decision = radar.resolve(TrackerRequest(url: script, page: page, type: "script"))
  let owner = decision.owner.map { ", a tracker of \($0)" } ?? ""
  return switch decision.verdict {
  case .pass: "\(script)\(owner) is loaded: \(decision.reason.rawValue)"
  case .block: "\(script)\(owner) is blocked: \(decision.reason.rawValue)"
  case .surrogate(let name): "\(script)\(owner) is answered by \(name)"
  }
}

/// Prints a line without terminal control characters, because the texts of files are untrusted.
func show(_ line: String) {
  print(String(line.unicodeScalars.filter { ![.control, .format].contains($0.properties.generalCategory) }))
}

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count == 4 else {
  print("usage: TrackerRules PAGE URL TDS.json EXCEPTIONS.json")
  exit(64)
}
do {
  let radar = try read(URL(fileURLWithPath: arguments[2]), URL(fileURLWithPath: arguments[3]))
  show("\(json(of: radar).count) bytes of rules")
  show(decision(radar, page: arguments[0], script: arguments[1]))
} catch {
  show("error: \(error)")
  exit(1)
}
