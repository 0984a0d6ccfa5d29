// Merges Tracker Radar's data, its exceptions and filter lists, and explains the decision about a request.
//
//     swift run MergeTrackers PAGE URL FILE...
import Foundation
import SluiceLists
import SluiceTrackers

/// Merges the files and returns the rule lists to add.
func merge(_ files: [URL]) throws -> MergeResult {
  var options = MergeOptions()
  options.conversion.target = .safari18
  options.appVersion = "1.120.0"
  return try Merge(options: options).run(files.map { try MergeInput(contentsOf: $0) })
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
guard arguments.count > 2 else {
  print("usage: MergeTrackers PAGE URL FILE...")
  exit(64)
}
do {
  let result = try merge(arguments.dropFirst(2).map { URL(fileURLWithPath: $0) })
  for (list, name) in zip(result.lists, result.names(like: "rules.json")) {
    let json = list.rules.encodedJSON()
    let inputs = list.inputs.joined(separator: ", ")
    show("\(name): \(list.rules.rules.count) rules, \(json.count) bytes, of \(inputs)")
  }
  for (input, problem) in result.problems {
    show("\(result.inputs[input].name): \(problem.path): \(problem) [\(problem.reason.id)]")
  }
  if let radar = result.trackerRadar { show(decision(radar, page: arguments[0], script: arguments[1])) }
} catch {
  show("error: \(error)")
  exit(1)
}
