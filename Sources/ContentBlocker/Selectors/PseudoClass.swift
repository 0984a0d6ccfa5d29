/// A pseudo-class that WebKit accepts in a content blocker's selector.
///
/// Measured on WebKitGTK 2.50.6: of 38,938 lower-case words in its binary and the names in the CSS
/// specifications, exactly those in the table compile, bare or with one of eleven arguments. `:open` and
/// `:popover-open` are not missing. Names later than Safari 16.4 are marked, because one of them costs
/// an older WebKit the whole rule.
struct PseudoClass: Sendable {
  var argument: Argument = .none
  var traits: Traits = []

  /// The grammar of the argument.
  enum Argument: Sendable {
    case none, forgivingList, list, relativeList, optionalCompound
    case nth, nthOfSelector, languages, identifier
  }

  /// What decides where it may stand.
  struct Traits: OptionSet, Sendable {
    let rawValue: UInt8
    /// Allowed after every pseudo-element.
    static let logical = Traits(rawValue: 1)
    /// Allowed after pseudo-elements that users act upon.
    static let userAction = Traits(rawValue: 2)
    /// Allowed after `::-webkit-scrollbar` and its parts.
    static let scrollbar = Traits(rawValue: 4)
    /// Not allowed after `::part()`.
    static let structural = Traits(rawValue: 8)
    /// Allowed after `::selection`.
    static let selection = Traits(rawValue: 16)
    /// Later than Safari 16.4.
    static let newer = Traits(rawValue: 32)
  }

  static let table: NameTable<PseudoClass> = {
    var table = NameTable<PseudoClass>()
    func add(_ names: String, _ argument: Argument = .none, _ traits: Traits = []) {
      for name in names.split(separator: " ") {
        table.add(Array(name.utf8), PseudoClass(argument: argument, traits: traits))
      }
    }
    add("is where matches -webkit-any", .forgivingList, .logical)
    add("not", .list, .logical)
    add("has", .relativeList, .logical)
    add("hover active", .none, [.userAction, .scrollbar])
    add("focus focus-visible focus-within", .none, .userAction)
    add("first-child last-child only-child first-of-type last-of-type only-of-type", .none, .structural)
    add("empty root", .none, .structural)
    add("nth-child nth-last-child", .nthOfSelector, .structural)
    add("nth-of-type nth-last-of-type", .nth, .structural)
    add("lang", .languages)
    add("dir", .identifier)
    add("host", .optionalCompound)
    add("link visited any-link -webkit-any-link target scope defined")
    add("checked default indeterminate optional required valid invalid in-range out-of-range")
    add("read-only read-write placeholder-shown autofill -webkit-autofill")
    add("-webkit-autofill-and-obscured -webkit-autofill-strong-password")
    add("-webkit-autofill-strong-password-viewable -webkit-drag -webkit-full-screen fullscreen modal")
    add("playing paused seeking buffering stalled muted volume-locked past future")
    add("enabled disabled", .none, .scrollbar)
    add("window-inactive", .none, [.scrollbar, .selection])
    add("start end increment decrement horizontal vertical", .none, .scrollbar)
    add("single-button double-button no-button corner-present", .none, .scrollbar)
    add("user-valid user-invalid", .none, .newer)
    add("state", .identifier, .newer)
    return table
  }()
}
