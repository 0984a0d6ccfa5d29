#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import SluiceSyntax

extension Source {
  /// Reads a list from a file. The name of the list is the path.
  public init(
    contentsOf file: URL, dialect: Dialect? = nil, accepts: AcceptedText = .lists
  ) throws(FileProblem) {
    let text = try FileText(contentsOf: file)
    self.init(name: text.path, bytes: text, dialect: dialect, accepts: accepts)
  }
}
