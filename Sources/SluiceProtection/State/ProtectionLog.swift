#if canImport(Darwin)
  import os
#endif

/// An entry in the system log, for app developers who investigate a problem with pages.
///
/// Entries that the system keeps contain no page addresses and no text from servers. Only debug entries
/// contain these.
struct LogEntry: Hashable, Sendable {
  enum Category: String, CaseIterable, Sendable {
    case state
    case lists
    case store
  }

  enum Level: Sendable {
    /// Kept by the system.
    case notice
    /// Kept by the system and marked as an error.
    case error
    /// Shown while someone is watching, and not kept.
    case debug
  }

  var category: Category
  var level: Level
  var text: String

  static func changes(from old: ProtectionState, to new: ProtectionState) -> [LogEntry] {
    var entries: [LogEntry] = []
    if old.kind != new.kind {
      let level: Level = new.kind == .failed || new.kind == .scriptOnly ? .error : .notice
      entries.append(
        LogEntry(category: .state, level: level, text: "\(old.kind.rawValue) -> \(new.kind.rawValue)"))
    }
    for list in new.lists where !old.lists.contains(list) {
      let version = list.version?.rawValue ?? "none"
      entries.append(LogEntry(category: .lists, level: .notice, text: "\(list.name): \(version)"))
    }
    for problem in new.problems where !old.problems.contains(problem) {
      entries.append(LogEntry(category: problem.category, level: .error, text: problem.logged))
      entries.append(LogEntry(category: problem.category, level: .debug, text: problem.message))
    }
    return entries
  }
}

extension ProtectionState.Problem {
  fileprivate var category: LogEntry.Category {
    switch self {
    case .store: .store
    case .source, .builtIn, .engine, .damagedCompiled, .missingContent, .neverFetched, .memory,
      .noRoomForSites:
      .lists
    }
  }

  /// A description without text from servers, files or WebKit.
  fileprivate var logged: String {
    switch self {
    case .store(.unusable): "cannot use the store"
    case .store(.temporary): "the store is temporary"
    case .store(.damaged): "the store was damaged"
    case .store(.busy): "the store is locked"
    case .store(.notWritten): "cannot write to the store"
    case .source: "the source gave no lists"
    case .builtIn: "cannot use the built-in lists"
    case .engine(let list, .rejected): "\(list): rejected by WebKit"
    case .engine(let list, .unavailable): "\(list): WebKit cannot compile"
    case .damagedCompiled(let list): "\(list): the compiled list was damaged"
    case .missingContent(let list): "\(list): the fetched list is missing"
    case .neverFetched: "no lists have been fetched yet"
    case .memory(let list): "\(list): too little memory to compile"
    case .noRoomForSites(let list): "\(list): no room for unprotected sites"
    }
  }
}

/// The system log: subsystem `sluice`, one category for each ``LogEntry/Category``. On Linux, nothing is
/// logged.
enum ProtectionLog {
  static func write(_ entries: [LogEntry]) {
    #if canImport(Darwin)
      for entry in entries {
        let logger = Logger(subsystem: "sluice", category: entry.category.rawValue)
        switch entry.level {
        case .notice: logger.notice("\(entry.text, privacy: .public)")
        case .error: logger.error("\(entry.text, privacy: .public)")
        case .debug: logger.debug("\(entry.text, privacy: .private)")
        }
      }
    #endif
  }
}
