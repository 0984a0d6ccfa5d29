/// Why a list was not built, or what its reader should know although it was.
public struct BuildProblem: Error, Hashable, Sendable {
  /// The source that it is about: a URL or path as the build file or an including list names it.
  public var source: String
  /// What is wrong, without a full stop.
  public var message: String
  /// What to do, or nil.
  public var advice: String?

  /// A problem of a source. Secrets in URLs are taken out: problems stand in reports, logs and manifests.
  public init(_ source: String, _ message: String, advice: String? = nil) {
    self.source = URLSecrets.removed(fromLocation: source)
    self.message = URLSecrets.removed(from: message)
    self.advice = advice.map { URLSecrets.removed(from: $0) }
  }
}

/// Why a build ended without a new output.
public struct BuildFailure: Error, Hashable, Sendable {
  /// What went wrong, at least one.
  public var problems: [BuildProblem]

  /// A failure for these reasons.
  public init(problems: [BuildProblem]) { self.problems = problems }
}
