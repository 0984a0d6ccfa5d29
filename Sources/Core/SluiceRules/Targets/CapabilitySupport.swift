extension Capability {
  /// The effect on a list if WebKit lacks a capability that the list needs.
  @nonexhaustive public enum Absence: String, Hashable, Sendable {
    /// WebKit rejects the whole list.
    case listIsRejected = "the list is rejected"
    /// WebKit ignores the key, so the rule applies to more requests or documents.
    case ruleIsWider = "the rule matches more"
    /// WebKit drops the rule.
    case ruleIsSkipped = "the rule is dropped"
    /// WebKit ignores a part of the selector list in `:is()`.
    case partIsIgnored = "a part of :is() is ignored"
    /// The rule applies to fewer requests or documents.
    case ruleIsNarrower = "the rule matches less"
  }

  /// The releases of an engine that have a capability, and the evidence.
  public struct Since: Hashable, Sendable {
    /// The first release that is known to have the capability; nil if none is.
    public let known: Version?
    /// The first release that probably has the capability; nil if that is ``known`` itself.
    public let inferred: Version?
    /// The kind of evidence for ``known``.
    public let certainty: Certainty

    /// Returns whether this release certainly has the capability.
    public func isKnown(in version: Version) -> Bool { known.map { $0 <= version } ?? false }

    /// Returns whether this release certainly or probably has the capability.
    public func isPossible(in version: Version) -> Bool {
      isKnown(in: version) || inferred.map { $0 <= version } ?? false
    }
  }

  /// A kind of evidence.
  @frozen public enum Certainty: String, Hashable, Sendable {
    /// Read in source code or a released binary.
    case fact
    /// Measured in the engine.
    case measured
    /// Inferred from the dates of changes. No target relies on it.
    case inferred
  }

  /// The support for a capability in both engines.
  public struct Support: Hashable, Sendable {
    /// Support in Safari.
    public let safari: Since
    /// Support in WebKitGTK.
    public let webKitGTK: Since
    /// The source of this information.
    public let source: String

    /// Returns the support in an engine.
    public subscript(_ engine: Engine) -> Since {
      switch engine {
      case .safari: safari
      case .webKitGTK: webKitGTK
      }
    }
  }
}

extension Capability.Since: CustomStringConvertible {
  /// A description of the support, such as `since 26.1 (fact), probably since 26`.
  public var description: String {
    let parts = [
      known.map { "since \($0) (\(certainty.rawValue))" }, inferred.map { "probably since \($0) (inferred)" },
    ]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }
}

extension Capability.Since {
  /// Returns support since this release, read in its source code or binary.
  static func fact(_ major: Int, _ minor: Int) -> Self {
    Self(known: Version(major, minor), inferred: nil, certainty: .fact)
  }

  /// Returns support since this release, measured in the engine.
  static func measured(_ major: Int, _ minor: Int) -> Self {
    Self(known: Version(major, minor), inferred: nil, certainty: .measured)
  }

  /// Returns support that probably begins with this release.
  static func inferred(_ major: Int, _ minor: Int) -> Self {
    Self(known: nil, inferred: Version(major, minor), certainty: .inferred)
  }

  /// Returns the same support with an earlier release that probably has the capability.
  func probably(_ major: Int, _ minor: Int) -> Self {
    Self(known: known, inferred: Version(major, minor), certainty: certainty)
  }
}
