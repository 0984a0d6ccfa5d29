import Foundation
import SluiceAnalysis
import SluiceRules
import SluiceSyntax
import SluiceText

/// The knowledge of checks in addition to the list.
struct LintContext: Sendable {
  /// The public suffixes that determine sites.
  var suffixes = PublicSuffixList.wellKnown
  /// All top-level domains, if known.
  var topLevelDomains: Set<HostKey>?
  /// Hosts that no longer resolve, each with the file that lists it; empty if no file was given.
  var dead: [HostKey: String] = [:]
  /// The current date.
  var today = Date()
}
