import SluiceRules
import SluiceText

/// A target as users name it: by its own name (`safari-17`), by a release (`safari-17.4`), or by a system
/// (`ios-17`, `macOS-14`).
package struct TargetName: Hashable, Sendable {
  /// The newest target whose lists the release can load.
  package let target: Target
  /// A note about the difference between the target and the given name: `'safari-17.4' is rounded down to
  /// safari-17`. Nil if they are the same.
  package let note: String?

  /// The products and systems whose releases can name a target.
  fileprivate enum Line: String, CaseIterable {
    case safari, ios, ipados, macos, webkitgtk

    var engine: Engine {
      switch self {
      case .safari, .ios, .ipados, .macos: .safari
      case .webkitgtk: .webKitGTK
      }
    }

    /// Returns the release of the engine that came with a release of the line, or nil if none is known.
    func version(_ major: Int, _ minor: Int) -> Version? {
      switch self {
      case .safari, .ios, .ipados: Version(major, minor)
      case .macos: TargetName.safari(ofMacOS: major, minor)
      case .webkitgtk: major == 2 ? Version(major, minor) : nil
      }
    }

    var oldest: Target {
      switch engine {
      case .safari: .safari16_4
      case .webKitGTK: .webKitGTK2_44
      }
    }

    var oldestRelease: String {
      switch self {
      case .safari: "Safari 16.4"
      case .ios: "iOS 16.4"
      case .ipados: "iPadOS 16.4"
      case .macos: "macOS 13.3"
      case .webkitgtk: "WebKitGTK 2.44"
      }
    }
  }

  /// Parses a name in any case. Returns nil for an unknown name, and for a release that loads no list.
  package init?(_ text: String) {
    let name = text.lowercased()
    if let target = Target(rawValue: name) {
      (self.target, note) = (target, nil)
      return
    }
    guard let (line, numbers) = Self.parts(of: name) else { return nil }
    guard let major = numbers.first, numbers.count > 1 || !line.isOfOldest(major) else {
      target = line.oldest
      note = "'\(text)' is read as \(target.rawValue), which needs \(line.oldestRelease)"
      return
    }
    guard let version = line.version(major, numbers.count > 1 ? numbers[1] : 0),
      let target = Target(loadedBy: line.engine, version)
    else { return nil }
    self.target = target
    note = target.release?.version == version ? nil : "'\(text)' is rounded down to \(target.rawValue)"
  }

  /// Returns the name that a mistyped name probably stands for. It has the same number, so that the
  /// suggestion is never a newer release than the given one.
  package static func suggestion(for text: String) -> String? {
    let name = text.lowercased()
    let letters = name.prefix { $0.isLetter }
    let number = name.dropFirst(letters.count).drop { !$0.isNumber }
    let lines = Line.allCases.map(\.rawValue)
    if number.isEmpty { return Suggestion.nearest(to: String(letters), among: lines + [Target.any.rawValue]) }
    guard let line = Suggestion.nearest(to: String(letters), among: lines) else { return nil }
    let meant = "\(line)-\(number)"
    return TargetName(meant) == nil ? nil : meant
  }

  /// A description of valid names, for messages.
  package static let expected =
    "any, safari-N or ios-N from 16.4, macos-N from 13.3, webkitgtk-N from 2.38"

  /// Returns the line and the numbers of a name such as `ios-17.4`. There are no numbers if the name contains
  /// only a line.
  private static func parts(of name: String) -> (Line, [Int])? {
    let words = name.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = words.first, let line = Line(rawValue: String(first)) else { return nil }
    guard words.count > 1 else { return (line, []) }
    let numbers = words[1].split(separator: ".", omittingEmptySubsequences: false).map { word in
      word.utf8.count <= 4 && word.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? Int(word) : nil
    }
    guard numbers.count <= 3, !numbers.contains(nil) else { return nil }
    return (line, numbers.compactMap { $0 })
  }

  /// Returns the version of Safari that has the same WebKit as a release of macOS. Safari 16.4 came with
  /// macOS 13.3. Safari's major version is that of macOS plus three up to macOS 15, and equal to it from
  /// macOS 26 on.
  package static func safari(ofMacOS major: Int, _ minor: Int) -> Version {
    switch major {
    case ...12: Version(major + 3, minor)
    case 13: Version(16, minor + 1)
    case 14, 15: Version(major + 3, minor)
    // macOS skipped these numbers.
    case 16...25: Version(19, 0)
    default: Version(major, minor)
    }
  }
}

extension TargetName.Line {
  /// Returns whether a name with only this major version stands for the oldest target: `ios-16`,
  /// `webkitgtk-2`. Earlier minor versions load no list.
  fileprivate func isOfOldest(_ major: Int) -> Bool {
    switch self {
    case .safari, .ios, .ipados: major == 16
    case .macos: major == 13
    case .webkitgtk: major == 2
    }
  }
}

extension Target {
  /// Creates the newest target whose lists a release can load. Returns nil if the release is older than all
  /// releases of ``any``.
  package init?(loadedBy engine: Engine, _ version: Version) {
    let oldest = Target.any.oldestReleases.first { $0.engine == engine }
    guard let oldest, oldest.version <= version else { return nil }
    self.init(newestFor: engine, version)
  }
}
