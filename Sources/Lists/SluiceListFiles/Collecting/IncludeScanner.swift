import SluiceConversion
import SluiceSyntax

/// A scanner for the include directives of a list.
package enum IncludeScanner {
  /// A directive: its line, from 0, its offset, and its target.
  struct Include: Equatable {
    let line: Int
    let offset: Int
    let target: String
  }

  /// Returns the `!#include` directives, and the `%include` directives of python-abp.
  ///
  /// With `constants`, directives in inactive `!#if` blocks are left out. Without them, all are returned.
  static func includes(in bytes: [UInt8], constants: Set<String>?) -> [Include] {
    guard mayInclude(bytes) else { return [] }
    let list = FilterList(parsingInstructionsOf: bytes)
    let active = constants.map { ActiveLines(constants: $0).read(list) }
    var includes: [Include] = []
    for (number, line) in list.lines.enumerated() where active?.isActive(number) ?? true {
      let target: String
      switch line.content {
      case .directive(let directive) where directive.kind == .include:
        target = String(decoding: list.bytes[directive.argument.indices], as: UTF8.self)
      case .rejected(let problem) where problem.reason == .templateInstruction:
        target = templateTarget(list.bytes[line.range.indices])
      case .blank, .comment, .header, .metadata, .directive, .hint, .network, .cosmetic, .hosts,
        .continuation,
        .rejected:
        continue
      }
      let offset = list.place(of: line.range).lowerBound
      includes.append(Include(line: number, offset: offset, target: target))
    }
    return includes
  }

  /// Returns the target of `%include name:path%`.
  ///
  /// The name stands for a folder that is passed to python-abp. In EasyList's repositories, it is the folder
  /// of the template.
  private static func templateTarget(_ line: ArraySlice<UInt8>) -> String {
    var text = String(decoding: line, as: UTF8.self).dropFirst("%include".count)
    if text.hasSuffix("%") { text = text.dropLast() }
    let target = text.trimmed
    guard let colon = target.firstIndex(of: ":"), !target.contains("://") else { return target }
    return String(target[target.index(after: colon)...])
  }

  private static func mayInclude(_ bytes: [UInt8]) -> Bool {
    bytes.span.contains(word: "?include") { $0 == ASCII.hash || $0 == ASCII.percent }
  }

  /// Returns the list with the directives turned into comments, because their targets are read separately.
  ///
  /// Offsets do not change: `!#include` becomes `! include`, `%include` becomes `!include`.
  static func withoutInstructions(_ bytes: [UInt8], _ includes: [Include]) -> [UInt8] {
    var bytes = bytes
    for include in includes {
      if bytes[include.offset] == ASCII.bang {
        bytes[include.offset + 1] = ASCII.space
      } else {
        bytes[include.offset] = ASCII.bang
      }
    }
    return bytes
  }

  /// Returns whether a comment is a directive that ``withoutInstructions(_:_:)`` has turned into one.
  package static func isFormerInstruction(_ comment: ArraySlice<UInt8>) -> Bool {
    comment.starts(with: "! include ".utf8) || comment.starts(with: "!include ".utf8)
  }
}
