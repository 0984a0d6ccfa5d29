// Embedded Swift has no `Codable`.
extension DomainScope: Codable {}
extension GenericHiding: Codable {}
extension ListForm: Codable {}
