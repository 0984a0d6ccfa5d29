import SluiceConversion
import SluiceListFiles
import SluiceLists
import SluiceRules
import SluiceSyntax
import SluiceSystem

/// A writer for a document of findings. Findings are added file by file, in the order of the inputs.
///
/// Call ``begin(file:)`` for every file, even one without findings. The caller repeatedly takes the
/// ``output``, so that the document need not fit in memory.
protocol FindingRenderer {
  /// The bytes that were written and not yet taken.
  var output: [UInt8] { get set }

  mutating func begin(file: String)
  mutating func add(_ finding: LocatedDiagnostic)
  mutating func finish()
}

extension FindingRenderer {
  mutating func takeBatch() -> [UInt8]? { output.count >= 1 << 16 ? take() : nil }

  /// Writes a whole document to standard output: the findings of each file, in the given order.
  ///
  /// - Parameters:
  ///   - files: The files, with or without findings. A file that is there twice is written once, and files that
  ///     only have findings follow.
  mutating func write(
    _ findings: [LocatedDiagnostic], in files: [String], to console: Console,
    by isBefore: (LocatedDiagnostic, LocatedDiagnostic) -> Bool
  ) throws(CommandError) {
    let byFile = Dictionary(grouping: findings, by: \.file)
    var written: Set<String> = []
    for file in files + byFile.keys.sorted() where written.insert(file).inserted {
      begin(file: file)
      for finding in (byFile[file] ?? []).sorted(by: isBefore) {
        add(finding)
        if let batch = takeBatch() { try console.write(batch) }
      }
    }
    finish()
    try console.write(take())
  }

  mutating func take() -> [UInt8] {
    defer { output.removeAll(keepingCapacity: true) }
    return output
  }
}

extension LocatedDiagnostic {
  /// The message and its notes, one per line, safe to print.
  var lines: [String] {
    ([message] + notes.map { "\($0.label): \($0.text)" }).map(DisplayText.escaping)
  }
}

extension FindingFormat {
  /// The kind of output that a format needs.
  enum Form {
    case text
    case jsonLines
    /// One document and no other output.
    case document(any FindingRenderer)
  }

  func form(of source: FindingSource, in project: ProjectFolder = .ofProcess()) -> Form {
    switch self {
    case .text: .text
    case .jsonLines: .jsonLines
    case .github: .document(GitHubAnnotations(in: project))
    case .sarif: .document(SARIFLog(of: source, in: project))
    case .junit: .document(JUnitReport(of: source.command, in: project))
    case .gitlab: .document(GitLabReport(in: project))
    }
  }
}

/// The command that produces findings, and the descriptions of its rules.
struct FindingSource: Sendable {
  let command: CommandName
  /// Returns the rule with an identifier; nil if it has no description.
  let rule: @Sendable (String) -> FindingRule?

  static let conversion = FindingSource(command: .convert, rule: { FindingRule(ofConversion: $0) })
  static let check = FindingSource(command: .check, rule: { FindingRule(ofCheck: $0) })
}

/// The description of a reason in a document, shared by all findings with that reason.
struct FindingRule {
  let id: String
  /// The meaning in one sentence.
  let summary: String
  let meaning: String
  let help: (text: String, markdown: String)

  init(id: String, summary: String, meaning: String, help: (text: String, markdown: String)) {
    (self.id, self.summary, self.meaning, self.help) = (id, summary, meaning, help)
  }

  init(id: String, _ definition: ReasonDefinition) {
    let instead = definition.instead.map { "\n\nInstead: \($0)" } ?? ""
    self.init(
      id: id, summary: definition.summary(), meaning: definition.meaning,
      help: (
        "\(definition.meaning)\n\nFor example:\n\(definition.example)\(instead)",
        "\(definition.meaning)\n\n```\n\(definition.example)\n```\(instead)\n"
      ))
  }

  init?(ofConversion id: String) {
    guard let reason = Reason(id: id) else { return nil }
    self.init(id: id, reason.definition())
  }

  /// Creates a rule from a reason of `check`. The message is an example.
  init?(ofCheck id: String) {
    guard let reason = RuleListFinding.Reason.examples.first(where: { $0.id == id }) else { return nil }
    let words = reason.webKitMessage.map { "\(reason.message)\n\nWebKit: \($0)" } ?? reason.message
    let help = reason.advice.map { "\(words)\n\nInstead: \($0)" } ?? words
    self.init(id: id, summary: reason.message, meaning: words, help: (help, help))
  }
}

/// The folder of a project. Viewers of findings need file paths relative to it.
struct ProjectFolder {
  enum Location: Equatable {
    /// In the folder, with the relative path.
    case inside(String)
    /// Outside, with the absolute path.
    case outside(String)
    /// Not a file but standard input, with its name.
    case nowhere(String)

    var path: String {
      switch self {
      case .inside(let path), .outside(let path), .nowhere(let path): path
      }
    }
  }

  private let current: [Substring]
  private let root: [Substring]

  /// Creates a project folder.
  ///
  /// - Parameters:
  ///   - current: The folder that relative paths start from.
  ///   - candidates: Possible project folders. The first one that contains `current` is used, or `current`
  ///     itself.
  init(current: String, candidates: [String]) {
    let current = Self.names(in: current)
    self.current = current
    root =
      candidates.filter { $0.hasPrefix("/") }.map(Self.names).first(where: current.starts(with:)) ?? current
  }

  /// Returns the project folder according to the environment variables of GitHub and GitLab.
  static func ofProcess() -> ProjectFolder {
    ProjectFolder(
      current: (try? Pathname.resolved(".")) ?? "",
      candidates: ["GITHUB_WORKSPACE", "CI_PROJECT_DIR"].compactMap(CurrentProcess.variable))
  }

  func location(of file: String) -> Location {
    guard file != InputFile.standardInputName else { return .nowhere(file) }
    let names = Self.names(in: file, from: file.hasPrefix("/") ? [] : current)
    guard names.starts(with: root), names.count > root.count else {
      return .outside("/" + names.joined(separator: "/"))
    }
    return .inside(names[root.count...].joined(separator: "/"))
  }

  /// Returns the components of a path, with `..` resolved.
  private static func names(in path: String, from start: [Substring] = []) -> [Substring] {
    path.split(separator: "/").reduce(into: start) { names, name in
      switch name {
      case ".": break
      case "..": names = names.dropLast()
      default: names.append(name)
      }
    }
  }

  private static func names(in path: String) -> [Substring] { names(in: path, from: []) }
}
