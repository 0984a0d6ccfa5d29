import SluiceSyntax
import SluiceTrackers

/// The purpose of a document, which decides what it must contain.
package enum DocumentUse: Hashable, Sendable {
  /// A filter list. It must contain a filter, or refer to another list.
  case list
  /// A filter list that may be empty, because the build file allows it.
  case listOrNothing
  /// A part of a filter list, which may contain only comments.
  case part
  /// Patterns, one per line.
  case patterns
  /// JSON.
  case trackerRadar
  /// A script that runs in pages.
  case script
}

/// A check that a server's response can be the requested document.
package enum BodyCheck {
  /// Returns the content of a body that should be JSON; nil if it is JSON, or cannot be named.
  package static func content(inPlaceOfJSON bytes: [UInt8]) -> ForeignContent? {
    guard case .foreign(let content) = ListJudgement(of: bytes), content.isNeverTyped, content != .json,
      content != .ruleList
    else { return nil }
    return content
  }

  /// Returns the problem with a body, or nil. `previous` is the size of the last good copy to compare with,
  /// if any.
  static func problem(
    of bytes: [UInt8], for use: DocumentUse = .list, previous: Int?, minimumShare: Double
  ) -> String? {
    if let problem = contentProblem(of: bytes, for: use) { return problem }
    if let previous, Double(bytes.count) < Double(previous) * minimumShare {
      let kind = use == .script ? "script" : "list"
      return "the \(kind) has shrunk from \(previous) to \(bytes.count) bytes, which --believe accepts"
    }
    return nil
  }

  private static func contentProblem(of bytes: [UInt8], for use: DocumentUse) -> String? {
    let judgement = ListJudgement(ofAll: bytes)
    guard judgement != .foreign(.empty) || use == .listOrNothing else {
      return use == .script ? "the server sent an empty script" : "the server sent an empty list" + hint(use)
    }
    guard use != .script else {
      return bytes.prefix(4096).contains(0)
        ? "the server did not send text" : scriptProblem(of: bytes, judgement)
    }
    guard use != .trackerRadar else {
      let isJSON = (try? JSONValue(allOf: bytes.span)) != nil
      if !isJSON, let content = content(inPlaceOfJSON: bytes) {
        return "the server sent \(content.words) instead of JSON"
      }
      return isJSON ? nil : "the server did not send JSON"
    }
    guard let content = judgement.problem else { return nil }
    switch content {
    case .mergeConflict:
      return use == .patterns
        ? nil : "the server sent \(content.words) (line \(judgement.problemLine(in: bytes)))"
    // Lines that are not filters can still be patterns for filters.
    case .text, .markdown, .json, .userscript, .regexes, .nameServer, .squid, .privoxy, .table, .ruleList:
      return use == .patterns || content == .text && leadsOn(bytes)
        ? nil : "the server sent \(content.words) instead of a list"
    case .page, .signIn, .errorText, .lfsPointer, .xml, .archive, .utf16, .binary:
      return "the server sent \(content.words) instead of a list"
    case .empty, .comments:
      return use != .list || leadsOn(bytes) ? nil : "the server sent a list without a filter" + hint(use)
    }
  }

  /// Returns the problem with a script. A truncated or broken script must not replace the last good copy.
  private static func scriptProblem(of bytes: [UInt8], _ judgement: ListJudgement) -> String? {
    if case .foreign(let content) = judgement, content == .page || content == .signIn {
      return "the server sent \(content.words) instead of a script"
    }
    do throws(SurrogateScript.Problem) {
      _ = try SurrogateScript(parsing: bytes)
      return nil
    } catch {
      return "the server's answer cannot be a surrogate: \(error)"
    }
  }

  /// Returns a hint about how to allow an empty list.
  private static func hint(_ use: DocumentUse) -> String {
    use == .list ? " ('mayBeEmpty' of the source would allow that)" : ""
  }

  /// Returns whether a list without filters refers to other lists.
  private static func leadsOn(_ bytes: [UInt8]) -> Bool {
    ListMetadata(parsing: bytes).redirect != nil
      || !IncludeScanner.includes(in: bytes, constants: nil).isEmpty
  }
}
