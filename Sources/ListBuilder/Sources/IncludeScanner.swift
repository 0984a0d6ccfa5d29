import Conversion
import FilterSyntax
import Foundation

/// Finds the instructions of a list to read others.
enum IncludeScanner {
  /// An instruction: its line, from 0, and what it names.
  struct Include: Equatable {
    let line: Int
    let target: String
  }

  /// The instructions of `!#include` and of python-abp's `%include`, those left out that `!#if` takes out where
  /// these constants hold; all of them without constants.
  static func includes(in bytes: [UInt8], constants: Set<String>?) -> [Include] {
    guard mayInclude(bytes) else { return [] }
    // Only these lines decide: the filters between need not be parsed.
    let ranges = FilterList.lineRanges(of: bytes).enumerated().filter { _, range in
      let line = bytes[range].drop { $0 == 0x20 || $0 == 0x09 }
      return line.starts(with: "!#".utf8) || line.starts(with: "%".utf8)
    }
    let list = FilterList(
      bytes: bytes, lines: ranges.flatMap { FilterList.parseLines(of: bytes, in: $0.element) })
    let active = constants.flatMap { ActiveLines(constants: $0).mask(of: list) }
    var includes: [Include] = []
    for (number, line) in list.lines.enumerated() where active?[number] ?? true {
      let index = ranges[number].offset
      switch line.content {
      case .directive(let directive) where directive.kind == .include:
        includes.append(
          Include(line: index, target: String(decoding: bytes[directive.argument.indices], as: UTF8.self)))
      case .rejected(let problem) where problem.reason == .templateInstruction:
        includes.append(Include(line: index, target: templateTarget(bytes[line.range.indices])))
      default: break
      }
    }
    return includes
  }

  /// What `%include name:path%` names: the name stands for a folder that python-abp is given, which in
  /// EasyList's repositories is that of the template.
  private static func templateTarget(_ line: ArraySlice<UInt8>) -> String {
    var text = String(decoding: line, as: UTF8.self).dropFirst("%include".count)
    if text.hasSuffix("%") { text = text.dropLast() }
    let target = text.trimmingCharacters(in: .whitespaces)
    guard let colon = target.firstIndex(of: ":"), !target.contains("://") else { return target }
    return String(target[target.index(after: colon)...])
  }

  private static func mayInclude(_ bytes: [UInt8]) -> Bool {
    bytes.contains(word: "?include") { $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: "%") }
  }

  /// The list with the instructions as comments: what they name is read.
  static func withoutInstructions(_ bytes: [UInt8], _ includes: [Include]) -> [UInt8] {
    guard !includes.isEmpty else { return bytes }
    var editor = LineEditor(bytes)
    for include in includes { editor.replace(include.line, by: Array("! read: \(include.target)".utf8)) }
    return editor.bytes
  }
}

extension [UInt8] {
  /// Whether eight bytes are somewhere in these, the first of which may be any that passes a test. Most lists
  /// have none of the rare instructions, and this is the fast way to know.
  func contains(word: StaticString, firstPasses: (UInt8) -> Bool) -> Bool {
    precondition(word.utf8CodeUnitCount == 8)
    let mask = ~UInt64(0xff).littleEndian
    return withUnsafeBytes { bytes in
      let word = UnsafeRawPointer(word.utf8Start).loadUnaligned(as: UInt64.self) & mask
      var index = 0
      while index &+ 8 <= bytes.count {
        let isFound = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) & mask == word
        if isFound, firstPasses(bytes[index]) { return true }
        index &+= 1
      }
      return false
    }
  }
}
