import SluiceLists
import SluicePageInspection

extension PageText {
  /// Returns notes for standard error about how a page was read.
  func notes(of name: String) -> [String] {
    var notes: [String] = []
    if source == .none, !isASCII {
      notes.append("\(name): read as \(encoding.rawValue), because the encoding is not declared")
    }
    if encoding == .replacement {
      notes.append("\(name): browsers do not support its encoding")
    } else if !encoding.isAvailable, !isASCII {
      notes.append(
        "\(name): this system has no table of \(encoding.rawValue), so only its ASCII characters are read; install the package glibc-gconv-extra or libc-gconv-modules-extra"
      )
    } else if replaced > 0 {
      notes.append(
        "\(name): \(Format.counted(replaced, "place")) of it \(replaced == 1 ? "is" : "are") no \(encoding.rawValue)"
      )
    }
    return notes
  }
}
