/// In which documents the generic hiding filters act, those that name no site.
///
/// WebKit matches their selectors anew in every document, frames included: they are most of what lists cost a page.
/// All but the first choice do less than the filters mean, which is reported for each of them.
public enum GenericHiding: String, CaseIterable, Codable, Sendable {
  /// In all, as the filter syntax means it.
  case everywhere
  /// In pages, not in their frames: lists then add an eighth of the time to a page with five frames (measured), and
  /// advertisements in frames are blocked or stay.
  case pages
  /// In documents once they ask for a script, which may be blocked: lists add a fifth of the time to a page with five
  /// frames that have none (measured). What advertisements there are without a script stays.
  case scripted
}
