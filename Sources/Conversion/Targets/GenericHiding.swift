/// The documents in which generic hiding filters (those without a domain) apply.
///
/// WebKit matches their selectors again in every document, including frames, which is most of what filter
/// lists cost a page. All choices except ``everywhere`` do less than the filters mean; the report lists each
/// affected filter.
public enum GenericHiding: String, CaseIterable, Codable, Sendable {
  /// All documents, as the filter syntax defines it.
  case everywhere
  /// Pages, but not their frames. Lists then add one eighth of the time to a page with five frames
  /// (measured). Advertisements in frames stay visible unless they are blocked.
  case pages
  /// Documents that request a script, even if that request is blocked. Lists add one fifth of the time to a
  /// page with five frames that have no scripts (measured). Advertisements in documents without scripts stay
  /// visible.
  case scripted
}
