import Foundation
import SluicePageScript
import SluiceProtection

/// The state of protection for a page, in words.
public struct Shield: Hashable, Sendable {
  /// The look of the shield. Only ``protected`` and ``partly`` are looks of protection.
  public enum Look: String, Hashable, Sendable { case protected, partly, preparing, unprotected, off, idle }

  /// The look.
  public var look: Look
  /// The minimum number of blocked requests of the page.
  public var count: Int
  /// A few words, such as `Protected`.
  public var title: String
  /// A sentence.
  public var explanation: String

  /// Creates the shield of a page. `missing` has the lists that became active after the page was requested.
  init(_ state: ProtectionState, site: Site?, isUnprotected: Bool, count: Int, missing: [String] = []) {
    let isActing = state.lists.contains { $0.version != nil }
    self.count = isUnprotected ? 0 : count
    let name = site?.description ?? ""
    (look, title, explanation) =
      if site == nil {
        (.idle, "No site", "This page is not on the web, so there is nothing to protect.")
      } else if isUnprotected {
        (
          .unprotected, "Protection is off for \(name)",
          "Nothing is blocked or hidden here. Other sites are not affected."
        )
      } else if state.kind == .starting {
        (.preparing, "Preparing…", "The lists are being compiled. This takes a moment.")
      } else if !isActing {
        (
          .off, "Not protected",
          state.kind == .scriptOnly
            ? "No list acts. Only page scripts do." : "No list acts: nothing is blocked or hidden."
        )
      } else if !missing.isEmpty {
        (
          .partly, "Opened before the lists were ready",
          "This page began without \(missing.joined(separator: ", ")). Reload it to protect it."
        )
      } else if state.kind == .protected {
        (.protected, "Protected", "All lists act, in their newest known version.")
      } else if state.kind == .fallback {
        (
          .protected, "Protected by older lists",
          "All lists act, but some are older or come with the browser."
        )
      } else {
        (.partly, "Partly protected", "Some lists act. Others cannot be used.")
      }
  }
}

/// The contents of the shield's dashboard for a page.
public struct Dashboard: Hashable, Sendable {
  /// A name with a number.
  public struct Row: Hashable, Sendable, Identifiable {
    /// The name.
    public var name: String
    /// The number.
    public var count: Int
    /// The name, which is unique.
    public var id: String { name }
  }

  /// The shield.
  public var shield: Shield
  /// The site that the switch is for; nil for pages that are not on the web.
  public var site: Site?
  /// Whether the switch is on.
  public var isProtected: Bool
  /// A sentence with the count, such as `At least 12 requests blocked`.
  public var blocked: String
  /// The blocked requests by owner, by category and by list, the most first.
  public var owners, categories, byList: [Row]
  /// The lists that should act, such as `● starter: newest version`, with a circle for a list that does not.
  public var lists: [String]
  /// The problems, each a sentence.
  public var problems: [String]
  /// When the lists were last checked.
  public var checked: String

  /// The label of the switch.
  public var switchLabel: String { "Protect \(site?.description ?? "this site")" }
  /// The effect of the switch.
  public var switchExplanation: String {
    isProtected
      ? "Turn this off if the page does not work. The page is then reloaded without any list."
      : "Turn this on to block and hide again. The page is then reloaded."
  }

  /// Creates a dashboard.
  init(
    _ state: ProtectionState, site: Site?, isUnprotected: Bool, counts: BlockCounts, counting: Bool,
    missing: [String] = [], checked: Date?, now: Date
  ) {
    shield = Shield(
      state, site: site, isUnprotected: isUnprotected, count: counts.requests, missing: missing)
    (self.site, isProtected) = (site, !isUnprotected)
    blocked =
      isUnprotected || site == nil
      ? "Nothing is blocked on this page"
      : !counting
        ? "Blocked requests are not counted"
        : counts.requests == 0
          ? "No blocked request was seen"
          : "At least \(counts.requests) request\(counts.requests == 1 ? "" : "s") blocked"
    func rows(_ numbers: [String: Int]) -> [Row] {
      numbers.map { Row(name: $0.key, count: $0.value) }
        .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    }
    owners = rows(counts.byOwner)
    let known = counts.byOwner.values.reduce(0, +)
    if counts.requests > known { owners.append(Row(name: "Owner not known", count: counts.requests - known)) }
    (categories, byList) = (rows(counts.byCategory), rows(counts.byList))
    lists = state.lists.map { list in
      let version: String =
        switch list.version {
        case .newest?: "newest version"
        case .lastGood?: "last version that worked"
        case .builtIn?: "version that came with the browser"
        case nil: "does not act"
        }
      let without = list.leftOut.isEmpty ? "" : ", without \(list.leftOut.joined(separator: ", "))"
      return "\(list.version == nil ? "○" : "●") \(list.name): \(version)\(without)"
    }
    problems = state.problems.map(\.message)
    self.checked = checked.map { "Checked \(Self.ago(now.timeIntervalSince($0)))" } ?? "Not checked yet"
  }

  /// Returns a rough age.
  static func ago(_ seconds: Double) -> String {
    switch seconds {
    case ..<60: "just now"
    case ..<3_600: "\(Int(seconds / 60)) min ago"
    case ..<86_400: "\(Int(seconds / 3_600)) h ago"
    default: "\(Int(min(seconds / 86_400, 99_999))) days ago"  // A file may have any time.
    }
  }
}

extension ProtectionState {
  /// The line above the page about a problem of the entire browser; nil if everything is as it should be.
  var banner: String? {
    guard kind != .starting, kind != .protected else { return nil }
    let source = problems.lazy.compactMap { problem -> String? in
      if case .source(let problem) = problem { problem.message } else { nil }
    }.first
    guard lists.contains(where: { $0.version != nil }) else {
      return "Not protected: no list acts" + (source.map { " (\($0))" } ?? "") + "."
    }
    if let source {
      let isBuiltIn = lists.contains { $0.version == .builtIn }
      let what = isBuiltIn ? "the lists that came with the browser" : "earlier lists"
      return "New lists could not be fetched (\(source)). Until then, \(what) act."
    }
    return problems.first.map { "Protection is not complete: \($0.message)." }
  }
}
