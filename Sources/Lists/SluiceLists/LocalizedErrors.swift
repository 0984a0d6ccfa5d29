import SluiceConversion

extension BuildFileMistake: DescribedError {
  /// How to fix the problem.
  public var recoverySuggestion: String? { advice }
}

extension BuildProblem: DescribedError {
  /// How to fix the problem.
  public var recoverySuggestion: String? { advice }
}

extension BuildFailure: DescribedError {}
extension Manifest.Problem: DescribedError {}
extension MergeError: DescribedError {}
extension Surrogates.Problem: DescribedError {}
