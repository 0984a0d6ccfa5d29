/// The pseudo-classes that WebKit accepts in the selector of a content blocker, by name.
@nonexhaustive public enum PseudoClassName: String, Hashable, Sendable, CaseIterable {
  case `is`, `where`, matches
  case webkitAny = "-webkit-any"
  case not, has
  case hover, active, focus
  case focusVisible = "focus-visible"
  case focusWithin = "focus-within"
  case firstChild = "first-child"
  case lastChild = "last-child"
  case onlyChild = "only-child"
  case firstOfType = "first-of-type"
  case lastOfType = "last-of-type"
  case onlyOfType = "only-of-type"
  case empty, root
  case nthChild = "nth-child"
  case nthLastChild = "nth-last-child"
  case nthOfType = "nth-of-type"
  case nthLastOfType = "nth-last-of-type"
  case lang, dir, host
  case link, visited
  case anyLink = "any-link"
  case webkitAnyLink = "-webkit-any-link"
  case target, scope, defined
  case checked, `default`, indeterminate, optional, required, valid, invalid
  case inRange = "in-range"
  case outOfRange = "out-of-range"
  case readOnly = "read-only"
  case readWrite = "read-write"
  case placeholderShown = "placeholder-shown"
  case autofill
  case webkitAutofill = "-webkit-autofill"
  case autofillAndObscured = "-webkit-autofill-and-obscured"
  case autofillStrongPassword = "-webkit-autofill-strong-password"
  case autofillStrongPasswordViewable = "-webkit-autofill-strong-password-viewable"
  case drag = "-webkit-drag"
  case webkitFullScreen = "-webkit-full-screen"
  case fullscreen, modal, playing, paused, seeking, buffering, stalled, muted
  case volumeLocked = "volume-locked"
  case past, future, enabled, disabled
  case windowInactive = "window-inactive"
  case start, end, increment, decrement, horizontal, vertical
  case singleButton = "single-button"
  case doubleButton = "double-button"
  case noButton = "no-button"
  case cornerPresent = "corner-present"
  case userValid = "user-valid"
  case userInvalid = "user-invalid"
  case state
  case activeViewTransition = "active-view-transition"
  case activeViewTransitionType = "active-view-transition-type"
  case heading
}
