/// The content of a file that is not a filter list.
@nonexhaustive public enum ForeignContent: String, CaseIterable, Hashable, Sendable {
  /// An empty file, or only white space.
  case empty
  /// Comments without any filter.
  case comments
  /// An HTML page.
  case page
  /// An HTML page that asks for a password or to sign in.
  case signIn = "sign-in"
  /// The text of a server's error: `404: Not Found`.
  case errorText = "error-text"
  /// The text that stands for a file in Git LFS.
  case lfsPointer = "lfs-pointer"
  /// A filter list with the markers of a merge conflict.
  case mergeConflict = "merge-conflict"
  /// Other XML, such as SVG or a feed.
  case xml
  /// JSON that is not a domain list.
  case json
  /// A rule list: JSON in WebKit's format, which Sluice itself writes.
  case ruleList = "rule-list"
  /// A userscript.
  case userscript
  /// Pi-hole regexes, which have no slashes around them.
  case regexes
  /// Zones of a name server: `zone "h" { type master; file "null"; };`
  case nameServer = "name-server"
  /// Squid rules other than plain domain lists.
  case squid
  /// Privoxy actions other than blocking.
  case privoxy
  /// Comma-separated values.
  case table
  /// Text with links, code blocks or tasks in Markdown.
  case markdown
  /// Prose, a log or source code.
  case text
  /// An archive or damaged gzip data.
  case archive
  /// UTF-16 without a byte order mark.
  case utf16
  /// Other binary data.
  case binary

  /// A description of the content, with an article.
  public var words: String {
    switch self {
    case .empty: "empty"
    case .comments: "a list without a filter"
    case .page: "an HTML page"
    case .signIn: "an HTML sign-in page"
    case .errorText: "an error text"
    case .lfsPointer: "a Git LFS pointer"
    case .mergeConflict: "a list with an unresolved merge conflict"
    case .xml: "an XML document"
    case .json: "JSON"
    case .ruleList: "a rule list in WebKit's JSON"
    case .userscript: "a userscript"
    case .regexes: "a list of Pi-hole regexes"
    case .nameServer: "a BIND configuration"
    case .squid: "a Squid configuration"
    case .privoxy: "a Privoxy actions file"
    case .table: "a table of comma-separated values"
    case .markdown: "a Markdown document"
    case .text: "plain text"
    case .archive: "a compressed file that cannot be unpacked"
    case .utf16: "UTF-16 text without a byte order mark"
    case .binary: "binary data"
    }
  }

  /// Whether the only problem of the file is that it has no filters.
  public var isEmpty: Bool { self == .empty || self == .comments }

  /// Whether the text cannot be filters that a person is typing: they can be single words, or not yet complete.
  public var isNeverTyped: Bool {
    switch self {
    case .page, .signIn, .errorText, .lfsPointer, .mergeConflict, .xml, .json, .ruleList, .userscript,
      .archive, .utf16, .binary:
      true
    case .empty, .comments, .regexes, .nameServer, .squid, .privoxy, .table, .markdown, .text: false
    }
  }

  /// The message for the user about a text that should be a filter list.
  public var message: String {
    switch self {
    case .empty: "the list is empty"
    case .comments: "the list has no filter"
    case .mergeConflict: "the list has an unresolved merge conflict"
    case .page, .signIn, .errorText, .lfsPointer, .xml, .json, .ruleList, .userscript, .regexes, .nameServer,
      .squid, .privoxy, .table, .markdown, .text, .archive, .utf16, .binary:
      "this is \(words), not a filter list"
    }
  }
}
