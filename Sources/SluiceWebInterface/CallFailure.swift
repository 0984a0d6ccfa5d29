import SluiceConversion
import SluiceSyntax
import SluiceText

/// An error that a call returns instead of a result.
package struct CallFailure: Error, Equatable, Sendable {
  /// The stable name of the kind of error.
  package var code: Code
  /// The message for the user.
  package var message: String
  /// The wrong argument, such as `options.target`; empty if unknown.
  package var path = ""
  /// The list that is wrong, with the line and the column in it.
  package var location: TextLocation?

  /// The kinds of errors.
  package enum Code: String, CaseIterable, Sendable {
    /// The call is not one that this version knows.
    case invalidCall = "invalid-call"
    /// An option has an invalid value, or there is no option with that name.
    case invalidOption = "invalid-option"
    /// A request is invalid.
    case invalidRequest = "invalid-request"
    /// A text is not a filter list, or for `check` not a rule list.
    case foreignText = "foreign-text"
    /// WebKit rejects a rule list.
    case rejectedList = "rejected-list"
    /// A rule list would have more rules than the limit.
    case tooManyRules = "too-many-rules"
    /// A rule list would have more bytes than the limit.
    case tooManyBytes = "too-many-bytes"
  }

  var json: [UInt8] {
    var json = JSONWriter(.hidden)
    json.object { json in
      json.add("error") { json in
        json.add("code", text: code.rawValue)
        json.add("message", text: message)
        if !path.isEmpty { json.add("path", text: path) }
        if let location {
          if let file = location.file { json.add("file", text: file) }
          json.add("line", number: location.line)
          json.add("column", number: location.column)
        }
      }
    }
    return json.bytes
  }
}

extension CallFailure {
  init(_ error: ConversionError) {
    switch error {
    case .foreign(let name, let content, let line):
      self.init(
        code: .foreignText, message: content.message,
        location: TextLocation(file: name, line: line, column: 1, endColumn: 1))
    case .tooManyRules(let part, let rules, let limit, _):
      self.init(
        code: .tooManyRules, message: Self.message(rules, unit: "rules", in: part, limit: limit),
        path: "options.maxRules")
    case .tooManyBytes(let part, let bytes, let limit, _):
      self.init(
        code: .tooManyBytes, message: Self.message(bytes, unit: "bytes", in: part, limit: limit),
        path: "options.maxBytes")
    }
  }

  private static func message(
    _ count: Int, unit: String, in part: ConvertedList.Part, limit: Int
  ) -> String {
    "\(count.grouped) \(unit)\(part == .all ? "" : " in the \(part.rawValue) list"), more than the limit of \(limit.grouped)"
  }
}
