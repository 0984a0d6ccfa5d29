extension RuleListFinding {
  /// The actions that WebKit supports but ``Action`` does not.
  @nonexhaustive public enum UnsupportedAction: String, Hashable, Sendable, CaseIterable {
    /// Notifies the app of the request.
    case notify
    /// Redirects the request to another URL; for web extensions.
    case redirect
    /// Changes headers; for web extensions.
    case modifyHeaders = "modify-headers"
  }

  /// The reasons why a `modify-headers` action is invalid.
  @nonexhaustive public enum ModifyHeadersReason: String, Hashable, Sendable, CaseIterable {
    /// `priority` is missing or not an integer from 0 to 2^31 - 1.
    case priority
    /// `request-headers` or `response-headers` is not an array.
    case headersNotArray
    /// An entry of one of these arrays is not an object.
    case operationNotObject
    /// An entry has no `operation`, or it is not a string.
    case operationMissing
    /// The `operation` is not `set`, `append` or `remove`.
    case operation
    /// An entry has no `header`, or it is not a string.
    case header
    /// An entry with `set` or `append` has no `value`, or it is not a string.
    case value

    /// The message for the user, and the error message of WebKit.
    var texts: (message: String, webKit: String) {
      switch self {
      case .priority:
        (
          "\"modify-headers\" needs a \"priority\", which must be an integer of at least 0",
          "A priority must be a positive integer"
        )
      case .headersNotArray: ("this must be an array of objects", "A headers member must be an array")
      case .operationNotObject:
        (
          "this must be an object with an operation and a header",
          "A modify-headers operation must be a dictionary"
        )
      case .operationMissing:
        (
          "an \"operation\" is missing here, which must be a string",
          "A modify-headers operation must have an operation"
        )
      case .operation:
        (
          "an operation must be \"set\", \"append\" or \"remove\"",
          #"A modify-headers operation must have an operation that is either "set", "append", or "remove""#
        )
      case .header:
        (
          "a \"header\" is missing here, which must be a string",
          "A modify-headers operation must have a header"
        )
      case .value:
        (
          "a \"value\" is missing here, which must be a string",
          #"A modify-headers operation of "set" or "append" must have a value"#
        )
      }
    }
  }

  /// The reasons why a `redirect` action is invalid.
  @nonexhaustive public enum RedirectReason: String, Hashable, Sendable, CaseIterable {
    /// The object `redirect` is missing or not an object.
    case missing
    /// None of `extension-path`, `regex-substitution`, `transform` and `url` is present with the right type.
    case kind
    /// An `extension-path` does not start with a slash.
    case extensionPath
    /// The `url` is invalid.
    case url
    /// The scheme is `javascript`.
    case javaScript
    /// A `fragment` does not start with `#`.
    case fragment
    /// A `query` does not start with `?`.
    case query
    /// A `port` is not a number from 0 to 65535.
    case port
    /// The `scheme` is invalid.
    case scheme
    /// `remove-parameters` is not an array of strings.
    case removeParameters
    /// `add-or-replace-parameters` is not an array.
    case addParameters
    /// An entry of `add-or-replace-parameters` is not an object.
    case parameterNotObject
    /// An entry has no `key`, or it is not a string.
    case parameterKey
    /// An entry has no `value`, or it is not a string.
    case parameterValue

    /// The message for the user, and the error message of WebKit.
    var texts: (message: String, webKit: String) {
      switch self {
      case .missing:
        (
          "\"redirect\" needs an object \"redirect\"",
          "A redirect action must have a redirect member"
        )
      case .kind:
        (
          "one of \"extension-path\", \"regex-substitution\", \"transform\" and \"url\" is needed",
          #"A redirect must have a member named "extension-path", "regex-substitution", "transform" or "url""#
        )
      case .extensionPath:
        (
          "an extension path must start with a slash",
          "A redirect extension path must start with a slash"
        )
      case .url: ("this is not a URL", "A redirect url must be valid")
      case .javaScript: ("this scheme is not allowed", "A redirect url can't have a scheme of javascript")
      case .fragment:
        (
          "a fragment must start with #",
          "A redirect fragment must either be empty or begin with '#'"
        )
      case .query: ("a query must start with ?", "A redirect query must either be empty or begin with '?'")
      case .port:
        (
          "a port must be a number from 0 to 65535, as a string",
          "A redirect port must be either empty or a number between 0 and 65535, inclusive"
        )
      case .scheme: ("this is not a scheme", "A redirect url scheme must be a valid scheme")
      case .removeParameters:
        (
          "\"remove-parameters\" must be an array of strings",
          "A remove-parameters value must be an array of strings"
        )
      case .addParameters:
        (
          "\"add-or-replace-parameters\" must be an array of objects",
          "An add-or-replace-parameters value must be an array"
        )
      case .parameterNotObject:
        (
          "this must be an object with a key and a value",
          "Members of the add-or-replace-parameters array must be a dictionary"
        )
      case .parameterKey:
        (
          "a \"key\" is missing here, which must be a string",
          "Members of the add-or-replace-parameters array must contain a key that is a string"
        )
      case .parameterValue:
        (
          "a \"value\" is missing here, which must be a string",
          "Members of the add-or-replace-parameters array must contain a value that is a string"
        )
      }
    }
  }
}
