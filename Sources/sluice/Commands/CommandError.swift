#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

import Conversion

/// Why a command failed.
enum CommandError: Error, Hashable, Sendable {
  case usage(UsageError)
  case cannotRead(String, SystemError)
  case inputIsFolder(String)
  /// More bytes than a position in a list can count.
  case inputTooLarge(String)
  case cannotWrite(String, SystemError)
  case outputIsFolder(String)
  case missingFolder(output: String, folder: String)
  case outputIsInput(String)
  /// A place in a rule list that WebKit rejects, and why.
  case rejectedRuleList(String, String)
  case notASourceMap(String, String)
  case mapOfOtherList(String)
  case noSuffixes(String)
  case lineTooLong(String)
  case tooManyRules(part: ConvertedList.Part, rules: Int, limit: Int, policy: LimitPolicy)
  /// The reader of a pipe has seen enough, which is its right.
  case readerClosedPipe
  /// A signal ended the work.
  case interrupted
  /// There is no WebKit on this machine.
  case noEngine(String)
  /// The process that asks WebKit about this list ended without an answer.
  case engineFailed(String, reason: String)

  /// The failure of a write.
  static func writing(_ name: String, _ error: SystemError) -> CommandError {
    switch error.code {
    case EPIPE: .readerClosedPipe
    case EINTR: .interrupted
    default: .cannotWrite(name, error)
    }
  }

  var exitCode: ExitCode {
    switch self {
    case .usage: .usage
    case .readerClosedPipe: .success
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
    case .inputTooLarge(let name): "cannot read \(quoted(name)): it is larger than 4 GiB"
    case .cannotWrite(let name, let error): "cannot write \(quoted(name)): \(error)"
    case .outputIsFolder(let name): "cannot write \(quoted(name)): it is a folder"
    case .missingFolder(let name, let folder):
      "cannot write \(quoted(name)): there is no folder '\(folder)'"
    case .outputIsInput(let name): "\(quoted(name)) is an input and would be overwritten"
    case .rejectedRuleList(let place, let reason): "\(place): WebKit rejects this rule list: \(reason)"
    case .notASourceMap(let name, let reason): "cannot read \(quoted(name)): \(reason)"
    case .mapOfOtherList(let name): "\(quoted(name)) is the map of another rule list"
    case .noSuffixes(let name): "\(quoted(name)) is no public suffix list"
    case .lineTooLong(let name): "cannot read \(quoted(name)): a line is longer than 64 MiB"
    case .tooManyRules(let part, let rules, let limit, _):
      "\(Format.counted(rules, "rule"))\(part == .all ? "" : " in the \(part.rawValue) list"),"
        + " \(Format.grouped(rules - limit)) more than the limit of \(Format.grouped(limit))"
    case .readerClosedPipe: nil
    case .interrupted: "interrupted; nothing was written"
    case .noEngine(let reason): "no WebKit to ask: \(reason)"
    case .engineFailed(let name, let reason): "WebKit gave no answer on \(quoted(name)): \(reason)"
    }
  }

  /// What to do about it, one sentence each.
  var advice: [String] {
    switch self {
    case .usage(let error): [error.advice]
    case .cannotRead(_, let error) where error.code == ENOENT:
      ["check the path; '-' reads standard input"]
    case .inputIsFolder(let name): ["name the lists in it, such as \(Self.joined(name, "*.txt"))"]
    case .outputIsFolder(let name): ["name a file in it: --output \(Self.joined(name, "list.json"))"]
    case .missingFolder(_, let folder): ["make it first: mkdir -p '\(folder)'"]
    case .outputIsInput: ["choose another --output"]
    case .cannotWrite(_, let error) where error.code == ENOSPC || error.code == EDQUOT:
      ["free some space, or write elsewhere"]
    case .tooManyRules(let part, _, _, .stop):
      ["--on-limit truncate leaves out blocking rules from the end and reports them"]
        + (part == .all ? ["--split gives each of two lists its own limit"] : [])
    case .tooManyRules(_, _, _, .truncate):
      ["even without blocking rules there are too many; raise --max-rules or convert fewer lists"]
    case .noEngine: [EngineProcess.advice]
    case .engineFailed: ["try again; without --engine the list is checked without WebKit"]
    case .rejectedRuleList: ["'sluice check' shows everything that is wrong with it"]
    case .notASourceMap: ["'sluice convert --source-map FILE' writes one"]
    case .mapOfOtherList: ["convert again with --source-map: a map belongs to one very JSON file"]
    case .noSuffixes: ["https://publicsuffix.org/list/public_suffix_list.dat is one"]
    case .lineTooLong, .cannotRead, .inputTooLarge, .cannotWrite, .readerClosedPipe, .interrupted: []
    }
  }

  /// Streams have no quotes around their names: `'standard output'` could be a file.
  private func quoted(_ name: String) -> String { name.hasPrefix("standard ") ? name : "'\(name)'" }

  private static func joined(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }
}
