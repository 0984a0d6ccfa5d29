import Testing

@testable import SluiceListFiles
@testable import SluiceLists

/// The parts of a URL that messages may show.
@Suite struct URLSecretsTests {
  private static let locations: [(text: String, shown: String)] = [
    ("https://lists.example/a.txt", "https://lists.example/a.txt"),
    ("https://user:secret@lists.example/a.txt", "https://lists.example/a.txt"),
    ("https://secret@lists.example:8080/", "https://lists.example:8080/"),
    ("https://a@b:sec@ret@lists.example", "https://lists.example"),
    ("HTTPS://user:secret@lists.example/", "HTTPS://lists.example/"),
    ("https://user:sec/ret@lists.example/a", "https://lists.example/a"),
    ("https://user:sec?ret@lists.example/a", "https://lists.example/a"),
    ("https://[::1]:80/@scope/a.txt", "https://[::1]:80/@scope/a.txt"),
    ("https://cdn.example/npm/@scope/a.txt", "https://cdn.example/npm/@scope/a.txt"),
    ("https://cdn.example:443/@scope/a.txt", "https://cdn.example:443/@scope/a.txt"),
    ("https://lists.example/a?token=secret", "https://lists.example/a?token=***"),
    ("https://lists.example/a?secret", "https://lists.example/a?***"),
    ("https://lists.example/a?c2VjcmV0==", "https://lists.example/a?***"),
    (
      "https://lists.example/?a=secret&b=&secret&c=s=ecret;d=secret",
      "https://lists.example/?a=***&***&***&c=***;d=***"
    ),
    ("https://lists.example?key=secret#secret", "https://lists.example?key=***#***"),
    ("https://lists.example/a#secret", "https://lists.example/a#***"),
    ("https://lists.example/a?q=/x@y", "https://lists.example/a?q=***"),
    ("https://lists.example/a?", "https://lists.example/a?"),
    ("https://lists.example/a?token=secret with spaces", "https://lists.example/a?token=***"),
    (
      "https://proxy.example/https://u:secret@lists.example/a?t=secret",
      "https://proxy.example/https://lists.example/a?t=***"
    ),
    ("a://b://c://d://e://f://u:secret@g", "a://b://c://d://e://f://***"),
    ("dir/list.txt", "dir/list.txt"), ("lists/a?b=c#d", "lists/a?b=c#d"), ("", ""), ("a@b", "a@b"),
  ]

  @Test(arguments: locations)
  func secretsAreRemovedFromLocations(text: String, shown: String) {
    #expect(URLSecrets.removed(fromLocation: text) == shown)
    #expect(URLSecrets.removed(fromLocation: shown) == shown)
  }

  @Test(arguments: [
    ("inc.txt?k=secret", "inc.txt?k=***"), ("a@b/inc.txt#secret", "a@b/inc.txt#***"), ("inc.txt", "inc.txt"),
    ("//u:secret@x.example/a?secret", "//x.example/a?***"), ("/a?secret", "/a?***"), ("", ""),
    ("https://u:secret@x.example/", "https://x.example/"),
  ])
  func secretsAreRemovedFromReferences(text: String, shown: String) {
    #expect(URLSecrets.removed(fromReference: text) == shown)
  }

  @Test(arguments: [
    (
      "is redirected to 'https://u:secret@x.example/?t=secret', which failed",
      "is redirected to 'https://x.example/?t=***', which failed"
    ),
    (
      "'https://x.example/?t=sec ret' and 'http://y.example/?secret'.",
      "'https://x.example/?t=***' and 'http://y.example/?***'."
    ),
    ("'https://u:sec'ret@x.example/'", "'https://x.example/'"),
    ("see https://x.example/?t=secret.", "see https://x.example/?t=***."),
    ("(https://x.example/?t=secret) ", "(https://x.example/?t=***) "),
    ("https://x.example/?t=secret: not found", "https://x.example/?t=***: not found"),
    ("100 %", "100 %"), ("://", "://"), ("a://", "a://"), ("'://'", "'://'"),
    ("x://y://z?secret", "x://y://z?***"),
  ])
  func secretsAreRemovedFromProse(text: String, shown: String) {
    #expect(URLSecrets.removed(from: text) == shown)
    #expect(URLSecrets.removed(from: shown) == shown)
  }

  @Test func problemsAndDocumentsHideSecrets() {
    let url = "https://user:secret@lists.example/a.txt?token=secret"
    let problem = BuildProblem(url, message: "is redirected to '\(url)'", advice: "ask for \(url)")
    let document = ListDocument(name: url, bytes: [], sha256: "")
    for text in ["\(problem)", document.publicName, SourceRecipe.Location.url(url).name] {
      #expect(text.contains("lists.example") && !text.contains("secret"))
    }
  }
}
