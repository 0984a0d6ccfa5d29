import SluiceText

/// An error that stopped a build, or a warning about its result.
package struct BuildProblem: Error, Hashable, Sendable {
  /// The source that caused the problem: a URL or path, as the build file or an including list names it.
  package var source: String
  /// A description of the problem, without a full stop.
  package var message: String
  /// The reason why an operation on the source failed; for other problems the whole message.
  package let reason: String
  /// How to fix the problem, or nil if there is no advice.
  package var advice: String?

  /// Creates a problem with a source. Secrets in URLs are removed, because problems appear in reports, logs
  /// and manifests.
  package init(_ source: String, message: String, advice: String? = nil) {
    self.source = URLSecrets.removed(fromLocation: source)
    self.message = URLSecrets.removed(from: message)
    reason = self.message
    self.advice = advice.map { URLSecrets.removed(from: $0) }
  }

  /// Creates a problem with an operation on a file or folder that failed: `cannot read 'x': permission denied`.
  package init(cannot verb: String, _ path: String, reason: String, advice: String? = nil) {
    (source, message) = (path, "cannot \(verb) '\(path)': \(reason)")
    (self.reason, self.advice) = (reason, advice)
  }
}

/// A failed build, which wrote no new output.
package struct BuildFailure: Error, Hashable, Sendable {
  /// The problems, at least one.
  package var problems: [BuildProblem]

  /// Creates a failure from problems.
  package init(problems: [BuildProblem]) { self.problems = problems }

  package init(_ source: String, message: String, advice: String? = nil) {
    problems = [BuildProblem(source, message: message, advice: advice)]
  }
}

extension BuildProblem: CustomStringConvertible, DescribedError {
  /// The source and the message, or only the message if it names the source.
  package var description: String { reason == message ? "\(source): \(message)" : message }
  /// How to fix the problem.
  package var recoverySuggestion: String? { advice }
}

extension BuildFailure: CustomStringConvertible, DescribedError {
  /// The problems, one in a line.
  package var description: String { problems.map(\.description).joined(separator: "\n") }
}

/// An error in a build file, with its location.
package struct BuildFileMistake: Error, Hashable, Sendable {
  /// The path of the file as given, with line and columns.
  package var location: TextLocation
  /// The error message.
  package var message: String
  /// How to fix the mistake, or nil if the message already says it.
  package var advice: String?
}

extension BuildFileMistake {
  init(at offset: Int, of bytes: [UInt8], _ file: String, message: String, advice: String? = nil) {
    var counter = PositionCounter()
    let location = counter.location(of: offset..<offset, in: bytes.span, file: file)
    self.init(location: location, message: message, advice: advice)
  }
}

/// An error whose location in the text is not known yet.
package struct RecipeMistake: Error {
  let path: [any CodingKey]
  /// The invalid key; nil if the value at the path is invalid.
  let key: String?
  let message: String
  let advice: String?

  package init(path: [any CodingKey], key: String? = nil, message: String, advice: String? = nil) {
    (self.path, self.key, self.message, self.advice) = (path, key, message, advice)
  }
}

extension BuildFileMistake: CustomStringConvertible, DescribedError {
  /// The location and the message, as in `sluice.json:4:17: ...`.
  package var description: String { "\(location): \(message)" }
  /// How to fix the problem.
  package var recoverySuggestion: String? { advice }
}
