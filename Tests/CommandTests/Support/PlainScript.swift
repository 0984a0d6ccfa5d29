/// A script of nothing but `sluice` commands, which needs no shell: words with quotes, one or more commands
/// with `&&`, `;` or a line each, and redirections to files.
struct PlainScript {
  /// A command with its redirections.
  struct Command {
    /// The words after `sluice`.
    var words: [String] = []
    /// The files of standard input, output and error; nil without a redirection.
    var files: [String?] = [nil, nil, nil]
    /// Whether the command runs only if the one before succeeds.
    var needsSuccess = false
  }

  private(set) var commands: [Command] = []
  private var command = Command()
  /// The stream for which a file follows.
  private var redirected: Int?
  private var isStarted = false
  private var rest: Substring

  /// Reads a script; returns nil if it needs a shell.
  init?(_ script: String) {
    rest = script[...]
    while let character = rest.first {
      switch character {
      case " ": rest.removeFirst()
      case ";", "\n":
        rest.removeFirst()
        guard end() else { return nil }
      case "&":
        guard rest.hasPrefix("&& "), !command.words.isEmpty, end() else { return nil }
        rest.removeFirst(3)
        command.needsSuccess = true
      case "<", ">":
        guard redirect(character == "<" ? 0 : 1) else { return nil }
      case "2" where rest.hasPrefix("2>"):
        rest.removeFirst()
        guard redirect(2) else { return nil }
      default:
        guard let word = word(), add(word) else { return nil }
      }
    }
    guard end(), !commands.isEmpty else { return nil }
  }

  private mutating func redirect(_ stream: Int) -> Bool {
    rest.removeFirst()
    guard let next = rest.first, !"<>&".contains(next), redirected == nil else { return false }
    redirected = stream
    return true
  }

  /// Adds a word. Returns false if the command is another program.
  private mutating func add(_ word: String) -> Bool {
    if let stream = redirected {
      (command.files[stream], redirected) = (word, nil)
    } else if isStarted {
      command.words.append(word)
    } else {
      isStarted = true
      return word == "sluice"
    }
    return true
  }

  /// Ends a command, if one was begun.
  private mutating func end() -> Bool {
    guard redirected == nil, isStarted || command.files == [nil, nil, nil] else { return false }
    if isStarted { commands.append(command) }
    (command, isStarted) = (Command(), false)
    return true
  }

  /// Reads a word; returns nil if it needs a shell.
  private mutating func word() -> String? {
    var word = ""
    while let character = rest.first, !" ;&<>\n".contains(character) {
      rest.removeFirst()
      switch character {
      case "'", "\"":
        guard let end = rest.firstIndex(of: character) else { return nil }
        let text = rest[..<end]
        if character == "\"", text.contains(where: { "$`\\".contains($0) }) { return nil }
        word += text
        rest = rest[rest.index(after: end)...]
      case "$", "`", "\\", "|", "(", ")", "{", "}", "*", "?", "[", "]", "~", "#", "!": return nil
      default: word.append(character)
      }
    }
    return word
  }
}
