/// A capability of WebKit that a rule list can need and that not every version has.
///
/// A capability consists of its case and its row, both in this file. docs/reference/targets.md is generated from the
/// rows.
package enum Capability: String, CaseIterable, Hashable, Sendable {
  /// 150,000 rules in a list.
  case largeLists = "150,000 rules in a list"
  /// The resource types `fetch`, `websocket`, `other` and `ping`, and `load-context`.
  case requestTypesAndContexts = "fetch, websocket, other, ping; load-context"
  /// The resource type `csp-report`.
  case cspReport = "csp-report"
  /// `if-frame-url`.
  case ifFrameURL = "if-frame-url"
  /// Conditions by domain and conditions by URL in the same list.
  case mixedConditions = "if-domain and if-top-url in one list"
  /// `:has()` in selectors.
  case hasSelector = ":has() in selectors"
  /// `:fullscreen`, and pseudo-elements in uppercase.
  case pseudoSpellings = ":fullscreen, uppercase pseudo-elements"
  /// `:user-valid` and `:user-invalid`.
  case userValiditySelectors = ":user-valid, :user-invalid"
  /// `:focus-visible`.
  case focusVisibleSelector = ":focus-visible"
  /// Selectors that WebKit added together with `:state()`.
  case stateSelectors =
    ":state(), ::details-content, ::highlight(), ::grammar-error, ::spelling-error, &"
  /// Pseudo-elements after `::details-content`.
  case detailsPartSelectors = "pseudo-elements after ::details-content"
  /// Selectors that WebKit added together with `::view-transition`.
  case transitionSelectors = "::view-transition and related selectors, :heading, [name=value s]"
  /// `unless-frame-url`.
  case unlessFrameURL = "unless-frame-url"
  /// Hiding in `about:blank` and `srcdoc` frames.
  case blankFrames = "hiding in about:blank and srcdoc frames"
  /// The resource types `child-document` and `top-document`.
  case documentTypes = "child-document, top-document"
  /// `request-method`.
  case requestMethod = "request-method"
  /// The action `ignore-following-rules`.
  case ignoreFollowingRules = "ignore-following-rules"
}

extension Capability {
  /// The releases of WebKitGTK (WPE for 2.38 and 2.48) in which `.ci/engines` tests each capability.
  package static let measuredReleases = [38, 44, 46, 48, 50, 52, 54].map { Version(2, $0) }

  /// The effect of a missing capability on a list that needs it.
  package var absence: Absence { row.absence }

  /// The support for the capability in both engines, and the source of this information.
  package var support: Support { row.support }

  /// The facts about the capability.
  ///
  /// "jfx" is the WebCore in OpenJFX, which states its WebKit release. MDN's browser-compat-data maps Safari
  /// releases to WebKit releases. "Measured" means that `.ci/engines` tests the capability in each of
  /// ``measuredReleases`` and compares the results with this table. For results from other systems, see
  /// docs/reference/targets.md.
  private var row: Row {
    switch self {
    case .largeLists:
      Row(
        .listIsRejected, safari: .fact(14, 1), webKitGTK: .fact(2, 32),
        source: "Apple's published WebCore by release: 50,000 in 14.0.3, 150,000 in 14.1")
    case .requestTypesAndContexts:
      Row(
        .listIsRejected, safari: .fact(15, 0), webKitGTK: .fact(2, 34),
        source: "source of WebKitGTK 2.34.1")
    case .cspReport:
      Row(
        .listIsRejected, safari: .fact(16, 0), webKitGTK: .fact(2, 38),
        source: "jfx 614.1")
    case .ifFrameURL:
      Row(
        .ruleIsWider, safari: .fact(16, 0), webKitGTK: .fact(2, 38),
        source: "jfx 614.1")
    case .mixedConditions:
      Row(
        .listIsRejected, safari: .fact(16, 0), webKitGTK: .fact(2, 38),
        source: "jfx 614.1; 14.1 and 2.34 reject the list")
    case .hasSelector:
      Row(
        .ruleIsSkipped, safari: .fact(16, 4), webKitGTK: .measured(2, 38),
        source: "WebKit pull request 8649")
    case .pseudoSpellings:
      Row(
        .ruleIsSkipped, safari: .inferred(17, 4), webKitGTK: .measured(2, 44),
        source: "the date of WebKitGTK 2.44")
    case .userValiditySelectors:
      Row(
        .ruleIsSkipped, safari: .inferred(17, 4), webKitGTK: .measured(2, 44),
        source: "the date of WebKitGTK 2.44")
    case .focusVisibleSelector:
      Row(
        .ruleIsSkipped, safari: .inferred(18, 0), webKitGTK: .measured(2, 46),
        source: "the date of WebKitGTK 2.46")
    case .stateSelectors:
      Row(
        .ruleIsSkipped, safari: .inferred(18, 4), webKitGTK: .measured(2, 48),
        source: "the date of WebKitGTK 2.48")
    case .detailsPartSelectors:
      Row(
        .ruleIsSkipped, safari: .inferred(26, 4), webKitGTK: .measured(2, 52),
        source: "the date of WebKitGTK 2.52")
    case .transitionSelectors:
      Row(
        .ruleIsSkipped, safari: .inferred(27, 0), webKitGTK: .measured(2, 54),
        source: "the date of WebKitGTK 2.54")
    case .unlessFrameURL:
      Row(
        .ruleIsWider, safari: .inferred(18, 4), webKitGTK: .measured(2, 48),
        source: "WebKit pull request 36341")
    case .blankFrames:
      Row(
        .ruleIsNarrower, safari: .inferred(18, 4), webKitGTK: .measured(2, 48),
        source: "WebKit pull request 36200")
    case .documentTypes:
      Row(
        .listIsRejected, safari: .fact(18, 6), webKitGTK: .measured(2, 50),
        source: "WebKit pull request 42722; strings of iOS 18.6")
    case .requestMethod:
      Row(
        .ruleIsWider, safari: .fact(26, 0), webKitGTK: .measured(2, 50),
        source: "WebKit pull request 43503, MDN; it reads the document's method (WebKit bug 305476)")
    case .ignoreFollowingRules:
      Row(
        .listIsRejected, safari: .fact(26, 1).probably(26, 0), webKitGTK: .measured(2, 50),
        source: "WebKit pull requests 46334 and 46566; strings of iOS 26.1")
    }
  }

  fileprivate struct Row {
    let absence: Absence
    let support: Support

    init(_ absence: Absence, safari: Since, webKitGTK: Since, source: String) {
      self.absence = absence
      support = Support(safari: safari, webKitGTK: webKitGTK, source: source)
    }
  }
}

extension Capability {
  /// The effect on a list if WebKit lacks a capability that the list needs.
  package enum Absence: String, Hashable, Sendable {
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
  package struct Since: Hashable, Sendable {
    /// The first release that is known to have the capability; nil if none is.
    package let known: Version?
    /// The first release that probably has the capability; nil if that is ``known`` itself.
    package let inferred: Version?
    /// The kind of evidence for ``known``.
    package let certainty: Certainty

    /// Returns whether this release certainly has the capability.
    package func isKnown(in version: Version) -> Bool { known.map { $0 <= version } ?? false }

    /// Returns whether this release certainly or probably has the capability.
    package func isPossible(in version: Version) -> Bool {
      isKnown(in: version) || inferred.map { $0 <= version } ?? false
    }
  }

  /// A kind of evidence.
  package enum Certainty: String, Hashable, Sendable {
    /// Read in source code or a released binary.
    case fact
    /// Measured in the engine.
    case measured
    /// Inferred from the dates of changes. No target relies on it.
    case inferred
  }

  /// The support for a capability in both engines.
  package struct Support: Hashable, Sendable {
    /// Support in Safari.
    package let safari: Since
    /// Support in WebKitGTK.
    package let webKitGTK: Since
    /// The source of this information.
    package let source: String

    /// Returns the support in an engine.
    package subscript(_ engine: Engine) -> Since {
      switch engine {
      case .safari: safari
      case .webKitGTK: webKitGTK
      }
    }
  }
}

extension Capability.Since: CustomStringConvertible {
  /// A description of the support, such as `since 26.1 (fact), probably since 26`.
  package var description: String {
    let parts = [
      known.map { "since \($0) (\(certainty.rawValue))" }, inferred.map { "probably since \($0) (inferred)" },
    ]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }
}

extension Capability.Since {
  static func fact(_ major: Int, _ minor: Int) -> Self {
    Self(known: Version(major, minor), inferred: nil, certainty: .fact)
  }

  static func measured(_ major: Int, _ minor: Int) -> Self {
    Self(known: Version(major, minor), inferred: nil, certainty: .measured)
  }

  static func inferred(_ major: Int, _ minor: Int) -> Self {
    Self(known: nil, inferred: Version(major, minor), certainty: .inferred)
  }

  /// Returns the same support with an earlier release that probably has the capability.
  func probably(_ major: Int, _ minor: Int) -> Self {
    Self(known: known, inferred: Version(major, minor), certainty: certainty)
  }
}
