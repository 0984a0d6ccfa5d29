import Conversion
import ListBuilding

/// What is to be said of the size of a list that was written.
struct SizeRemark: Equatable {
  enum ID: String {
    /// The list is in the smaller form because the other one would be too large.
    case smallerForm = "smaller-form"
    /// Lists of this size were reported not to load.
    case largeList = "large-list"
  }

  let id: ID
  /// The file, or `standard output`.
  let file: String
  let message: String
  /// What makes it smaller; empty where nothing is wrong.
  var remedies: [String] = []

  /// The remarks on a list; `isWhole` says whether it could be split into network and cosmetic filters.
  static func remarks(
    on file: String, bytes: Int, form: ListForm, isWhole: Bool, _ options: ConversionOptions
  ) -> [SizeRemark] {
    var remarks: [SizeRemark] = []
    if form == .size, options.preferredForm == .auto {
      remarks.append(
        SizeRemark(
          id: .smallerForm, file: file,
          message: "written in the smaller form, which WebKit compiles more slowly: the other is too large"))
    }
    if let warning = options.target.advisedSize?.warning(about: bytes) {
      var remedies = ["--max-bytes"]
      if isWhole { remedies.insert("--split", at: 0) }
      if form == .compile { remedies.insert("--prefer size", at: 0) }
      remarks.append(SizeRemark(id: .largeList, file: file, message: warning, remedies: remedies))
    }
    return remarks
  }

  /// `list.json: warning: ... [large-list]`, with a line on what helps.
  func text(style: TextStyle) -> String {
    let label =
      switch id {
      case .smallerForm: style.cyan("note:")
      case .largeList: style.yellow("warning:")
      }
    let line =
      style.bold("\(DisplayText.escaping(file)):") + " \(label) \(message) \(style.dim("[\(id.rawValue)]"))\n"
    return remedies.isEmpty
      ? line : line + "  = help: \(remedies.joined(separator: " or ")) makes it smaller\n"
  }
}
