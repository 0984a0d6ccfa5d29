/// What an editor asks, with the members that are used here.

struct InitializeParams: Decodable {
  let rootUri: String?
  let workspaceFolders: [WorkspaceFolder]?
  let capabilities: Capabilities?

  struct WorkspaceFolder: Decodable { let uri: String }
  struct Capabilities: Decodable { let general: General? }
  struct General: Decodable { let positionEncodings: [String]? }
}

struct DocumentID: Decodable { let uri: String }

/// A place in a document: lines from 0, and in the line as the position encoding counts.
struct Position: Codable, Hashable, Comparable {
  var line: Int
  var character: Int

  static func < (left: Position, right: Position) -> Bool {
    (left.line, left.character) < (right.line, right.character)
  }
}

/// A part of a document; the end is behind it.
struct TextRange: Codable, Hashable {
  var start: Position
  var end: Position
}

struct OpenParams: Decodable {
  let textDocument: Item

  struct Item: Decodable {
    let uri: String
    let version: Int
    let text: String
  }
}

struct ChangeParams: Decodable {
  let textDocument: Versioned
  let contentChanges: [Change]

  struct Versioned: Decodable {
    let uri: String
    let version: Int?
  }

  /// Without a range it is all of the text.
  struct Change: Decodable {
    let range: TextRange?
    let text: String
  }
}

/// What is asked of a whole document, or said of it.
struct DocumentParams: Decodable { let textDocument: DocumentID }

/// What is asked of a place.
struct PositionParams: Decodable {
  let textDocument: DocumentID
  let position: Position
}

struct CodeActionParams: Decodable {
  let textDocument: DocumentID
  let range: TextRange
  let context: Context?

  struct Context: Decodable { let only: [String]? }
}
