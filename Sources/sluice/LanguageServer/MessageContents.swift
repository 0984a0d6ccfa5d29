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

struct DocumentParams: Decodable { let textDocument: DocumentID }

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

// Results and notifications for the editor. They have only the members that Sluice uses.

struct InitializeResult: Encodable {
  let capabilities: Capabilities
  let serverInfo: ServerInfo

  struct ServerInfo: Encodable {
    var name = "sluice"
    let version: String
  }

  struct Capabilities: Encodable {
    let positionEncoding: PositionEncoding
    var textDocumentSync = Sync()
    var hoverProvider = true
    var definitionProvider = true
    var documentSymbolProvider = true
    var completionProvider = Completion()
    var codeActionProvider = CodeActions()
  }

  struct Sync: Encodable {
    var openClose = true
    /// 2 means incremental changes.
    var change = 2
    var save = true
  }

  struct Completion: Encodable {
    var triggerCharacters = ["$", ",", ":", "#", "~", " "]
  }

  struct CodeActions: Encodable {
    var codeActionKinds = [CodeAction.Kind.quickFix, .fixAll]
  }
}

struct Location: Encodable, Hashable {
  let uri: String
  let range: TextRange
}

struct ShownDiagnostic: Encodable {
  let range: TextRange
  let severity: Int
  let code: String?
  var source = "sluice"
  let message: String
  var relatedInformation: [Related]?

  struct Related: Encodable {
    let location: Location
    let message: String
  }
}

struct PublishParams: Encodable {
  let uri: String
  let version: Int?
  let diagnostics: [ShownDiagnostic]
}

struct ShowMessageParams: Encodable {
  /// 1 means an error.
  var type = 1
  let message: String
}

struct Hover: Encodable {
  let contents: MarkupContent
  var range: TextRange?
}

struct MarkupContent: Encodable {
  var kind = "markdown"
  let value: String
}

struct CompletionItem: Encodable {
  let label: String
  let kind: Kind
  let detail: String
  var documentation: MarkupContent?
  let textEdit: ReplacedText

  enum Kind: Int, Encodable {
    case function = 3
    case property = 10
    case keyword = 14
    case constant = 21
  }
}

struct ReplacedText: Encodable, Hashable {
  let range: TextRange
  let newText: String
}

struct CodeAction: Encodable {
  let title: String
  let kind: Kind
  let edit: WorkspaceEdit
  var isPreferred: Bool?

  enum Kind: String, Encodable {
    case quickFix = "quickfix"
    case fixAll = "source.fixAll"

    /// Returns whether the kind is requested: `source` includes `source.fixAll`.
    func isWanted(_ only: [String]?) -> Bool {
      // Actions that change the entire list are only offered on request.
      guard let only else { return self == .quickFix }
      return only.contains { rawValue == $0 || rawValue.hasPrefix("\($0).") }
    }
  }
}

struct WorkspaceEdit: Encodable {
  let changes: [String: [ReplacedText]]
}

struct DocumentSymbol: Encodable {
  let name: String
  let kind: Kind
  var range: TextRange
  let selectionRange: TextRange
  var children: [DocumentSymbol] = []

  enum Kind: Int, Encodable {
    case namespace = 3
    case event = 24
  }
}
