import Testing

/// Scripts without a shell have the words and files that a shell would give their commands.
@Suite struct PlainScriptTests {
  @Test(arguments: [
    ("sluice check list.json", [["check", "list.json"]]),
    (
      "sluice match --url 'https://a.example/?b=1&c' \"l i\".txt && sluice man\nsluice --version;\n",
      [["match", "--url", "https://a.example/?b=1&c", "l i.txt"], ["man"], ["--version"]]
    ),
    ("sluice convert -o '' --max-rules=2", [["convert", "-o", "", "--max-rules=2"]]),
  ])
  func plainCommandsAreSplitIntoWords(script: String, words: [[String]]) {
    #expect(PlainScript(script)?.commands.map(\.words) == words)
  }

  @Test func redirectionsNameFiles() {
    let script = PlainScript("sluice convert - < in.txt > 'o u t' 2>err && sluice lint")
    #expect(script?.commands.map(\.files) == [["in.txt", "o u t", "err"], [nil, nil, nil]])
    #expect(script?.commands.map(\.needsSuccess) == [false, true])
  }

  @Test(arguments: [
    "cat list.txt", "sluice lint *.txt", "A=b sluice lint", "sluice lint | head", "sluice lint || true",
    "sluice lint \"$a\"", "sluice lint 2>&1", "sluice lint >> out", "sluice lint & wait", "sluice lint a\\ b",
    "sluice lint 'a", "mkdir a; sluice lint a", "", "< list.txt",
  ])
  func otherScriptsNeedShell(_ script: String) { #expect(PlainScript(script) == nil) }
}
