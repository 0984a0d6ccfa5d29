import SluiceListFiles

extension OwnRule {
  static let wrongChecksum = OwnRule(
    .syntax, .error, "the checksum does not match the list",
    meaning:
      "The list was changed or cut after its checksum was computed. Old versions of Adblock Plus reject such lists; other"
      + " programs ignore the checksum.",
    example: "! Title: A list\n! Checksum: AAAAAAAAAAAAAAAAAAAAAA\n||ads.example^",
    instead: "remove the line, which current programs do not need, or update it",
    advice: "remove the line, or update it",
    check: .list { list, _, found in
      for line in list.header.metadata
      where line.key == "checksum" && !ListMetadata(parsing: list.original).hasRightChecksum(list.original) {
        found.add(.wrongChecksum, at: line.location, line.value)
      }
    })
}
