import SluiceConversion

/// An error that stopped a build, or a warning about its result.
public struct BuildProblem: Error, Hashable, Sendable {
  /// The source that caused the problem: a URL or path, as the build file or an including list names it.
  public var source: String
  /// A description of the problem, without a full stop.
  public var message: String
  /// The reason why an operation on the source failed; for other problems the whole message.
  package let reason: String
  /// How to fix the problem, or nil if there is no advice.
  public var advice: String?

  /// Creates a problem with a source. Secrets in URLs are removed, because problems appear in reports, logs
  /// and manifests.
  public init(_ source: String, _ message: String, advice: String? = nil) {
    self.source = URLSecrets.removed(fromLocation: source)
    self.message = URLSecrets.removed(from: message)
    reason = self.message
    self.advice = advice.map { URLSecrets.removed(from: $0) }
  }

  /// Creates a problem with an operation on a file or folder that failed: `cannot read 'x': permission denied`.
  package init(cannot verb: String, _ path: String, _ reason: String, advice: String? = nil) {
    (source, message) = (path, "cannot \(verb) '\(path)': \(reason)")
    (self.reason, self.advice) = (reason, advice)
  }
}

/// A failed build, which wrote no new output.
public struct BuildFailure: Error, Hashable, Sendable {
  /// The problems, at least one.
  public var problems: [BuildProblem]

  /// Creates a failure from problems.
  public init(problems: [BuildProblem]) { self.problems = problems }

  package init(_ source: String, _ message: String, advice: String? = nil) {
    problems = [BuildProblem(source, message, advice: advice)]
  }
}

extension BuildProblem: CustomStringConvertible, DescribedError {
  /// The source and the message, or only the message if it names the source.
  public var description: String { reason == message ? "\(source): \(message)" : message }
  /// How to fix the problem.
  public var recoverySuggestion: String? { advice }
}

extension BuildFailure: CustomStringConvertible, DescribedError {
  /// The problems, one in a line.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}
