import SluiceConversion
import SluiceLint
import SluiceListFiles
import SluiceLists
import SluiceSystem

/// The state of a session between an editor and `sluice lsp`.
struct LanguageServer {
  private let conversion: ConversionOptions
  private var encoding: PositionEncoding?
  private var root: String?
  private var documents: [String: OpenDocument] = [:]
  /// The duration of the last full check.
  private var wholeCost = Duration.zero
  /// Whether the editor has requested a shutdown.
  private(set) var hasShutDown = false
  /// Whether a shutdown was requested before `exit`; nil until the editor sends `exit`.
  private(set) var exit: Bool?

  /// The minimum time without changes before a full check.
  private static let pause = Duration.milliseconds(500)

  init(_ conversion: ConversionOptions) { self.conversion = conversion }

  mutating func answer(to body: MessageReader.Body) -> [UInt8] {
    switch body {
    case .noLength: return refusal(nil, refusal: .parseError("a message must begin with its Content-Length"))
    case .tooLong(let length):
      return refusal(
        nil,
        refusal: .invalidRequest(
          "a message of \(length) bytes is too long: the maximum is \(MessageReader.maximumLength)"))
    case .message(let bytes):
      let message: Message
      do throws(Refusal) {
        message = try Message(bytes)
      } catch {
        return refusal(nil, refusal: error)
      }
      // A message without a method is a response. It is ignored, because the server sends no requests.
      guard let method = message.method else { return [] }
      guard let id = message.id else { return take(method, message: message) }
      do throws(Refusal) {
        return MessageReader.frame(try answer(method, message: message, id: id))
      } catch {
        return refusal(id, refusal: error)
      }
    }
  }

  private func refusal(_ id: RequestID?, refusal: Refusal) -> [UInt8] {
    MessageReader.frame(Reply.refusal(of: id, refusal))
  }

  // MARK: Requests

  private mutating func answer(_ method: String, message: Message, id: RequestID) throws(Refusal)
    -> [UInt8]
  {
    guard !hasShutDown else { throw .invalidRequest("the server was shut down") }
    guard encoding != nil || method == "initialize" else { throw .notInitialized }
    switch method {
    case "initialize": return Reply.result(try initialize(message.parameters(InitializeParams.self)), of: id)
    case "shutdown":
      hasShutDown = true
      return Reply.result(nil as Bool?, of: id)
    case "textDocument/hover":
      let params = try message.parameters(PositionParams.self)
      return Reply.result(try document(params.textDocument).hover(at: params.position, conversion), of: id)
    case "textDocument/completion":
      let params = try message.parameters(PositionParams.self)
      return Reply.result(try document(params.textDocument).completion(at: params.position), of: id)
    case "textDocument/definition":
      let params = try message.parameters(PositionParams.self)
      let document = try document(params.textDocument)
      let line = document.text.lines[document.place(of: params.position).line]
      return Reply.result(line.findings.compactMap(\.other).map { document.location(of: $0, root) }, of: id)
    case "textDocument/codeAction":
      let params = try message.parameters(CodeActionParams.self)
      documents[params.textDocument.uri]?.lintChanges()
      let document = try document(params.textDocument)
      return Reply.result(document.actions(params.range, only: params.context?.only), of: id)
    case "textDocument/documentSymbol":
      return Reply.result(
        try document(message.parameters(DocumentParams.self).textDocument).symbols(), of: id)
    case _: throw .unknownMethod
    }
  }

  private mutating func initialize(_ params: InitializeParams) throws(Refusal) -> InitializeResult {
    guard encoding == nil else { throw .invalidRequest("the server is already initialized") }
    let encoding = PositionEncoding(amongThose: params.capabilities?.general?.positionEncodings)
    self.encoding = encoding
    root = (params.workspaceFolders?.first?.uri ?? params.rootUri).flatMap(FileURI.path)
    return InitializeResult(
      capabilities: .init(positionEncoding: encoding), serverInfo: .init(version: Program.version))
  }

  private func document(_ id: DocumentID) throws(Refusal) -> OpenDocument {
    guard let document = documents[id.uri] else { throw .invalidParams }
    return document
  }

  // MARK: Notifications

  /// Handles a notification. Invalid notifications are ignored.
  private mutating func take(_ method: String, message: Message) -> [UInt8] {
    if method == "exit" { exit = hasShutDown }
    guard let encoding, !hasShutDown else { return [] }
    switch method {
    case "textDocument/didOpen":
      guard let item = try? message.parameters(OpenParams.self).textDocument else { return [] }
      let name = name(of: item.uri)
      let (linter, problem) = linter(of: item.uri)
      documents[item.uri] = OpenDocument(item, name: name, linter: linter, encoding: encoding)
      return problem.map(Self.shown) ?? []
    case "textDocument/didChange":
      guard let params = try? message.parameters(ChangeParams.self) else { return [] }
      let due = ContinuousClock.now + max(Self.pause, wholeCost * 2)
      documents[params.textDocument.uri]?.apply(params, wholeAt: due)
      return []
    case "textDocument/didSave":
      guard let uri = try? message.parameters(DocumentParams.self).textDocument.uri else { return [] }
      return renew(uri)
    case "textDocument/didClose":
      guard let uri = try? message.parameters(DocumentParams.self).textDocument.uri,
        documents.removeValue(forKey: uri) != nil
      else { return [] }
      return Self.published(PublishParams(uri: uri, version: nil, diagnostics: []))
    case "workspace/didChangeWatchedFiles", "workspace/didChangeConfiguration":
      return documents.keys.sorted().flatMap { renew($0) }
    case _: return []
    }
  }

  /// Reloads the configuration of a document and checks it completely.
  private mutating func renew(_ uri: String) -> [UInt8] {
    guard documents[uri] != nil else { return [] }
    let (linter, problem) = linter(of: uri)
    documents[uri]?.linter = linter
    documents[uri]?.wholeAt = .now
    return problem.map(Self.shown) ?? []
  }

  private static func shown(_ problem: String) -> [UInt8] {
    MessageReader.frame(
      Reply.notification(
        "window/showMessage", params: ShowMessageParams(message: DisplayText.escaping(problem))))
  }

  // MARK: Findings

  /// Checks the changed lines and returns the findings.
  mutating func publishChanges() -> [UInt8] {
    documents.keys.sorted().flatMap { uri -> [UInt8] in
      guard documents[uri]?.isChanged == true else { return [] }
      // A new document is checked completely and at once.
      if documents[uri]?.wholeAt.map({ $0 <= .now }) == true { return publishWhole(uri) }
      documents[uri]?.lintChanges()
      return publish(uri)
    }
  }

  /// Returns the findings of the documents that are due for a full check.
  mutating func publishWhole() -> [UInt8] {
    documents.keys.sorted().flatMap { uri -> [UInt8] in
      documents[uri]?.wholeAt.map { $0 <= .now } == true ? publishWhole(uri) : []
    }
  }

  /// The time in milliseconds until the next full check is due; -1 if no check is due.
  var millisecondsToWait: Int32 {
    guard let next = documents.values.compactMap(\.wholeAt).min() else { return -1 }
    let left = ContinuousClock.now.duration(to: next) / .milliseconds(1)
    return Int32(max(0, min(left.rounded(.up), 60_000)))
  }

  private mutating func publishWhole(_ uri: String) -> [UInt8] {
    let start = ContinuousClock.now
    documents[uri]?.lintWhole()
    wholeCost = start.duration(to: .now)
    return publish(uri)
  }

  private mutating func publish(_ uri: String) -> [UInt8] {
    documents[uri]?.isChanged = false
    return documents[uri].map { Self.published($0.diagnostics(root: root)) } ?? []
  }

  private static func published(_ params: PublishParams) -> [UInt8] {
    MessageReader.frame(Reply.notification("textDocument/publishDiagnostics", params: params))
  }

  // MARK: Configuration

  /// Returns the name of a document in findings: the path relative to the project folder, or the full path of
  /// a document outside it.
  private func name(of uri: String) -> String {
    guard let path = FileURI.path(of: uri) else { return uri }
    let folder = root.map { $0.hasSuffix("/") ? $0 : $0 + "/" }
    return folder.flatMap { path.hasPrefix($0) ? String(path.dropFirst($0.count)) : nil } ?? path
  }

  /// Returns the linter for the nearest sluice.json, and the problem with that file, if any.
  private func linter(of uri: String) -> (TextLinter, problem: String?) {
    let path = FileURI.path(of: uri)
    let identity = path.flatMap { try? FileStatus.of($0, followingLinks: true).identity }
    let file = InputFile(name: path ?? InputFile.standardInputName, bytes: [], identity: identity)
    var options = LintOptions()
    options.conversion = conversion
    let name = name(of: uri)
    do throws(CommandError) {
      let setup = try LintSetup([file], options: options)
      let settings = setup.sources.first?.settings ?? LintSettings()
      return (
        TextLinter(
          setup.linter, name: name, settings: settings,
          takeKnown: { [root] in setup.takeKnown(from: &$0, root: root) }),
        nil
      )
    } catch {
      var linter = Linter()
      linter.conversion = conversion
      return (TextLinter(linter, name: name, settings: LintSettings()), error.message)
    }
  }
}

extension OpenDocument {
  fileprivate mutating func apply(_ params: ChangeParams, wholeAt: ContinuousClock.Instant) {
    version = params.textDocument.version
    for change in params.contentChanges { apply(change) }
    // A check that is already due stays due.
    if self.wholeAt.map({ $0 > .now }) ?? true { self.wholeAt = wholeAt }
  }
}
