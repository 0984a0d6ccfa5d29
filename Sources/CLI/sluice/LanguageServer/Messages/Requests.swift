// Requests and notifications from the editor. They have only the members that Sluice uses.

struct InitializeParams: Decodable {
  let rootUri: String?
  let workspaceFolders: [WorkspaceFolder]?
  let capabilities: Capabilities?

  struct WorkspaceFolder: Decodable { let uri: String }
  struct Capabilities: Decodable { let general: General? }
  struct General: Decodable { let positionEncodings: [String]? }
}

struct DocumentID: Decodable { let uri: String }

/// A position in a document: a line, counted from 0, and a column in units of the position encoding.
struct Position: Codable, Hashable, Comparable {
  var line: Int
  var character: Int

  static func < (left: Position, right: Position) -> Bool {
    (left.line, left.character) < (right.line, right.character)
  }
}

/// A part of a document. The end is exclusive.
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

  /// A change. Without a range, it replaces the full text.
  struct Change: Decodable {
    let range: TextRange?
    let text: String
  }
}

/// The parameters of messages about a document.
struct DocumentParams: Decodable { let textDocument: DocumentID }

/// The parameters of requests about a position.
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
