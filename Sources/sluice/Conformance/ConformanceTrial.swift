/// A trial of the conformance page, and its meaning.
struct ConformanceTrial: Sendable {
  /// The action of the page, and how it detects whether a rule applied.
  enum Attempt: Sendable {
    /// Loads an image.
    case image
    /// Opens a frame.
    case document
    /// Opens another page in an open frame.
    case nextDocument
    /// Submits a form by POST into a frame.
    case form
    /// Fetches with this method.
    case fetch(HTTPMethod)
    /// Starts a worker.
    case worker
    /// Fetches in a worker.
    case workerFetch
    /// Sends a beacon. The call returns whether it was accepted.
    case beacon
    /// Follows a link with a ping. Only the hiding of the trial's element shows that the rule matched.
    case ping
    /// Embeds a PDF. The browser records the time of the request, at least if it creates a frame for it.
    case embed
    /// Embeds a PDF and checks the trial's element, which the plugin's request could hide.
    case embedHiding
    /// Checks an element after all other trials.
    case element(html: String?)
    /// Checks an element in a frame whose document is in an attribute.
    case sourceDocument
    /// Checks an element in a frame without a document.
    case blankDocument
  }

  enum HTTPMethod: String, Sendable {
    case get = "GET"
    case post = "POST"
  }

  /// The place where a trial runs.
  enum Place: Sendable {
    case page
    /// A frame with the other origin.
    case frame
    /// A frame with the page's origin in a frame with the other origin.
    case nestedFrame
    /// The page while its URL ends with this fragment.
    case pageWithFragment(String)
  }

  /// The observed result, by its word on the page.
  enum Outcome: String, Sendable {
    case blocked, loaded, hidden, shown
  }

  /// The name within the probe: lower-case words with dashes. No name is a prefix of another one in the same
  /// probe.
  let name: String
  let attempt: Attempt
  var place = Place.page
  /// The result that proves the probe's statement; nil if the result is only reported.
  var proof: Outcome?

  /// Creates a trial.
  init(_ name: String, _ attempt: Attempt, in place: Place = .page, proves proof: Outcome? = nil) {
    (self.name, self.attempt, self.place, self.proof) = (name, attempt, place, proof)
  }

  /// The trial in every probe that shows whether its list is active. WebKit accepts a list completely or not
  /// at all.
  static let alive = ConformanceTrial("alive", .image)
}
