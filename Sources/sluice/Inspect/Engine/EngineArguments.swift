import PageEngine

/// What `sluice inspect` is asked to do in a browser.
struct EngineArguments: Sendable {
  /// Whether the page is loaded without the lists and with them.
  var isUsed = false
  /// Whether the browser reaches the network, for a page of the web.
  var hasNetwork = false
  /// How long a load of the page may take, in seconds.
  var timeout = EngineTrial().timeout
  /// Whether exceptions are looked for with which all is as expected.
  var isBroken = false
  /// Selectors of elements that must be seen.
  var visible: [String] = []
  /// Requests that must be made: URLs, or what they begin with and `*`.
  var requests: [String] = []
  /// Whether there may be no error in the console that there is not without the lists.
  var expectsNoError = false

  var expectsSomething: Bool { !visible.isEmpty || !requests.isEmpty || expectsNoError }
}
