import ContentBlocker
import Conversion
import ListBuilding
import Platform

/// Why a command failed.
enum CommandError: Error, Hashable, Sendable {
  case usage(UsageError)
  case cannotRead(String, SystemError)
  case inputIsFolder(String)
  /// More bytes than are read of an input.
  case inputTooLarge(String)
  /// A file is wanted, and this is a URL.
  case inputIsURL(String)
  case output(OutputError)
  case outputIsInput(String)
  /// What the user has not named is there, and the command did not write it.
  case outputIsForeign(String)
  /// A place in a rule list that WebKit rejects, and why.
  case rejectedRuleList(String, String)
  case notASourceMap(String, String)
  case mapOfOtherList(String)
  case noSuffixes(String)
  case lineTooLong(String)
  case buildFile(BuildFileMistake)
  case build(BuildProblem)
  /// Two outputs would be one file.
  case sameOutput(String)
  case merge(MergeError)
  case surrogates(String, Surrogates.Problem)
  /// What was made could not be written as JSON.
  case notEncodable(String)
  /// A list is larger than it may be.
  case limit(ConversionError)
  /// There is no WebKit on this machine.
  case noEngine(String)
  /// The process that asks WebKit about this list ended without an answer.
  case engineFailed(String, reason: String)

  /// The result of work on outputs, with its failure as one of the command.
  static func ofOutput<Result>(
    _ work: () throws(OutputError) -> Result
  ) throws(CommandError) -> Result {
    do throws(OutputError) {
      return try work()
    } catch {
      throw .output(error)
    }
  }

  var exitCode: ExitCode {
    switch self {
    case .usage: .usage
    case .output(.readerClosedPipe): .success
    case .noEngine: .unavailable
    default: .failure
    }
  }
}

extension CommandError {
  /// What went wrong, or nil where nothing is to be said.
  var message: String? {
    switch self {
    case .usage(let error): error.message
    case .cannotRead(let name, let error): "cannot read \(quoted(name)): \(error)"
    case .inputIsFolder(let name): "cannot read \(quoted(name)): it is a folder"
    case .inputTooLarge(let name): "cannot read \(quoted(name)): \(SystemError.tooLarge.reasonNotRead)"
    case .inputIsURL(let name): "cannot read \(quoted(name)): it is a URL, and this command reads files"
    case .output(.cannotWrite(let name, let error)): "cannot write \(quoted(name)): \(error)"
    case .output(.isFolder(let name)): "cannot write \(quoted(name)): it is a folder"
    case .output(.missingFolder(let name, let folder)):
      "cannot write \(quoted(name)): there is no folder '\(folder)'"
    case .output(.sameFile(let name, let other)):
      "\(quoted(name)) and \(quoted(other)) are one file in that folder"
    case .buildFile(let mistake): "\(mistake.file):\(mistake.line):\(mistake.column): \(mistake.message)"
    case .build(let problem): "\(problem.source): \(problem.message)"
    case .outputIsInput(let name): "\(quoted(name)) is an input and would be overwritten"
    case .outputIsForeign(let name):
      "\(quoted(name)) would be overwritten, and the last merge did not write it"
    case .rejectedRuleList(let place, let reason): "\(place): WebKit rejects this rule list: \(reason)"
    case .notASourceMap(let name, let reason): "cannot read \(quoted(name)): \(reason)"
    case .mapOfOtherList(let name): "\(quoted(name)) is the map of another rule list"
    case .noSuffixes(let name): "\(quoted(name)) is no public suffix list"
    case .lineTooLong(let name): "cannot read \(quoted(name)): a line is longer than 64 MiB"
    case .sameOutput(let name): "two outputs would be '\(name)'"
    case .merge(let error): error.description
    case .surrogates(let folder, let problem): MergeMessages.message(problem, folder)
    case .notEncodable(let name): "cannot write '\(name)' as JSON"
    case .limit(let error): LimitMessages.message(error)
    case .output(.readerClosedPipe): nil
    case .output(.interrupted): "interrupted; nothing was written"
    case .noEngine(let reason): "no WebKit to ask: \(reason)"
    case .engineFailed(let name, let reason): "WebKit gave no answer on \(quoted(name)): \(reason)"
    }
  }

  /// What to do about it, one sentence each.
  var advice: [String] {
    switch self {
    case .usage(let error): [error.advice]
    case .cannotRead(_, let error) where error == .notFound:
      ["check the path; '-' reads standard input"]
    case .inputIsURL:
      [
        "'sluice build' fetches lists: name it in sluice.json: {lists: [{name: \"list\", sources: [\"URL\"]}]}",
        "or fetch it first, with 'curl -o FILE URL'",
      ]
    case .inputIsFolder(let name): ["name the lists in it, such as \(Self.joined(name, "*.txt"))"]
    case .output(.isFolder(let name)): ["name a file in it: --output \(Self.joined(name, "list.json"))"]
    case .output(.sameFile): ["give them names that differ in more than the case of letters"]
    case .output(.missingFolder(_, let folder)): ["make it first: mkdir -p '\(folder)'"]
    case .buildFile(let mistake): mistake.advice.map { [$0] } ?? []
    case .build(let problem): problem.advice.map { [$0] } ?? []
    case .outputIsInput: ["choose another --output"]
    case .outputIsForeign: ["move it away, or write into another folder with --output"]
    case .output(.cannotWrite(_, let error)) where error.isOutOfSpace:
      ["free some space, or write elsewhere"]
    case .limit(let error): LimitMessages.advice(error)
    case .rejectedRuleList: ["'sluice check' shows everything that is wrong with it"]
    case .notASourceMap: ["'sluice convert --source-map FILE' writes one"]
    case .mapOfOtherList: ["convert again with --source-map: a map belongs to one very JSON file"]
    case .noSuffixes: ["https://publicsuffix.org/list/public_suffix_list.dat is one"]
    case .noEngine: [EngineProcess.advice]
    case .engineFailed: ["try again; without --engine the list is checked without WebKit"]
    case .sameOutput: ["choose another --output"]
    case .merge(let error): MergeMessages.advice(error)
    case .surrogates, .notEncodable, .lineTooLong, .cannotRead, .inputTooLarge, .output: []
    }
  }

  /// Streams have no quotes around their names: `'standard output'` could be a file.
  private func quoted(_ name: String) -> String { name.hasPrefix("standard ") ? name : "'\(name)'" }

  private static func joined(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }
}
