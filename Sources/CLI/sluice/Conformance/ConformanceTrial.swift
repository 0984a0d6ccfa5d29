/// A test that the conformance page performs for a probe.
struct ConformanceTrial: Sendable {
  /// The action with which the page tests whether a rule applies.
  enum Attempt: Sendable {
    case image
    /// Opens a frame.
    case document
    /// Opens another page in an open frame.
    case nextDocument
    /// Submits a form by POST into a frame.
    case form
    case fetch(HTTPMethod)
    case worker
    case workerFetch
    /// Sends a beacon. The call returns whether it was accepted.
    case beacon
    /// Follows a link with a `ping` attribute. The page can detect a match only if the rule hides the trial's
    /// element.
    case ping
    /// Embeds a PDF. The page finds the request in the browser's resource timing entries, which contain it at
    /// least if the browser creates a frame for the PDF.
    case embed
    /// Embeds a PDF and checks the trial's element. A rule that matches the plugin's request hides the
    /// element.
    case embedHiding
    /// Checks an element after all other trials.
    case element(html: String?)
    /// Checks an element in a frame whose document is in the `srcdoc` attribute.
    case sourceDocument
    /// Checks an element in a frame without a URL (`about:blank`).
    case blankDocument
  }

  enum HTTPMethod: String, Sendable {
    case get = "GET"
    case post = "POST"
  }

  /// The document in which a trial runs.
  enum Context: Sendable {
    case page
    /// A frame of the other origin.
    case frame
    /// A frame of the page's origin in a frame of the other origin.
    case nestedFrame
    /// The page while its URL ends with this fragment.
    case pageWithFragment(String)
  }

  /// The observed result. The raw value is the word on the page.
  enum Outcome: String, Sendable {
    case blocked, loaded, hidden, shown
  }

  /// The name within the probe: lower-case words with dashes. No name is a prefix of another one in the same
  /// probe.
  let name: String
  let attempt: Attempt
  var context = Context.page
  /// The result that proves the probe's statement; nil if the result is only reported.
  var proof: Outcome?

  init(_ name: String, _ attempt: Attempt, in context: Context = .page, proves proof: Outcome? = nil) {
    (self.name, self.attempt, self.context, self.proof) = (name, attempt, context, proof)
  }

  /// A trial of every probe, which shows whether the probe's list is active. WebKit accepts a list completely
  /// or not at all.
  static let alive = ConformanceTrial("alive", .image)
}
