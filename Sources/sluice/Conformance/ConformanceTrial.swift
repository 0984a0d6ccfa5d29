/// One thing that the conformance page tries, and what it means.
struct ConformanceTrial: Sendable {
  /// What the page does, and by what it sees whether a rule acted.
  enum Attempt: Sendable {
    /// Loads a picture.
    case image
    /// Opens a frame.
    case document
    /// Opens another page in a frame that is open.
    case nextDocument
    /// Sends a form by POST into a frame.
    case form
    /// Fetches with this method.
    case fetch(HTTPMethod)
    /// Starts a worker.
    case worker
    /// Fetches in a worker.
    case workerFetch
    /// Sends a beacon: the call says whether it was taken.
    case beacon
    /// Follows a link with a ping. Only the rule's hiding of the trial's element tells that it was judged.
    case ping
    /// Embeds a PDF. The browser keeps the time of a load that took place, at least where it makes a frame of it.
    case embed
    /// Embeds a PDF, and looks at the trial's element: a plugin's load could hide it.
    case embedHiding
    /// Looks at an element when all else has been tried.
    case element(html: String?)
    /// Looks at an element in a frame whose document stands in an attribute.
    case sourceDocument
    /// Looks at an element in a frame without a document.
    case blankDocument
  }

  enum HTTPMethod: String, Sendable {
    case get = "GET"
    case post = "POST"
  }

  /// Where it is tried.
  enum Place: Sendable {
    case page
    /// In a frame of the other origin.
    case frame
    /// In a frame of the page's origin in a frame of the other origin.
    case nestedFrame
    /// In the page while its address ends with this fragment.
    case pageWithFragment(String)
  }

  /// What is seen, by the words of the result.
  enum Outcome: String, Sendable {
    case blocked, loaded, hidden, shown
  }

  /// What the probe calls it: lower-case words with dashes, none the beginning of another of its probe.
  let name: String
  let attempt: Attempt
  var place = Place.page
  /// What is seen where the probe's statement holds; nil where what is seen is only told.
  var proof: Outcome?

  /// A trial of this name.
  init(_ name: String, _ attempt: Attempt, in place: Place = .page, proves proof: Outcome? = nil) {
    (self.name, self.attempt, self.place, self.proof) = (name, attempt, place, proof)
  }

  /// That of every probe which tells whether its list acts at all. WebKit takes a list as a whole or not at all.
  static let alive = ConformanceTrial("alive", .image)
}
