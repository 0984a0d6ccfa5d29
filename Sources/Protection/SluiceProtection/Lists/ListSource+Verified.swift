import SluiceCodecs

extension ListSource {
  /// Returns contents that match their digest.
  func verified(_ content: ListOffer.Content) async throws(ListSourceProblem) -> [UInt8] {
    let bytes = try await self.bytes(of: content.name, atMost: content.bytes)
    guard bytes.count == content.bytes, SHA256.digest(of: bytes).description == content.sha256 else {
      throw .damaged(content.name.description)
    }
    return bytes
  }
}
