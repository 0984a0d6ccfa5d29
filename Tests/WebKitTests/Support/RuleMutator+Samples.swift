/// The material for mutated rules.
extension RuleMutator {
  /// Rules that WebKit accepts, which surround a mutated one.
  static let good = [
    #"{"trigger":{"url-filter":"ads"},"action":{"type":"block"}}"#,
    #"{"trigger":{"url-filter":".*","resource-type":["document"]},"action":{"type":"css-display-none","selector":".ad"}}"#,
    #"{"trigger":{"url-filter":"x","if-domain":["*news.example"]},"action":{"type":"ignore-previous-rules"}}"#,
  ]

  /// Rules that WebKit accepts, with every key of triggers and actions.
  static let rules: [String] = [
    #"{"trigger":{"url-filter":"^[^:]+://([^/]+\\.)?ads\\.example[:/]","url-filter-is-case-sensitive":true},"action":{"type":"block"}}"#,
    #"{"trigger":{"url-filter":"/banner/[0-9a-f]+\\.(?:gif)?$","resource-type":["image","style-sheet","script","font","raw"]},"action":{"type":"block"}}"#,
    #"{"trigger":{"url-filter":".*","resource-type":["document","top-document","child-document","svg-document","media","popup","ping","fetch","websocket","other","csp-report"]},"action":{"type":"block"}}"#,
    #"{"trigger":{"url-filter":"a","load-type":["first-party","third-party"],"load-context":["top-frame"]},"action":{"type":"block-cookies"}}"#,
    #"{"trigger":{"url-filter":"a","load-context":["child-frame","top-frame"],"load-type":["third-party"]},"action":{"type":"make-https"}}"#,
    #"{"trigger":{"url-filter":"a","request-method":"post"},"action":{"type":"block"}}"#,
    #"{"trigger":{"url-filter":"a","if-domain":["*news.example","b.example","xn--bcher-kva.example"]},"action":{"type":"block"}}"#,
    #"{"trigger":{"url-filter":"a","unless-domain":["*news.example"]},"action":{"type":"ignore-previous-rules"}}"#,
    #"{"trigger":{"url-filter":"a","if-top-url":["^https://news\\.example/","x+"],"top-url-filter-is-case-sensitive":true},"action":{"type":"block"}}"#,
    #"{"trigger":{"url-filter":"a","unless-top-url":["x"]},"action":{"type":"ignore-following-rules"}}"#,
    #"{"trigger":{"url-filter":"a","if-frame-url":["frame[^/]?\\.js$"],"frame-url-filter-is-case-sensitive":false},"action":{"type":"block"}}"#,
    #"{"trigger":{"url-filter":"a","unless-frame-url":["[a-z]*x","y"]},"action":{"type":"block"}}"#,
    #"{"trigger":{"url-filter":".*"},"action":{"type":"css-display-none","selector":".ad, #b > c:not(.d), [e='f' i]"}}"#,
    #"{"trigger":{"url-filter":".*","if-domain":["*a.example"]},"action":{"type":"css-display-none","selector":"div:has(> p:nth-child(2n+1))::before"}}"#,
    #"{"trigger":{"url-filter":"a"},"action":{"type":"notify","notification":"word"}}"#,
    #"{"trigger":{"url-filter":"a"},"action":{"type":"redirect","redirect":{"url":"https://b.example:8080/p?q#f"}}}"#,
    #"{"trigger":{"url-filter":"a"},"action":{"type":"redirect","redirect":{"extension-path":"/a.js"}}}"#,
    #"{"trigger":{"url-filter":"(a)"},"action":{"type":"redirect","redirect":{"regex-substitution":"https://\\1/"}}}"#,
    ##"{"trigger":{"url-filter":"a"},"action":{"type":"redirect","redirect":{"transform":{"scheme":"https","host":"b.example","port":"80","path":"/p","fragment":"#f","username":"u","password":"p"}}}}"##,
    #"{"trigger":{"url-filter":"a"},"action":{"type":"redirect","redirect":{"transform":{"query":"?a=b"}}}}"#,
    #"{"trigger":{"url-filter":"a"},"action":{"type":"redirect","redirect":{"transform":{"query-transform":{"remove-parameters":["a","b"],"add-or-replace-parameters":[{"key":"k","value":"v","replace-only":true}]}}}}}"#,
    #"{"trigger":{"url-filter":"a"},"action":{"type":"modify-headers","priority":2,"request-headers":[{"operation":"set","header":"a","value":"b"},{"operation":"remove","header":"c"}],"response-headers":[{"operation":"append","header":"a","value":"b"}]}}"#,
  ]

  /// Values of every type, as JSON.
  static let values = [
    "null", "true", "false", "0", "1", "-1", "2.5", "1e400", "2147483648", "\"\"", "\"a\"", "[]", "{}",
    "[\"a\"]",
    "[\"\"]", "[1]", "[null]", "[[]]", "{\"a\":1}", "\"block\"", "\"script\"", "[\"script\"]", "[\"Script\"]",
    "[\"document\",\"document\"]", "[\"first-party\"]", "[\"top-frame\"]", "\"GET\"", "\"*.x\"", "[\"*\"]",
    "[\"*.a.b\"]", "[\"UPPER.example\"]", "[\"\u{e9}.example\"]", "[\"a.example/p\"]", "[\"a|b\"]",
    "[\"a\",2]",
    "\"a|b\"", "\"\\\\d\"", "\"a{2}\"", "\"(a\"", "\"[a\"", "\"*\"", "\"^\"", "\"$\"", "\"^$\"", "\"a$b\"",
    "\".a:foo()\"", "\"a[\"", "\"\\u0000\"", "\"\\ud800\"", "\"javascript:x\"", "\"http://\"", "\"65536\"",
    "\"?\"",
    "\"#\"", "\"/\"", "{\"url\":\"/x\"}", "{\"transform\":{\"port\":\"x\"}}", "{\"operation\":\"set\"}",
    "[{\"operation\":\"remove\",\"header\":1}]", "{\"url-filter\":\"b\"}", "{\"type\":\"block\"}",
  ]

  /// Text that is inserted into strings.
  static let pieces = [
    "|", "\\\\", "\\\\d", "\\\\w+", "\\\\b", "\\\\/", "\\\\x41", "\\\\1", "\\\\p{L}", "{2}", "{0,}", "{1,0}",
    "(",
    ")", "(?=a)", "(?:a)", "(?<n>a)", "[", "]", "[^a]", "[z-a]", "^", "$", "*", "+", "?", "**", ".*",
    "\u{e9}",
    "\u{1F600}", "\\u0000", "\\u00e9", "\\ud800", "\\t", "\\x41", "\\v", "\\q", "\"", "\t", " ", "\n", ",",
    ":",
    ":has(a)", ":foo", "::bar", ">", "{", "}", "/*", "*/", "\\\\31 ", "A", "%", "#", "/", "//", "@", "..",
    "0x1",
    "[::1]", "[1::2:3]", "1.2.3.4", "256", "0x7f.1", "%41", "%", "http:", "file://", "foo://", "xn--",
    "\u{feff}", "'",
  ]

  /// Keys of triggers and actions, and similar ones.
  static let keys = [
    "url-filter", "url-filter-is-case-sensitive", "top-url-filter-is-case-sensitive",
    "frame-url-filter-is-case-sensitive", "resource-type", "load-type", "load-context", "request-method",
    "if-domain", "unless-domain", "if-top-url", "unless-top-url", "if-frame-url", "unless-frame-url", "type",
    "selector", "notification", "redirect", "priority", "request-headers", "response-headers", "url",
    "extension-path", "regex-substitution", "transform", "operation", "header", "value", "trigger", "action",
    "URL-filter", "if-domains", "", "url\\u002dfilter",
  ]
}
