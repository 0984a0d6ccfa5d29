/// The documents in which generic hiding filters (those without a domain) apply.
///
/// WebKit matches the selectors of these filters again in every document, including frames. This causes most
/// of the time that filter lists add to a page. All choices except ``everywhere`` apply the filters in fewer
/// documents than the syntax defines; the report lists each affected filter.
@nonexhaustive public enum GenericHiding: String, CaseIterable, Sendable {
  /// All documents, as the filter syntax defines it.
  case everywhere
  /// Pages, but not their frames. On a page with five frames, lists then take one eighth of the time that
  /// they take with ``everywhere`` (measured). Advertisements in frames stay visible unless they are blocked.
  case pages
  /// Documents that request a script, even if that request is blocked. On a page with five frames that have
  /// no scripts, lists then take one fifth of the time that they take with ``everywhere`` (measured).
  /// Advertisements in documents without scripts stay visible.
  case scripted
}

/// The document that the `domain` option of a network filter refers to.
@frozen public enum DomainScope: String, CaseIterable, Sendable {
  /// The top-level page, even for requests of its frames.
  case page
  /// The document that makes the request: in a frame, the frame's document.
  ///
  /// The filter syntax defines this meaning. The rules become more numerous and take longer to compile.
  case frame
}
