import SluiceSyntax
import SluiceText

/// An error that stops a conversion.
@nonexhaustive public enum ConversionError: Error, Hashable, Sendable {
  /// A text is not a filter list, and ``Source/accepts`` does not accept it. The line, from 1, shows what it is.
  case foreign(name: String, content: ForeignContent, line: Int)
  /// A rule list exceeds the maximum number of rules, and truncation is disabled or not sufficient.
  case tooManyRules(part: ConvertedList.Part, rules: Int, limit: Int, remedies: LimitRemedies)
  /// A rule list exceeds the maximum size of its JSON, and truncation is disabled or not sufficient.
  case tooManyBytes(part: ConvertedList.Part, bytes: Int, limit: Int, remedies: LimitRemedies)
}

/// The options that would keep a conversion within its limit.
public struct LimitRemedies: OptionSet, Hashable, Sendable {
  /// The raw bits.
  public let rawValue: UInt8

  /// Creates a set from raw bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Write two lists, one with network filters and one with cosmetic filters.
  public static let split = LimitRemedies(rawValue: 1)
  /// Drop blocking rules from the end.
  public static let truncation = LimitRemedies(rawValue: 2)
  /// Use `ListForm.size` instead of the requested form.
  public static let smallerForm = LimitRemedies(rawValue: 4)
}

extension ConversionError: CustomStringConvertible {
  /// The message for the user.
  public var description: String {
    switch self {
    case .foreign(let name, .empty, _): "'\(name)' is empty"
    case .foreign(let name, .comments, _): "'\(name)' has no filter"
    case .foreign(let name, let content, let line): "\(name):\(line): \(content.message)"
    case .tooManyRules(let part, let rules, let limit, _):
      Self.words(part, count: rules, unit: "rules", limit: limit)
    case .tooManyBytes(let part, let bytes, let limit, _):
      Self.words(part, count: bytes, unit: "bytes", limit: limit)
    }
  }

  private static func words(_ part: ConvertedList.Part, count: Int, unit: String, limit: Int) -> String {
    "the \(part == .all ? "" : "\(part.rawValue) ")list has \(count.grouped) \(unit), more than the limit of \(limit.grouped)"
  }
}
