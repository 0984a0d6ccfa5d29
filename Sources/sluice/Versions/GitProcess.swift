import SluiceSystem

/// A git process that runs nothing from the repository: no hook, filter, `textconv` or transport.
struct GitProcess {
  private let path: String

  /// Finds git in the search path of the system.
  init() throws(CommandError) {
    guard let path = CurrentProcess.program("git") else {
      throw .failure(
        "git is not installed", advice: "without --git, the command compares two files or folders")
    }
    self.path = path
  }

  /// The interval between checks of the process, in milliseconds.
  private static let pollingInterval: Int32 = 2
  /// The time after which the process is stopped. It waits forever for a pipe that a repository has in place of a
  /// file, such as `.gitignore` or an included configuration.
  private static let maximumTime = Duration.seconds(120)
  private static let maximumReason = 2_000

  private static let flags = [
    "git", "--no-pager", "--no-optional-locks", "--no-replace-objects", "--literal-pathspecs",
    // Turns off settings with which a repository could make git run a program.
    "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "protocol.allow=never",
  ]

  /// The environment without variables that redirect git, and with variables that keep it from fetching and
  /// prompting.
  ///
  /// The configuration of a repository can allow a transport that runs a program, such as `ext::`, and versions before
  /// 2.44 fetch missing objects through it. An empty list of transports overrides the configuration.
  private static var variables: [String] {
    CurrentProcess.variables.filter { !$0.hasPrefix("GIT_") && !$0.hasPrefix("LC_ALL=") } + [
      "GIT_ALLOW_PROTOCOL=", "GIT_NO_LAZY_FETCH=1", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0",
      "LC_ALL=C",
    ]
  }

  func output(_ words: [String], input: [UInt8] = []) throws(CommandError) -> [UInt8] {
    switch try answer(to: words, input: input) {
    case .output(let bytes): return bytes
    case .failure(let reason): throw .git(reason)
    }
  }

  func answer(to words: [String], input: [UInt8] = []) throws(CommandError) -> Answer {
    var signals = DeferredSignals()
    defer { signals.release() }
    let folder = try CommandError.of({ .noScratchFolder("\($0)") }) { () throws(SystemError) in
      try ScratchFolder("git")
    }
    defer { folder.remove() }
    return try CommandError.of({ .git($0) }) { () throws(SystemError) in
      try run(words, input: input, in: folder)
    }
  }

  enum Answer {
    case output([UInt8])
    case failure(String)
  }

  private func run(
    _ words: [String], input: [UInt8], in folder: ScratchFolder
  ) throws(SystemError) -> Answer {
    let file = try OpenFile.create(folder.file("input"), isPrivate: true)
    defer { try? file.close() }
    try file.write(input)
    // Input and output are files, because a pipe could fill up.
    let process = try ChildProcess(
      path, arguments: Self.flags + words, variables: Self.variables,
      streams: [.input(folder.file("input")), .output(folder.file("output")), .output(folder.file("error"))])
    let start = ContinuousClock.now
    while true {
      if let end = try process.end() {
        if end == .status(0) { return .output(try OpenFile.contents(of: folder.file("output"))) }
        return .failure(Self.reason(end, error: try OpenFile.contents(of: folder.file("error"))))
      }
      if DeferredSignals.isPending {
        process.stop()
        throw .interrupted
      }
      if start.duration(to: .now) > Self.maximumTime {
        process.stop()
        return .failure("no answer in 120 seconds; is one of its files a pipe?")
      }
      CurrentProcess.wait(milliseconds: Self.pollingInterval)
    }
  }

  /// Returns the first line of git's error message.
  private static func reason(_ end: ChildProcess.End, error: [UInt8]) -> String {
    let line = error.prefix { $0 != 0x0A }.prefix(maximumReason)
    guard line.isEmpty else { return String(decoding: line, as: UTF8.self) }
    return switch end {
    case .status(let status): "exit status \(status)"
    case .signal(let signal): "signal \(signal)"
    }
  }
}

/// The revisions in the value of `--git`.
struct GitRange: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    /// `A..B`: from A to B.
    case between(String, String)
    /// `A...B`: from the merge base of A and B to B.
    case sinceFork(String, String)
    /// `A`: from A to the working tree.
    case workTree(String)
  }

  let text: String
  let kind: Kind

  /// Parses a range like git: a missing side is `HEAD`. Returns nil if a side cannot be a revision or looks
  /// like an option of git.
  init?(_ text: String) {
    self.text = text
    func revision(_ part: Substring) -> String? {
      let word = part.isEmpty ? "HEAD" : String(part)
      let isPlain = word.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F }
      // No name in git begins with a dot.
      return word.hasPrefix("-") || word.hasPrefix(".") || word.contains("..") || !isPlain ? nil : word
    }
    guard !text.isEmpty else { return nil }
    guard let dots = text.firstRange(of: "...") ?? text.firstRange(of: "..") else {
      guard let old = revision(text[...]) else { return nil }
      kind = .workTree(old)
      return
    }
    guard let old = revision(text[..<dots.lowerBound]), let new = revision(text[dots.upperBound...]) else {
      return nil
    }
    kind = text[dots].count == 3 ? .sinceFork(old, new) : .between(old, new)
  }
}
