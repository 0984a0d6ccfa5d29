/// The downloads since the start of the browser. They are in no file.
@MainActor public final class DownloadList {
  /// A download.
  public struct Entry: Identifiable, Hashable, Sendable {
    /// The number of the download. Later downloads have larger ones.
    public let id: Int
    /// The name of the file, or the address until there is one.
    public fileprivate(set) var name: String
    /// The state of the download.
    public fileprivate(set) var state = State.running(0)

    /// The name and the state.
    public var description: String {
      switch state {
      case .running(let part): "\(name): \(Int(part * 100)) %"
      case .stored: "\(name): stored"
      case .failed(let reason): "\(name): \(reason)"
      }
    }
  }

  /// The state of a download.
  public enum State: Hashable, Sendable {
    /// The part that is there, from 0 to 1.
    case running(Double)
    case stored
    case failed(String)

    /// Whether the download can be canceled.
    public var isRunning: Bool { if case .running = self { true } else { false } }
  }

  /// The maximum number of entries. The oldest ones are dropped.
  static let maximum = 200

  private var stored: [Entry] = []
  private var nextID = 0
  /// Called after a change.
  var changed: (() -> Void)?

  /// All downloads, newest first.
  public var entries: [Entry] { stored.reversed() }

  /// Adds a download, and returns its number.
  public func begin(_ url: String) -> Int {
    nextID += 1
    stored.append(Entry(id: nextID, name: url.withoutPassword.onOneLine))
    stored = stored.suffix(Self.maximum)
    changed?()
    return nextID
  }

  /// Sets the name of a download's file, which the server chooses.
  public func name(_ id: Int, _ name: String) { change(id) { $0.name = name.onOneLine } }

  /// Sets the part that is there.
  public func progress(_ id: Int, _ part: Double) { change(id) { $0.state = .running(max(0, min(1, part))) } }

  /// Ends a download, with a reason if it failed.
  public func end(_ id: Int, failure: String? = nil) {
    change(id) { $0.state = failure.map { .failed($0.onOneLine) } ?? .stored }
  }

  /// Changes a download that has not ended.
  private func change(_ id: Int, _ body: (inout Entry) -> Void) {
    guard let place = stored.firstIndex(where: { $0.id == id && $0.state.isRunning }) else { return }
    body(&stored[place])
    changed?()
  }

  /// Removes all downloads that have ended.
  public func removeEnded() {
    stored.removeAll { !$0.state.isRunning }
    changed?()
  }
}
